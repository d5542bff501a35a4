import type { ToolRequestParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { ToolExecutorKind } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ToolSpec, ToolSpec_Risk } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { grantsAt } from "../../run/pending.ts";
import { decide, type PolicyAnswer, type Requester } from "../../tool/policy.ts";
import type { Runs } from "../run/runs.ts";

/** The policy's answer to a request in this run, in the run's present state. */
export interface Judgement extends PolicyAnswer {
  /** True when only a person's standing permission made it ALLOW. */
  readonly byGrant: boolean;
}

/** Asks the policy, with the opt-ins of this run's profile and the permissions that hold at this instant. */
export const judge = (
  runs: Runs,
  input: DecisionInput,
  question: { readonly toolName: string; readonly requester: Requester; readonly params?: ToolRequestParams },
): Judgement => {
  const { toolName, requester, params } = question;
  const ask = (grants: readonly string[]): PolicyAnswer =>
    decide({
      toolName,
      requester,
      state: input.snapshot.state,
      grants,
      profile: { caseLaw: input.material.profile.caseLaw },
      catalogue: runs.catalogue,
      available: runs.availableTools,
      ...(params ? { params } : {}),
    });
  const grants = grantsAt(input.snapshot, input.nowIso);
  const answer = ask(grants);
  const byGrant = answer.decision === "ALLOW" && grants.includes(toolName) && ask([]).decision === "ASK";
  return { ...answer, byGrant };
};

/** Tells whether the tool may change something outside the run. A tool that nobody declared counts as mutating. */
export const isMutating = (spec: ToolSpec | undefined): boolean => spec?.risk !== ToolSpec_Risk.READ_ONLY;

/** Tells whether a client runs the tool. */
export const isClientRun = (spec: ToolSpec | undefined): boolean => spec?.executor === ToolExecutorKind.CLIENT;
