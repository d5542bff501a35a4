import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { analyse } from "../../search/words/analysis.ts";
import type { SentenceUnit } from "./sentence-units.ts";

/** What is weighed of a sentence, in the order of the weights. Each value lies between 0 and 1, or near it. */
export const featureNames = [
  /** Share of the claim's words, weighed by how rare they are, that stand in the sentence. */
  "matter",
  /** BM25 of the sentence among all sentences of the papers at hand, by the best one's. */
  "bm25",
  /** The same share in the sentences beside it. */
  "neighbours",
  /** The same share in the whole paper. */
  "paper",
  /** Share of the claim's words in the title of the paper: the paper that the claim names. */
  "title",
  /** The words or their paper are of a day that the claim names. */
  "day",
  /** Whoever acts in the claim speaks. */
  "speaker",
  /** Share of the claim's numbers that stand in the sentence. */
  "numbers",
  /** Likeness of the letters of claim and sentence, four in a row: what compounds and inflections leave alike. */
  "letters",
  /** The same of the paper's most alike sentence. */
  "paperLetters",
  /** Somebody else's words, quoted or forwarded. */
  "quoted",
  /** It stands in the letter that is answered, and the claim tells what that says. */
  "letterSays",
  /** It stands in the letter that is answered, and the claim tells something else. */
  "letterElse",
  /** It asks. */
  "asks",
] as const;

export type FeatureName = (typeof featureNames)[number];
/** One sentence's features, in the order of `featureNames`. */
export type Features = readonly number[];

/** What is known of a claim before any sentence is looked at. */
export interface SoughtClaim {
  readonly text: string;
  readonly days: readonly string[];
  readonly speakers: readonly string[];
  readonly answeredDocUid: string;
  readonly isOfAnsweredLetter: boolean;
}

/** A paper with its sentences. */
export interface Paper {
  readonly docUid: string;
  readonly title: string;
  /** ISO day; empty: not known. */
  readonly day: string;
  /** Whoever wrote it, as the source writes them; empty: not known. */
  readonly author: string;
  readonly units: readonly SentenceUnit[];
  /** The terms of each sentence. */
  readonly terms: readonly ReadonlySet<string>[];
  /** The letters of each sentence, four in a row. */
  readonly grams: readonly ReadonlySet<string>[];
}

/** The words of a claim with how rare each is. */
export interface ClaimTerms {
  readonly weights: ReadonlyMap<string, number>;
  readonly numbers: readonly string[];
}

/** The numbers of a text in their canonical form. */
export const numbersIn = (text: string): string[] =>
  analyse(text, "both").flatMap(({ raw }) => (/^\d[\d.,:-]*$/u.test(raw) ? [raw] : []));

/** Share of the claim's weight that these terms have. */
export const shareOf = (terms: ReadonlySet<string> | undefined, weights: ReadonlyMap<string, number>): number => {
  let [whole, held] = [0, 0];
  for (const [term, weight] of weights) {
    whole += weight;
    if (terms?.has(term)) held += weight;
  }
  return whole === 0 ? 0 : held / whole;
};

/** Whether a person written so can be one of those named: her last name, the last word of what she is called, is one of theirs. */
const isNamed = (written: string, names: readonly string[]): boolean => {
  const last = nameWords(written).at(-1);
  return last !== undefined && names.some((name) => nameWords(name).at(-1) === last);
};

/** The words of a name, without its mail address; of an address alone, those in front of the @. */
const nameWords = (name: string): string[] => {
  const called = name.replace(/<.*$/su, "").trim() || name.replace(/^.*<|>.*$/gsu, "");
  return (
    called
      .replace(/@.*$/u, "")
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  );
};

/** The letters of a text, four in a row within its words. */
export const gramsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).flatMap((word) =>
      Array.from({ length: word.length - 3 }, (_, at) => word.slice(at, at + 4)),
    ),
  );

/** Rows of letters in common, weighed by how rare they are, by the mean of what each side has. */
export const likeness = (
  some: ReadonlySet<string> | undefined,
  others: ReadonlySet<string>,
  rarity: (gram: string) => number,
): number => {
  if (!some || some.size === 0 || others.size === 0) return 0;
  const weight = (grams: Iterable<string>) => [...grams].reduce((sum, gram) => sum + rarity(gram), 0);
  const shared = weight([...others].filter((gram) => some.has(gram)));
  const whole = Math.sqrt(weight(some) * weight(others));
  return whole === 0 ? 0 : shared / whole;
};

/** The features of one sentence of a paper; `bm25` is its score by the best one's. */
export const featuresOf = (
  paper: Paper,
  at: number,
  claim: SoughtClaim,
  { weights, numbers }: ClaimTerms,
  known: {
    readonly bm25: number;
    readonly paper: number;
    readonly title: number;
    readonly letters: number;
    readonly paperLetters: number;
  },
): Features => {
  const unit = paper.units[at] as SentenceUnit;
  const own = paper.terms[at];
  const isOther = unit.voice === Voice.QUOTED || unit.voice === Voice.FORWARDED;
  const speaker = unit.speaker || (isOther ? "" : paper.author);
  const beside = Math.max(shareOf(paper.terms[at - 1], weights), shareOf(paper.terms[at + 1], weights));
  const isLetter = claim.answeredDocUid !== "" && claim.answeredDocUid === paper.docUid;
  const held = numbers.length === 0 ? 0 : numbersHeld(unit.text, numbers) / numbers.length;
  const values: Readonly<Record<FeatureName, number>> = {
    matter: shareOf(own, weights),
    bm25: known.bm25,
    neighbours: beside,
    paper: known.paper,
    title: known.title,
    day: claim.days.length > 0 && claim.days.includes(paper.day) ? 1 : 0,
    speaker: speaker !== "" && isNamed(speaker, claim.speakers) ? 1 : 0,
    numbers: held,
    letters: known.letters,
    paperLetters: known.paperLetters,
    quoted: isOther ? 1 : 0,
    letterSays: isLetter && claim.isOfAnsweredLetter ? 1 : 0,
    letterElse: isLetter && !claim.isOfAnsweredLetter ? 1 : 0,
    asks: /\?\s*$/u.test(unit.text) ? 1 : 0,
  };
  return featureNames.map((name) => values[name]);
};

const numbersHeld = (text: string, numbers: readonly string[]): number => {
  const held = new Set(numbersIn(text));
  return numbers.filter((number) => held.has(number)).length;
};
