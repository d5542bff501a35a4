import { NotRanked } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import type { AskedSlot } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import { unshown } from "./cut-ranking.ts";
import { passageKey } from "./order.ts";

/** The most characters of one passage that is shown; a longer one is not. */
const passageCharsMax = 1_200;
/** The most characters of the passages of one slot, and of all slots of a turn. */
const slotCharsMax = 24_000;
const turnCharsMax = 120_000;

/** What a passage takes up beside its words: who speaks, when and where. */
const besideWords = 100;

/**
 * The slots as a model is shown them, in a turn's budget: each passage that may be shown gets a number, the same in every slot that it
 * may serve, and counts once in the budget of the turn. `withheld`: papers whose words are kept from it.
 */
export const withinBudget = (slots: readonly AskedSlot[], withheld: ReadonlySet<string>): AskedSlot[] => {
  const numbers = new Map<string, number>();
  let turnChars = 0;
  return slots.map((slot) => {
    let slotChars = 0;
    const passages = slot.passages.map((one) => {
      // By its place and not by its words, so that one whose words are not recorded comes to the same.
      const chars = one.endChar - one.startChar;
      const own = chars + besideWords;
      const known = numbers.get(passageKey(one));
      const ofTurn = known === undefined ? own : 0;
      const isFit = slotChars + own <= slotCharsMax && turnChars + ofTurn <= turnCharsMax;
      if (chars > passageCharsMax || !isFit || withheld.has(one.evidenceId)) return unshown(one);
      slotChars += own;
      turnChars += ofTurn;
      const number = known ?? numbers.size + 1;
      numbers.set(passageKey(one), number);
      return { ...one, number, text: [...one.text].slice(0, passageCharsMax).join("") };
    });
    return { ...slot, passages };
  });
};

/** A slot with the passages that are shown alone. */
export const shownIn = (slot: AskedSlot): AskedSlot => ({
  ...slot,
  passages: slot.passages.filter(({ number }) => number > 0),
});

/** Why nobody is asked about a slot; undefined: somebody is. */
export const whyUnasked = ({ passages }: AskedSlot, withheld: ReadonlySet<string>): NotRanked | undefined => {
  if (passages.filter(({ number }) => number > 0).length >= 2) return undefined;
  if (passages.length < 2) return NotRanked.TOO_FEW;
  return passages.filter(({ evidenceId }) => !withheld.has(evidenceId)).length < 2
    ? NotRanked.HEALTH
    : NotRanked.NO_ROOM;
};
