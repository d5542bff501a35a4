import { create } from "@bufbuild/protobuf";
import { isDay } from "#kit/day.ts";
import type { Sha256 } from "#kit/digest.ts";
import { type ForkOrigin, ForkOriginSchema, RunCreatedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { keptWith } from "../kept.ts";
import { type DecisionInput, EventDraft, encodeArtifact } from "../kernel.ts";
import { machineVersion } from "../machine.ts";
import { Decision } from "./decision.ts";

/** What a run is created with. */
export interface RunBirth {
  readonly runId: string;
  readonly owner: string;
  readonly title: string;
  readonly strandId: string;
  readonly locale: string;
  readonly referenceDate: string;
  /** The run it is a fork of, with what was confirmed there. */
  readonly fork?: ForkOrigin;
}

/** Begins a run in INTENT_SEED with its profile pinned. Errors: REQUEST_INVALID for a day that does not exist. */
export const decideCreate = (input: DecisionInput, birth: RunBirth): Decision => {
  if (!isDay(birth.referenceDate))
    throw new DomainError(
      "REQUEST_INVALID",
      worded("error.is-no-day-of-the-calendar-write-it-as-2025-12", { day: birth.referenceDate }),
      { field: "reference_date" },
      { violations: [{ type: "date", subject: "reference_date", description: "no day of the calendar" }] },
    );
  const { profile } = input.material;
  const draft = new EventDraft(input);
  const ref = draft.add(profileArtifact(profile, input.sha256), "workflow_profile", []);
  const model = profile.modelId ? `${profile.provider}/${profile.modelId}` : profile.provider;
  const { title, fork, ...rest } = birth;
  const titleWords = draft.words(title);
  const changeWords = draft.words(fork?.change ?? "");
  const value = create(RunCreatedSchema, {
    ...rest,
    profile: ref,
    model,
    machineVersion,
    rulesVersion: input.rules.version,
    registerDigest: input.rules.registerDigest,
    ...(titleWords ? { titleWords } : {}),
    signatureAtFinalising: profile.signatureAtFinalising,
    ...(profile.fourEyes ? { fourEyes: profile.fourEyes } : {}),
    ...(fork
      ? { fork: create(ForkOriginSchema, { ...fork, change: "", ...(changeWords ? { changeWords } : {}) }) }
      : {}),
  });
  return new Decision(input).add({ event: draft.event({ case: "runCreated", value }), artifacts: draft.artifacts });
};

/** A profile is the largest thing that most runs begin with, and many begin with the same one. */
const profileArtifact = keptWith((profile: WorkflowProfile, sha256: Sha256) =>
  encodeArtifact(WorkflowProfileSchema, profile, sha256),
);
