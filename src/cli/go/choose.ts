import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceNeeds } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type RunContext, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { bindingAgain, bindingOf, passagesMost, passagesShown } from "../../client/passages.ts";
import { contextOf, type RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { slotsToChoose } from "../../show/open-slots.ts";
import type { Shell } from "../shell.ts";
import { typedForms } from "../text/typed-words.ts";

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
  /** Which part of the sentences of the one paper, from 1. */
  readonly partNumber: number;
}

/** The choice that `slot:3=2` is; undefined for other words. Errors: REQUEST_INVALID where several passages are named for one slot. */
export const choiceIn = (words: string): NumberedChoice | undefined => {
  const [, many] = /^(slot:\d{1,4})=\s*\d{1,2}(?:\s*[,;+&/]\s*\d{1,2})+\s*$/u.exec(words.trim()) ?? [];
  if (many !== undefined)
    throw new DomainError("REQUEST_INVALID", worded("command.a-slot-takes-one-passage", { slotId: many }));
  const [, slotId = "", number = ""] = /^(slot:\d{1,4})=([1-9]\d?)$/u.exec(words.trim()) ?? [];
  return slotId === "" ? undefined : { slotId, number: Number(number) };
};

const keeping = new RegExp(`^(?<slotId>slot:\\d{1,4})=\\s*(?:${typedForms("typed.keep")})\\s*$`, "iu");

/** The slot of which `slot:3=keep` says that what was chosen stays; undefined for other words. */
export const keptIn = (words: string): string | undefined => keeping.exec(words.trim())?.groups?.slotId;

/** Chooses again what was chosen, by which a person says that she keeps it. Errors: CHOICE_NOT_FOUND where nothing was chosen. */
export const keepChoice = async (
  { shell, connection }: { readonly shell: Shell; readonly connection: Connection },
  { runId, version }: RunContext,
  slotId: string,
  choices: RunView["choices"],
): Promise<RunContext> => {
  const chosen = choices.get(slotId);
  if (!chosen) throw new DomainError("CHOICE_NOT_FOUND", worded("error.there-is-no-choice-for-slot", { slotId }));
  const { runContext } = await connection.orchestrator.chooseEvidence({
    runId,
    idempotencyKey: shell.newKey(),
    expectedVersion: version,
    slotId,
    choice: { case: "binding", value: bindingAgain(chosen) },
  });
  return contextOf(runContext);
};

/** The passages that a person is shown for slots, by slot, with what a model said of them; nothing where the run has none. */
export const passagesFor = async (
  { orchestrator }: Connection,
  runId: string,
  asked: { readonly slotIds?: readonly string[]; readonly most?: number } & Partial<Sought> = {},
): Promise<ReadonlyMap<string, SlotCandidates>> => {
  const { slotIds = [], most = passagesShown, query = "", evidenceId = "", ownOrder = false, partNumber = 1 } = asked;
  const limit = evidenceId === "" ? most : 0;
  const sought = { slotIds: [...slotIds], query, evidenceId, limit, ownOrder, partNumber };
  const { slots } = await orchestrator.listCandidates({ runId, ...sought });
  return new Map(slots.map((one) => [one.slotId, one]));
};

/** A passage for a slot. */
interface SlotPassage {
  readonly slotId: string;
  readonly passage: PassageCandidate;
}

/** The passages that the numbers mean. Errors: ITEM_UNKNOWN where no passage has a number. */
export const passagesNumbered = async (
  connection: Connection,
  runId: string,
  choices: readonly NumberedChoice[],
  sought: Partial<Sought> = {},
): Promise<SlotPassage[]> => {
  if (choices.length === 0) return [];
  const slotIds = choices.map(({ slotId }) => slotId);
  const shown = await passagesFor(connection, runId, { slotIds, most: passagesMost, ...sought });
  return choices.map(({ slotId, number }) => {
    const passage = shown.get(slotId)?.candidates[number - 1];
    if (passage) return { slotId, passage };
    throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-passage-of-that-number", { number, slotId }));
  });
};

/** Chooses a passage. Where the slot asks for a place, its paper is pinned for it: the place is named when it is bound. */
export const choosePassage = async (
  { shell, connection }: { readonly shell: Shell; readonly connection: Connection },
  { runId, version }: RunContext,
  { slotId, passage, isPlace }: SlotPassage & { readonly isPlace: boolean },
): Promise<RunContext> => {
  const call = { runId, idempotencyKey: shell.newKey(), expectedVersion: version, slotId };
  const { runContext } = isPlace
    ? await connection.orchestrator.pinEvidence({ ...call, evidenceId: passage.evidence?.evidenceId ?? "" })
    : await connection.orchestrator.chooseEvidence({
        ...call,
        choice: { case: "binding", value: bindingOf(slotId, passage) },
      });
  return contextOf(runContext);
};

/** Whether a slot asks for a place. */
export const asksPlace = (needs: EvidenceNeeds | undefined, slotId: string): boolean =>
  slotsToChoose(needs).some(({ slot }) => slot.slotId === slotId && slot.kind === SlotKind.LOCATION);
