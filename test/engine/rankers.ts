import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { AskedSlot } from "../../gen/pincite/model/v1/rank_turn_pb.ts";
import type { ModelOutput } from "../../src/model/provider.ts";
import type { SideModel } from "../../src/model/side-model.ts";

/** What a model that orders passages answers; text goes out as it is, anything else as JSON. */
export type Say = (request: ModelRequest, signal: AbortSignal) => unknown;

/** A model that orders passages as it is told to, and remembers what it was asked. */
export class ScriptedRanker implements SideModel {
  readonly model = "stand-in/ranker";
  readonly asked: ModelRequest[] = [];
  isLocal = false;
  say: Say;

  constructor(say: Say) {
    this.say = say;
  }

  readonly provider = {
    generate: async (request: ModelRequest, signal: AbortSignal): Promise<ModelOutput> => {
      this.asked.push(request);
      const said = await this.say(request, signal);
      const raw = new TextEncoder().encode(typeof said === "string" ? said : JSON.stringify(said));
      return { raw, inputTokens: 7, outputTokens: 3 };
    },
  };
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
