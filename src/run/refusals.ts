import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type MissingInput, MissingInput_KindSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../error.ts";
import { type FactsOf, inEnglish, type MessageId, type Said, worded } from "../messages/said.ts";
import { saidOr } from "../messages/wire-form.ts";
import { stageOf } from "./stages.ts";

/** Refusal of a proposal that names something that does not exist or does not fit; `field` is the path of that name in the proposal. */
export const invalidProposal = <Id extends MessageId>(field: string, id: Id, ...facts: FactsOf<Id>): DomainError =>
  refusedProposal(field, worded(id, ...facts));

/** The same refusal in words that are made already. */
export const refusedProposal = (
  field: string,
  description: Said | string,
  facts: Readonly<Record<string, string>> = {},
): DomainError =>
  new DomainError(
    "PROPOSAL_INVALID",
    description,
    { field, ...facts },
    { violations: [{ type: "PROPOSAL_INVALID", subject: field, description: inEnglish(description) }] },
  );

/** Refusal of a slot that a run does not have. */
export const unknownSlot = (slotId: string): DomainError =>
  new DomainError("ITEM_UNKNOWN", worded("error.there-is-no-slot-read-the-runs-slots-and-name", { slotId }), {
    slot_id: slotId,
  });

/** Refusal of Advance while inputs are missing. */
export const missingRefusal = (run: RunSnapshot, missing: readonly MissingInput[]): DomainError =>
  new DomainError(
    "MISSING_INPUTS",
    worded("error.cannot-be-left-yet", {
      stageOfName: stageOf(run.state).name,
      description: saidOr(missing[0]?.said, missing[0]?.description ?? ""),
      missingCount: missing.length > 1 ? ` (and ${missing.length - 1} more missing inputs, see the details)` : "",
    }),
    { state: stageOf(run.state).name, missing_count: String(missing.length) },
    {
      violations: missing.map((one) => ({
        type: MissingInput_KindSchema.value[one.kind]?.localName ?? "",
        subject: one.subjectId || stageOf(run.state).name,
        description: one.description,
      })),
    },
  );

/** Refuses commands that a finalised run no longer takes. */
export const refuseFinalised = (run: RunSnapshot): void => {
  if (run.lifecycle !== RunLifecycle.FINALISED) return;
  throw new DomainError(
    "RUN_FINALISED",
    worded("error.run-is-finalised-rewind-it-to-open-a-new", { runId: run.runId }),
    { run_id: run.runId },
  );
};

/** Refuses writers while a turn is under way; the turn's own writes do not pass here. */
export const refuseBusy = (run: RunSnapshot): void => {
  if (run.turnId === "") return;
  throw new DomainError(
    "RUN_BUSY",
    worded("error.a-turn-is-under-way-in-run-wait-for-it", { turnId: run.turnId, runId: run.runId }),
    { run_id: run.runId, turn_id: run.turnId },
  );
};
