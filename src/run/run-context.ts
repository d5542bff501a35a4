import { create } from "@bufbuild/protobuf";
import { Principal_Kind, PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { Look } from "../../gen/pincite/run/v1/look_pb.ts";
import { RunLifecycle, OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  type AllowedTool,
  type CurrentArtifact,
  CurrentArtifactSchema,
  type RunContext,
  RunContextSchema,
  type SlotState,
  SlotStateSchema,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import { answeredLetter, type LetterMaterial } from "./answered-letter.ts";
import { choicesNow } from "./choices.ts";
import { stageRecord } from "./fold.ts";
import { secondPerson } from "./four-eyes.ts";
import type { Material } from "./kernel.ts";
import { boundItems, confirmedItems, entryItems, missingInputs } from "./missing-inputs.ts";
import { nextAction } from "./next-action.ts";
import { awaitsSignature } from "./signed-act.ts";
import { type SpokenMaterial, withSpoken } from "./spoken.ts";
import { stages } from "./stages.ts";
import { withSaid } from "./stale-words.ts";

/** At most so many pending tool requests are listed; the rest is in ToolService.ListToolCalls. */
const listedPendingMax = 50;

/** What events do not hold and a run is drawn with: how far the letter is answered, and who speaks where. */
export type ShownMaterial = LetterMaterial & SpokenMaterial & Partial<Pick<Material, "profile">>;

/**
 * Everything a client needs to draw a run, from the snapshot and from what events do not hold: the title, how far the letter is
 * answered, and who speaks in what is bound and quoted. Bounded, however long the journal is.
 */
export const runContext = (
  run: RunSnapshot,
  version: string,
  allowedTools: readonly AllowedTool[],
  title = run.title,
  shown: ShownMaterial = {},
): RunContext => {
  const missing = missingInputs(run);
  // Written out whole, every field by its name: every command answers with one, and filling in what is left out takes longer
  // than all the rest. The compiler sees to it that none is forgotten.
  return {
    $typeName: RunContextSchema.typeName,
    runId: run.runId,
    version,
    title,
    state: run.state,
    phase: run.phase,
    lifecycle: run.lifecycle,
    revision: run.revision,
    nextAction: nextAction(run, missing, shown.needMap),
    missingInputs: run.lifecycle === RunLifecycle.FINALISED ? [] : missing,
    current: currentArtifacts(run, shown),
    items: [...withSpoken(stageRecord(run, run.state)?.items ?? [], shown)],
    allowedTools: [...allowedTools],
    pendingToolRequests: run.pending.slice(0, listedPendingMax),
    turnId: run.turnId,
    staleItems: withSaid(run.stale),
    strandId: run.strandId,
    locale: run.locale,
    model: run.model,
    profile: run.profile,
    createdAtIso: run.createdAtIso,
    updatedAtIso: run.updatedAtIso,
    referenceDate: run.referenceDate,
    eventCount: run.eventCount,
    owner: create(PrincipalSchema, { kind: Principal_Kind.USER, name: run.owner, asserted: true }),
    slots: slotStatesNow(run),
    machineVersion: run.machineVersion,
    toolGrants: run.toolGrants,
    suspendedTurn: run.suspendedTurn,
    // Journals from before rules were counted were written under the first.
    rulesVersion: run.rulesVersion || 1,
    registerDigest: run.registerDigest,
    answeredLetter: answeredLetter(run, shown),
    choices: choicesNow(run),
    answeredLooks: answeredLooks(run),
    secondPerson: secondPerson(run, shown.profile, missing.length === 0),
    signatureAwaited: awaitsSignature(run, shown.profile, missing.length === 0),
  };
};

/** What a person took with its looks before the letter was written. */
const answeredLooks = (run: RunSnapshot): Look[] =>
  run.state === State.DRAFT
    ? [State.EVIDENCE_BINDING, State.SPAN_RESOLUTION].flatMap((state) =>
        confirmedItems(run, state).flatMap(({ looks }) => looks),
      )
    : [];

/** Slots with what is bound and quoted for them as of now. */
export const slotStatesNow = (run: RunSnapshot): SlotState[] =>
  run.slots.map((slot) => {
    const bindings = boundItems(run, slot);
    const entryCount = bindings.reduce((sum, binding) => sum + entryItems(run, binding).length, 0);
    return create(SlotStateSchema, { ...slot, bound: bindings.length > 0, entryCount });
  });

/** Stage artifacts count as confirmed up to the current stage; what lies beyond it waits to be met again. */
const currentArtifacts = (run: RunSnapshot, letter: LetterMaterial): CurrentArtifact[] => {
  const made: CurrentArtifact[] = [];
  for (const stage of stages) {
    const record = stageRecord(run, stage.state);
    if (record?.accepted)
      made.push(
        create(CurrentArtifactSchema, {
          role: stage.role,
          ref: record.accepted,
          confirmed: record.confirmed && stage.state <= run.state,
        }),
      );
  }
  if (run.needs && !made.some((one) => one.ref?.digest === run.needs?.digest))
    made.push(create(CurrentArtifactSchema, { role: "evidence_needs_now", ref: run.needs }));
  if (run.evidenceSet) made.push(create(CurrentArtifactSchema, { role: "evidence_set", ref: run.evidenceSet }));
  if (run.judgement) made.push(create(CurrentArtifactSchema, { role: "draft_judgement", ref: run.judgement }));
  if (run.ranking) made.push(create(CurrentArtifactSchema, { role: "candidate_ranking", ref: run.ranking }));
  if (run.answeredText) made.push(create(CurrentArtifactSchema, { role: "answered_text", ref: run.answeredText }));
  const reading = answeredLetter(run, letter)?.reading;
  if (reading) {
    const confirmed = reading.digest === letter.intent?.letterReading?.digest;
    made.push(create(CurrentArtifactSchema, { role: "letter_reading", ref: reading, confirmed }));
  }
  const proposal = stageRecord(run, run.state)?.proposal;
  if (proposal) made.push(create(CurrentArtifactSchema, { role: "proposal", ref: proposal }));
  return made;
};
