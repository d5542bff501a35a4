import { rarityOf } from "../../span/bm25.ts";
import { type SentenceCollection, type SoughtWord, yearDaysIn } from "./collection.ts";
import {
  type ClaimTerms,
  type Features,
  featureNames,
  featuresOf,
  isQuoted,
  likeness,
  numbersIn,
  personKey,
  type SoughtClaim,
  shareOf,
} from "./features.ts";
import { gramsOf, type Paper, tellingWords, wordsOf } from "./paper.ts";
import fitted from "./weights.json" with { type: "json" };

/** What was fitted on keyed cases, by `npm run campaign -- fit-candidates`; nobody writes these numbers. */
export interface Weights {
  /** One for each feature, by its name. */
  readonly weights: Readonly<Record<string, number>>;
  /** What each passage of a paper that stands further up takes from the score of one: a person sees several papers before many sentences of one. */
  readonly samePaper: number;
  /** Share of the chance from which on the first was right in 95 of 100 keyed cases; above 1: never. */
  readonly sureFrom: number;
}

/** A sentence of a paper with what it was ranked by. */
export interface RankedSentence {
  readonly paper: Paper;
  readonly at: number;
  readonly features: Features;
  readonly score: number;
  /** Of all sentences it has most words of the claim in a row, and enough of them to be no chance. */
  readonly hasSameWords?: true;
}

/** All sentences with their features, unranked: nothing is dropped unseen. `elsewhere`: how rare a stem is in more than these papers. */
export const weighed = (
  collection: SentenceCollection,
  claim: SoughtClaim,
  elsewhere: (stem: string) => number = () => 0,
): RankedSentence[] => {
  const { papers, sentences } = collection;
  const words = collection.sought(claim.text, elsewhere);
  const terms: ClaimTerms = { words, numbers: numbersIn(claim.text), yearDays: yearDaysIn(claim.text) };
  const bm25 = collection.scores(words);
  const best = bm25.reduce((most, one) => Math.max(most, one), 1e-9);
  const wantedGrams = gramsOf(claim.text);
  const gramRarity = rarityOfGrams(papers, wantedGrams, sentences.length);
  const about = aboutOf(papers, words);
  const ofPaper = new Map(
    papers.map((paper) => {
      const letters = paper.grams.map((own) => likeness(own, wantedGrams, gramRarity));
      const paperLetters = letters.reduce((most, one) => Math.max(most, one), 0);
      return [paper, { title: shareOf(wordsOf(paper.title), words), letters, paperLetters, about }];
    }),
  );
  return sentences.map(({ paper, at }, number) => {
    const own = ofPaper.get(paper);
    if (!own) throw new Error("every paper is known");
    const known = { ...own, letters: own.letters[at] ?? 0, bm25: (bm25[number] ?? 0) / best };
    return { paper, at, features: held(featuresOf(paper, at, claim, terms, known)), score: 0 };
  });
};

/** Share of the claim's words in what is known of a person: what she is called, and what stands under her papers. */
const aboutOf = (papers: readonly Paper[], words: readonly SoughtWord[]): ((speaker: string) => number) => {
  const signatures = new Map<string, string>();
  for (const { author, signature } of papers) {
    const key = personKey(author);
    if (key !== "") signatures.set(key, `${signatures.get(key) ?? ""}\n${author}\n${signature}`);
  }
  const shares = new Map<string, number>();
  return (speaker) => {
    const known = shares.get(speaker);
    if (known !== undefined) return known;
    const share = shareOf(wordsOf(`${speaker}\n${signatures.get(personKey(speaker)) ?? ""}`), words);
    shares.set(speaker, share);
    return share;
  };
};

