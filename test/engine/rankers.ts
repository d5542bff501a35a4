import type { AskedSlot } from "../../gen/pincite/model/v1/rank_turn_pb.ts";
import { type Say, ScriptedSide } from "./scripted-side.ts";

export type { Say } from "./scripted-side.ts";

/** A model that orders passages as it is told to. */
export class ScriptedRanker extends ScriptedSide {
  constructor(say: Say) {
    super("stand-in/ranker", say);
  }
}

/** What is said of one passage, as a model writes it. */
export type Named = Readonly<Record<string, unknown>>;

/** An answer that says this of each slot. */
export const ordering =
  (of: (slot: AskedSlot) => Named): Say =>
  ({ nonce, context }) => ({
    nonce,
    slots: (context?.askedSlots ?? []).map((slot) => ({ slotId: slot.slotId, ...of(slot) })),
  });

/** Names these numbers, each with the same reason. */
export const naming = (numbers: readonly number[], reason = "Dit zegt het."): Named => ({
  passages: numbers.map((number) => ({ number, reason })),
});

/** Turns what it is shown round. */
export const reversed = ordering(({ passages }) => naming(passages.map(({ number }) => number).toReversed()));

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []);

/** Orders by how many words a passage has of its claim: string matching, and no model. */
export const byWords = ordering(({ claimText, passages }) => {
  const claim = wordsOf(claimText);
  const shared = ({ text }: { readonly text: string }): number =>
    [...wordsOf(text)].filter((word) => claim.has(word)).length;
  return naming(passages.toSorted((a, b) => shared(b) - shared(a)).map(({ number }) => number));
});
