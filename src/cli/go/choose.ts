import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceNeeds } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type RunContext, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { bindingOf, passagesShown } from "../../client/passages.ts";
import { contextOf } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { slotsToChoose } from "../../show/open-slots.ts";
import type { Shell } from "../shell.ts";

/** One of the passages that were shown for a slot, by its number from 1. */
export interface NumberedChoice {
  readonly slotId: string;
  readonly number: number;
}

/**
 * What passages are listed by in place of the claim's words: words of a person, or one paper whose sentences they are. `ownOrder`: as they
 * stand without the model that orders them.
 */
export interface Sought {
  readonly query: string;
  readonly evidenceId: string;
  readonly ownOrder: boolean;
}

/** The choice that `slot:3=2` is; undefined for other words. */
export const choiceIn = (words: string): NumberedChoice | undefined => {
  const [, slotId = "", number = ""] = /^(slot:\d{1,4})=([1-9]\d?)$/u.exec(words.trim()) ?? [];
  return slotId === "" ? undefined : { slotId, number: Number(number) };
};

/** The passages that a person is shown for slots, by slot, with what a model said of them; nothing where the run has none. */
export const passagesFor = async (
  { orchestrator }: Connection,
  runId: string,
  asked: { readonly slotIds?: readonly string[] } & Partial<Sought> = {},
): Promise<ReadonlyMap<string, SlotCandidates>> => {
  const { slotIds = [], query = "", evidenceId = "", ownOrder = false } = asked;
  const limit = evidenceId === "" ? passagesShown : 0;
  const sought = { slotIds: [...slotIds], query, evidenceId, limit, ownOrder };
  const { slots } = await orchestrator.listCandidates({ runId, ...sought });
  return new Map(slots.map((one) => [one.slotId, one]));
};

/** What a choice came to. */
interface Chosen {
  readonly context: RunContext;
  readonly passage: PassageCandidate;
}

/**
 * Chooses a passage by its number. Where the slot asks for a place, its paper is pinned for it: the place is named when it is bound.
 * Errors: ITEM_UNKNOWN where no passage has the number.
 */
export const choose = async (
  { shell, connection }: { readonly shell: Shell; readonly connection: Connection },
  { runId, version }: RunContext,
  { slotId, number, isPlace }: NumberedChoice & { readonly isPlace: boolean },
  sought: Partial<Sought> = {},
): Promise<Chosen> => {
  const shown = await passagesFor(connection, runId, { slotIds: [slotId], ...sought });
  const passage = shown.get(slotId)?.candidates[number - 1];
  if (!passage)
    throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-passage-of-that-number", { number, slotId }));
  const call = { runId, idempotencyKey: shell.newKey(), expectedVersion: version, slotId };
  const { runContext } = isPlace
    ? await connection.orchestrator.pinEvidence({ ...call, evidenceId: passage.evidence?.evidenceId ?? "" })
    : await connection.orchestrator.chooseEvidence({
        ...call,
        choice: { case: "binding", value: bindingOf(slotId, passage) },
      });
  return { context: contextOf(runContext), passage };
};

/** Whether a slot asks for a place. */
export const asksPlace = (needs: EvidenceNeeds | undefined, slotId: string): boolean =>
  slotsToChoose(needs).some(({ slot }) => slot.slotId === slotId && slot.kind === SlotKind.LOCATION);
