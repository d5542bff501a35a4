import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";

/** Budgets of one turn as they hold: defaults filled in, limits applied. Units are in the names. */
export interface Budget {
  readonly toolSteps: number;
  readonly requestsPerStep: number;
  readonly stepChars: number;
  readonly turnChars: number;
  readonly providerTimeoutMs: number;
  readonly outputBytes: number;
}

/** Default, least and most of each budget. The defaults of steps and characters are seed 000's. */
const bounds: Readonly<Record<keyof Budget, readonly [standard: number, least: number, most: number]>> = {
  toolSteps: [3, 1, 8],
  requestsPerStep: [8, 1, 20],
  stepChars: [2_000, 500, 20_000],
  turnChars: [6_000, 500, 60_000],
  providerTimeoutMs: [120_000, 1_000, 600_000],
  outputBytes: [262_144, 1_024, 1_048_576],
};

/** The budget of a profile's turns; zero or absent means the default, anything outside the limits is moved to them. */
export const effectiveBudget = (profile: WorkflowProfile): Budget => {
  const held = (name: keyof Budget): number => {
    const [standard, least, most] = bounds[name];
    const asked = profile.budget?.[name] ?? 0;
    return asked === 0 ? standard : Math.min(most, Math.max(least, asked));
  };
  return {
    toolSteps: held("toolSteps"),
    requestsPerStep: held("requestsPerStep"),
    stepChars: held("stepChars"),
    turnChars: held("turnChars"),
    providerTimeoutMs: held("providerTimeoutMs"),
    outputBytes: held("outputBytes"),
  };
};
