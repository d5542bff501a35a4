import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import {
  type CandidateRanking,
  NotRanked,
  RankedPassageSchema,
  type SlotRanking,
  SlotRankingSchema,
} from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import type { AskedPassage, AskedSlot, SlotRankAnswer } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import { contentFingerprint } from "../fingerprint.ts";
import { passageKey } from "./order.ts";

/** The facts that are recorded beside an answer about a slot. */
export interface RankingBy {
  /** `provider/model`. */
  readonly model: string;
  /** Fingerprint of the slot when it was asked about. */
  readonly slotFingerprint: string;
}

/**
 * What a model said of a slot, cut anew: it names passages by numbers that it was shown for this slot, each once, or says that none says
 * it. Where that does not hold nothing that it said of the slot is taken.
 */
export const cutRanking = (
  asked: AskedSlot,
  answer: SlotRankAnswer | undefined,
  { model, slotFingerprint }: RankingBy,
  sha256: Sha256,
): SlotRanking => {
  const { slotId, passages } = asked;
  if (!answer || (answer.passages.length === 0 && !answer.noneSaysIt))
    return notRanked(slotId, model, NotRanked.LEFT_OUT);
  const numbers = answer.passages.map(({ number }) => number);
  const shown = new Set(passages.map(({ number }) => number).filter((number) => number > 0));
  const isHeld = numbers.every((number) => shown.has(number)) && new Set(numbers).size === numbers.length;
  if (!isHeld || (answer.noneSaysIt && numbers.length > 0)) return notRanked(slotId, model, NotRanked.NUMBERS_INVALID);
  return create(SlotRankingSchema, {
    slotId,
    model,
    basisSha256: basisOf(slotFingerprint, passages, sha256),
    passages: passages.map((one) => {
      const at = one.number === 0 ? -1 : numbers.indexOf(one.number);
      const reason = plainReason(answer.passages[at]?.reason ?? "");
      const { evidenceId, startChar, endChar } = one;
      return create(RankedPassageSchema, {
        evidenceId,
        startChar,
        endChar,
        shown: one.number > 0,
        place: at + 1,
        reason,
      });
    }),
    noneSaysIt: answer.noneSaysIt,
    noneReason: answer.noneSaysIt ? plainReason(answer.noneReason) : "",
  });
};

/** A slot whose passages stand as they stood, and why. */
export const notRanked = (slotId: string, model: string, why: NotRanked): SlotRanking =>
  create(SlotRankingSchema, { slotId, model, notRanked: why });

/** What an order rests on: the slot with its claim, and each passage, with what was shown of it; in whatever order they are listed. */
const basisOf = (slotFingerprint: string, passages: readonly AskedPassage[], sha256: Sha256): string => {
  const sorted = passages.toSorted((a, b) => (passageKey(a) < passageKey(b) ? -1 : 1));
  const parts = sorted.flatMap((one) => [passageKey(one), one.text, one.speaker, one.day, one.title]);
  return contentFingerprint(sha256, [slotFingerprint, ...parts]);
};

/**
 * What models said of a slot, if it holds still: it is the slot it was with its claim, and these are the passages, with the words, the
 * speaker, the day and the title that were shown. Undefined: nobody ordered it, or that holds no more.
 */
export const rankingNow = (
  recorded: SlotRanking | undefined,
  slotFingerprint: string,
  passages: readonly AskedPassage[],
  sha256: Sha256,
): SlotRanking | undefined => {
  if (!recorded) return undefined;
  const shown = new Set(recorded.passages.flatMap((one) => (one.shown ? [passageKey(one)] : [])));
  const seen = passages.map((one) => (shown.has(passageKey(one)) ? one : unshown(one)));
  return basisOf(slotFingerprint, seen, sha256) === recorded.basisSha256 ? recorded : undefined;
};

/** A passage of which nothing is shown: where it stands, and no word of it. */
export const unshown = (one: AskedPassage): AskedPassage => ({
  ...one,
  number: 0,
  text: "",
  speaker: "",
  day: "",
  title: "",
});

/** The last ranking of each slot that was ordered, by slot_id. */
export const rankedSlots = (ranking: CandidateRanking | undefined): ReadonlyMap<string, SlotRanking> => {
  const said = [...(ranking?.slots ?? []), ...(ranking?.earlier ?? [])].filter(
    (one) => one.notRanked === NotRanked.UNSPECIFIED,
  );
  return new Map(said.toReversed().map((one) => [one.slotId, one]));
};

/** So much of a reason is kept. */
const charsMax = 160;

/** What a reason may be made of: letters, digits, blanks and the signs of plain sentences. */
const otherSigns = /[^\p{L}\p{M}\p{N} .,;:!?'"‘’“”()%€§–-]+/gu;

/** A stop with a letter right behind it: so are addresses of the web written, which a screen may turn into links. */
const stopInWord = /\.(?=[\p{L}\p{N}])/gu;

/**
 * A model's reason as plain text on one line: no markup, no address, nothing that a screen obeys. A model may say anything, also what
 * a source told it to say, so that this is never shown but as its words.
 */
export const plainReason = (said: string): string => {
  const words = said.normalize("NFC").replace(otherSigns, " ").replace(stopInWord, ". ").replace(/\s+/gu, " ").trim();
  return [...words].slice(0, charsMax).join("").trim();
};
