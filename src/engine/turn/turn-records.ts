import { create } from "@bufbuild/protobuf";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { OpenTurnSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { type ConversationEntry, ConversationEntrySchema } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { TurnOutcome } from "../../run/decide.ts";
import { auditMeta, type DecisionInput } from "../../run/kernel.ts";
import type { EntryChange } from "../../store/store.ts";
import type { CommandKey } from "../run/command-key.ts";
import { openTurnList } from "../run/kept-spaces.ts";

/** A turn that came to nothing: recorded with its reason, told to the caller. */
export class TurnRejected extends Error {
  readonly outcome: TurnOutcome;
  readonly reason: string;
  readonly error: DomainError;
  constructor(outcome: TurnOutcome, reason: string, error: DomainError) {
    super(error.message);
    this.outcome = outcome;
    this.reason = reason;
    this.error = error;
  }
}

/** The refusal of what a model wrote, as the caller is told it. */
export const rejected = (reason: string, firstFailure: string): DomainError =>
  new DomainError(
    "MODEL_TURN_REJECTED",
    worded("error.what-the-model-wrote-was-refused-nothing-of", {
      reason,
      firstFailure: firstFailure.replace(/[.]?$/, "."),
    }),
    { model_reason: reason, stop_hook: "tool_call_rejected" },
  );

export const noToolToRequire = (): DomainError =>
  new DomainError("TOOL_REFUSED", worded("error.a-tool-is-required-and-none-may-be-asked-for"));

/** A proposal of the model that the kernel refused. */
export const proposalRefused = (why: string): TurnRejected =>
  new TurnRejected("rejected", "proposal_invalid", rejected("proposal_invalid", why));

/** Something said in a turn, by the actor of the decision unless somebody else is named. */
export const entryOf = (
  input: DecisionInput,
  turnId: string,
  said: { text: string; guidance?: ConversationEntry["guidance"]; stopReason?: string },
  by: Principal = input.actor,
): ConversationEntry =>
  create(ConversationEntrySchema, {
    meta: { ...auditMeta(input, `said:${turnId}`, []), createdBy: by },
    turnId,
    state: input.snapshot.state,
    text: said.text,
    ...(said.guidance ? { guidance: said.guidance } : {}),
    stopReason: said.stopReason ?? "",
  });

/** The key whose caller waits for the turn's answer, for recovery. Undefined: it goes on after a decision, and the record has it. */
export const openTurnRecord = (runId: string, turnId: string, key: CommandKey | undefined): EntryChange => {
  const open = create(OpenTurnSchema, { turnId, key: key?.scope ?? "", payloadDigest: key?.payloadDigest ?? "" });
  return openTurnList.set(runId, open);
};

/** Drops it. */
export const closedTurnRecord = (runId: string): EntryChange => openTurnList.drop(runId);
