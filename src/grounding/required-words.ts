import { byText } from "#kit/by-text.ts";
import { type DraftSentence, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ClaimAct } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { isAsking } from "./book.ts";
import { contentWords } from "./content-words.ts";
import { dutch } from "./language/dutch.ts";
import { english } from "./language/english.ts";
import { fold } from "./language/words.ts";
import { saidBy } from "./letter-signs.ts";
import type { MemoProfile } from "./role-of-noun.ts";
import type { Range } from "./tokens/token.ts";

/** A run of letters and digits, with what joins its parts: `7:611`, `452,00`, `zo'n`. */
const pattern = /[\p{L}\p{M}\p{N}]+(?:[-‐‑'’.,:/][\p{L}\p{M}\p{N}]+)*/gu;

interface Said extends Range {
  readonly folded: string;
}

/** The words of a text in the form in which they are compared, with their places in UTF-16 units. */
const saidWords = byText((text): readonly Said[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    folded: fold(found),
    start: index,
    end: index + found.length,
  })),
);

/** Where the words stand in the text one behind the other, but for case, accents, marks and white space; undefined: nowhere. */
export const placeOfWords = (text: string, words: string): Range | undefined => {
  const [sought, said] = [saidWords(words), saidWords(text)];
  if (sought.length === 0) return undefined;
  const at = said.findIndex((_, from) => sought.every(({ folded }, n) => said[from + n]?.folded === folded));
  const [first, last] = [said[at], said[at + sought.length - 1]];
  return first && last ? { start: first.start, end: last.end } : undefined;
};

/**
 * The stretches of a required claim that no sentence of the draft says. What the author asks, reserves or concludes is said word
 * for word in one sentence. Of what is proved, each word that carries content, a number or a negation stands in the sentences that
 * make the claim, in whatever form the sentence gives to the rest. What the letter states is in the letter's words: none of the
 * author's can go. `bringing`: sentences that only bring quotations; what they quote is what somebody else said, and not the author's sentence,
 * unless it is that word for word, or the claim tells what somebody wrote or what a law says.
 */
export const goneWords = (
  claim: SkeletonClaim,
  sentences: readonly DraftSentence[],
  profile: MemoProfile,
  bringing: ReadonlySet<string> = new Set(),
): Range[] => {
  const kind = profile.claimKinds.find(({ name }) => name === claim.claimKind);
  const isView = claim.answers.length > 0 && (kind?.slots.some(({ asksView }) => asksView) ?? false);
  if (isView || kind?.act === ClaimAct.STATES_LETTER) return [];
  const telling = sentences.filter(({ kind }) => kind !== SentenceKind.CONNECTIVE && kind !== SentenceKind.UNSPECIFIED);
  // A claim that no sentence makes is another finding.
  if (!telling.some(({ claimId }) => claimId === claim.claimId)) return [];
  if (telling.some(({ text }) => placeOfWords(text, claim.text))) return [];
  const isAsked = claim.demandSha256 !== "" || isAsking(claim, { input: { profile } });
  const gone = stretches(claim.text, isAsked ? unsaidInOne(claim, telling) : uncarried(claim, telling));
  const isQuotedAlone =
    gone.length === 0 &&
    saidBy(claim.text) === undefined &&
    telling
      .filter(({ claimId }) => claimId === claim.claimId)
      .every(({ kind, sentenceId }) => kind !== SentenceKind.LAW && bringing.has(sentenceId));
  return gone.length > stretchesMax || isQuotedAlone ? [{ start: 0, end: claim.text.length }] : gone;
};

/** More stretches than this nobody reads one by one. */
const stretchesMax = 20;

/** The words that the sentence which says most of them in their order does not say. */
const unsaidInOne = (claim: SkeletonClaim, sentences: readonly DraftSentence[]): readonly Said[] => {
  const words = saidWords(claim.text);
  let fewest = words;
  for (const sentence of sentences.filter(({ claimId }) => claimId === claim.claimId)) {
    const left = withoutCommon(words, saidWords(sentence.text));
    if (left.length < fewest.length) fewest = left;
  }
  // Each word stands there, only not behind one another: the claim as a whole is what is not said.
  return fewest.length > 0 ? fewest : words;
};

/** The words of `left` outside the longest run that both have in the same order. */
const withoutCommon = (left: readonly Said[], right: readonly Said[]): Said[] => {
  const rows = left.length + 1;
  const columns = right.length + 1;
  const lengths = new Uint16Array(rows * columns);
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--) {
      const here = i * columns + j;
      lengths[here] =
        left[i]?.folded === right[j]?.folded
          ? (lengths[here + columns + 1] ?? 0) + 1
          : Math.max(lengths[here + columns] ?? 0, lengths[here + 1] ?? 0);
    }
  const gone: Said[] = [];
  let [i, j] = [0, 0];
  while (i < left.length) {
    const word = left[i] as Said;
    const here = i * columns + j;
    if (j < right.length && word.folded === right[j]?.folded) [i, j] = [i + 1, j + 1];
    else if (j < right.length && (lengths[here + 1] ?? 0) >= (lengths[here + columns] ?? 0)) j++;
    else {
      gone.push(word);
      i++;
    }
  }
  return gone;
};

/** Words that carry something and stand in none of the sentences that make the claim, in no form of theirs. */
const uncarried = ({ claimId, text }: SkeletonClaim, sentences: readonly DraftSentence[]): Said[] => {
  const makers = sentences.filter((sentence) => sentence.claimId === claimId);
  const said = new Set(makers.flatMap((sentence) => saidWords(sentence.text).map(({ folded }) => folded)));
  const roots = new Set(makers.flatMap((sentence) => contentWords(sentence.text).map(({ root }) => root)));
  const gone = new Set(contentWords(text).flatMap(({ root, start }) => (roots.has(root) ? [] : [start])));
  return saidWords(text).filter(
    ({ folded, start }) => !said.has(folded) && (gone.has(start) || /\p{N}/u.test(folded) || denies(folded)),
  );
};

const denies = (folded: string): boolean => dutch.negations.has(folded) || english.negations.has(folded);

/** Words that stand next to one another as one stretch. */
const stretches = (text: string, words: readonly Said[]): Range[] => {
  const found: Range[] = [];
  for (const { start, end } of words) {
    const last = found.at(-1);
    if (last && saidWords(text.slice(last.end, start)).length === 0)
      found[found.length - 1] = { start: last.start, end };
    else found.push({ start, end });
  }
  return found;
};