const rarityOfGrams = (papers: readonly Paper[], wanted: ReadonlySet<string>, count: number) => {
  const counts = new Map<string, number>();
  for (const { grams } of papers)
    for (const own of grams)
      for (const gram of wanted) if (own.has(gram)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const usual = rarityOf(count / 20, count);
  return (gram: string): number => {
    const known = counts.get(gram);
    // A row of letters that only one side has weighs as one that a twentieth of all sentences have.
    return known === undefined ? usual : rarityOf(known, count);
  };
};

/** Features that show what a sentence says: where all of them are nothing, who wrote it and where decides nothing. */
const matters = ["matter", "akin", "letters"].map((name) => (featureNames as readonly string[]).indexOf(name));
const standing = ["speaker", "about", "title", "day", "paperLetters", "neighbours", "quoted"].map((name) =>
  (featureNames as readonly string[]).indexOf(name),
);
/** Share of the claim's matter from which on standing counts in full. */
const floor = 0.15;

/** Features with standing held back where a sentence shares little with the claim. What the answered letter says is its own matter. */
const held = (features: Features): Features => {
  const matter = matters.reduce((most, at) => Math.max(most, features[at] ?? 0), 0);
  if (matter >= floor) return features;
  return features.map((value, at) => (standing.includes(at) ? (value * matter) / floor : value));
};

/** Sentences best first; equal ones by the newer paper, then by id and place. */
export const rank = (
  collection: SentenceCollection,
  claim: SoughtClaim,
  elsewhere?: (stem: string) => number,
  { weights, samePaper }: Weights = fitted,
): readonly RankedSentence[] => {
  const numbers = featureNames.map((name) => weights[name] ?? 0);
  const ranked = onceEach(
    weighed(collection, claim, elsewhere)
      .map((one) => ({ ...one, score: dot(one.features, claim.isSearch ? ofSearch(numbers) : numbers) }))
      .sort(
        (a, b) =>
          b.score - a.score ||
          compare(b.paper.day, a.paper.day) ||
          compare(a.paper.docUid, b.paper.docUid) ||
          a.at - b.at,
      ),
  );
  return withSameWords(spread(ranked, samePaper), claim.text);
};

/**
 * The weights for what a person searches for: its words decide, then those of the paper's title, and what was fitted on claims among equals. A
 * sum that stands in one invoice brought three sentences without it, since a claim's place among sentences is decided by far more.
 */
const ofSearch = (numbers: readonly number[]): number[] =>
  featureNames.map((name, at) => (numbers[at] ?? 0) + (name === "matter" ? 100 : name === "title" ? 50 : 0));

/** So many are at the head of a list, which no paper fills by itself; of five, as a person is shown, as many keyed claims have theirs (262 of 355). */
const headCount = 3;
/** What stands further down than this is drawn up by no paper's turn. */
const spreadFrom = 200;

/** Of those at the head, each holds back the others of its paper; behind them all stand by their scores alone. */
export const spread = <T extends { readonly paper: unknown; readonly score: number }>(
  ranked: readonly T[],
  samePaper: number,
): readonly T[] => {
  const rest = ranked.slice(0, spreadFrom);
  const shown: T[] = [];
  const counts = new Map<unknown, number>();
  const heldBack = ({ paper, score }: T): number => score - samePaper * (counts.get(paper) ?? 0);
  while (shown.length < headCount && rest.length > 0) {
    const best = rest.reduce((most, one, at) => (heldBack(one) > heldBack(rest[most] as T) ? at : most), 0);
    const [next] = rest.splice(best, 1) as [T];
    shown.push(next);
    counts.set(next.paper, (counts.get(next.paper) ?? 0) + 1);
  }
  return [...shown, ...rest, ...ranked.slice(spreadFrom)];
};

/**
 * So many telling words of a claim in a row are seldom chance: of 194 keyed claims four had them in a paper when this was written, each in the
 * sentence that the weights of then ranked first, two of which are right.
 */
const rowLeast = 3;

/** The sentence with most of the claim's words in a row is at the head, whatever else speaks against it. */
const withSameWords = (ranked: readonly RankedSentence[], claim: string): readonly RankedSentence[] => {
  const wanted = tellingWords(claim);
  let [best, longest] = [-1, rowLeast - 1];
  for (const [at, { paper, at: place }] of ranked.entries()) {
    const row = longestRow(wanted, paper.wordRows[place] ?? []);
    if (row > longest) [best, longest] = [at, row];
  }
  const found = ranked[best];
  if (!found) return ranked;
  const others = ranked.toSpliced(best, 1);
  return others.toSpliced(Math.min(best, headCount - 1), 0, { ...found, hasSameWords: true });
};

/** How many words stand in both in a row, at most. */
const longestRow = (some: readonly string[], others: readonly string[]): number => {
  let longest = 0;
  let before: readonly number[] = [];
  for (const word of some) {
    const at = before;
    before = others.map((other, place) => (other === word ? (at[place - 1] ?? 0) + 1 : 0));
    longest = Math.max(longest, ...before);
  }
  return longest;
};

const dot = (features: Features, weights: readonly number[]): number =>
  features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The same words are one candidate, at the best of their places: where somebody says them, else where they are quoted; and of papers that say the
 * same from end to end, once. Papers that share a sentence and differ in another are each told: a draft and what was signed, one letter to two people.
 */
const onceEach = (ranked: readonly RankedSentence[]): RankedSentence[] => {
  const said = new Map<string, Map<string, RankedSentence>>();
  for (const one of ranked) {
    if (isQuotedAt(one)) continue;
    const papers = said.get(wordsAt(one)) ?? new Map<string, RankedSentence>();
    said.set(wordsAt(one), papers);
    const paper = wholeOf(one.paper);
    if (!papers.has(paper)) papers.set(paper, one);
  }
  const seen = new Map<string, Set<string>>();
  return ranked.flatMap((one) => {
    const words = wordsAt(one);
    const papers = said.get(words) ?? new Map([["", one]]);
    const told = seen.get(words) ?? new Set<string>();
    seen.set(words, told);
    // Where the words are only quoted here, they are told once: at whoever says them.
    const paper = isQuotedAt(one) ? (papers.keys().next().value ?? "") : wholeOf(one.paper);
    if (told.has(paper)) return [];
    told.add(paper);
    return [{ ...(papers.get(paper) ?? one), score: one.score }];
  });
};

/** The words by which it is known; of a message with who sends them and when, since `Ja` answers something else each time. */
const wordsAt = ({ paper, at }: RankedSentence): string => {
  const { text = "", isMessage = false, speaker = "", dateText = "" } = paper.units[at] ?? {};
  const words = text.replace(/[\s>]+/gu, " ");
  return isMessage ? `${words}\n${speaker}\n${dateText}` : words;
};

const wholes = new WeakMap<Paper, string>();

/** All that a paper says, by which it is told from another one. */
const wholeOf = (paper: Paper): string => {
  const known = wholes.get(paper) ?? paper.units.map(({ text }) => text.replace(/[\s>]+/gu, " ")).join("\n");
  wholes.set(paper, known);
  return known;
};

const isQuotedAt = ({ paper, at }: RankedSentence): boolean => {
  const unit = paper.units[at];
  return unit !== undefined && isQuoted(unit);
};

/** The share of the chance that the first has among all, by the scores as logits. */
export const firstShare = (ranked: readonly RankedSentence[]): number => {
  const [first] = ranked;
  if (!first) return 0;
  const whole = ranked.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0);
  return 1 / whole;
};

/** Whether a guide may choose the first by itself. */
export const isSure = (share: number, { sureFrom }: Pick<Weights, "sureFrom"> = fitted): boolean => share >= sureFrom;
