import { deniesAnything } from "#kit/denial.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { analyse } from "../../search/words/analysis.ts";
import { type SoughtWord, yearDaysIn } from "./collection.ts";
import type { Paper } from "./paper.ts";
import type { SentenceUnit } from "./sentence-units.ts";

/** What is weighed of a sentence, in the order of the weights. Each value lies between 0 and 1, or near it. */
export const featureNames = [
  /** Share of the claim's words, weighed by how rare they are, that stand in the sentence. */
  "matter",
  /** The same share of words that stand there only as a part of a compound, or whose part stands there. */
  "akin",
  /** BM25 of the sentence among all sentences of the papers at hand, by the best one's. */
  "bm25",
  /** The same share in the sentences beside it. */
  "neighbours",
  /** The same share in what is known of whoever speaks: the name, the address, what stands under the mails. */
  "about",
  /** Share of the claim's words in the title of the paper: the paper that the claim names. */
  "title",
  /** The words or their paper are of a day that the claim names, with or without its year. */
  "day",
  /** Whoever acts in the claim speaks. */
  "speaker",
  /** The author speaks, and the claim does not say so. */
  "ownElse",
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
  /** It asks, and the claim tells of nobody who asked. */
  "asksElse",
  /** It denies something, and so does the claim. */
  "deniesToo",
  /** It ends without a mark and is no message of a chat: a heading, a row of a table. */
  "unended",
  /** The logarithm of how many words it has: few words say little by themselves. */
  "length",
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
  /** Names and addresses of whoever the memo is by; empty: not known. */
  readonly authors: readonly string[];
  /** Whether the claim's words say that the author acts. */
  readonly isOfAuthor: boolean;
  /** Whether the claim tells that somebody asked. */
  readonly isAsking: boolean;
  /** Whether the claim denies anything. */
  readonly isDenying: boolean;
  /** Whether it is no claim but what a person searches for. */
  readonly isSearch?: boolean;
}

/** The words of a claim, and its numbers and days. */
export interface ClaimTerms {
  readonly words: readonly SoughtWord[];
  readonly numbers: readonly string[];
  readonly yearDays: readonly string[];
}

/** The numbers of a text in their canonical form. */
export const numbersIn = (text: string): string[] =>
  analyse(text, "both").flatMap(({ raw }) => (/^\d[\d.,:-]*$/u.test(raw) ? [raw] : []));

/** What `has` is asked of: whether these words stand somewhere. */
type Held = { has(word: string): boolean };

/** Share of the claim's weight whose words, in one of the forms that `of` names, stand there. */
export const shareOf = (
  held: Held | undefined,
  words: readonly SoughtWord[],
  of: (word: SoughtWord) => ReadonlySet<string> = ({ same }) => same,
): number => {
  let [whole, share] = [0, 0];
  for (const word of words) {
    whole += word.weight;
    if (held && [...of(word)].some((form) => held.has(form))) share += word.weight;
  }
  return whole === 0 ? 0 : share / whole;
};

const akinShare = (held: Held | undefined, words: readonly SoughtWord[]): number =>
  shareOf(held, words, ({ same, akin }) => (held && [...same].some((form) => held.has(form)) ? none : akin));
const none: ReadonlySet<string> = new Set();

/** The words of the sentence before or behind another; a form's short labels between two sentences part them not. */
const beside = ({ units, words }: Paper, at: number, step: -1 | 1): Held | undefined => {
  let next = at + step;
  if (units[at]?.isLabel !== true) while (units[next]?.isLabel === true) next += step;
  return words[next];
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

/** The features of one sentence of a paper; `known` is what is compared among all sentences, or known of its paper. */
export const featuresOf = (
  paper: Paper,
  at: number,
  claim: SoughtClaim,
  { words, numbers, yearDays }: ClaimTerms,
  known: {
    readonly bm25: number;
    readonly title: number;
    readonly letters: number;
    readonly paperLetters: number;
    readonly about: (speaker: string) => number;
  },
): Features => {
  const unit = paper.units[at] as SentenceUnit;
  const own = paper.words[at];
  const speaker = speakerOf(paper, unit);
  const [iso] = /^\d{4}-\d\d-\d\d/u.exec(unit.dateText) ?? [unit.dateText === "" ? paper.day : ""];
  const day = iso === "" ? (yearDaysIn(unit.dateText)[0] ?? "") : iso.slice(5);
  const isOwn = speaker !== "" && isNamed(speaker, claim.authors);
  const isLetter = claim.answeredDocUid !== "" && claim.answeredDocUid === paper.docUid;
  const values: Readonly<Record<FeatureName, number>> = {
    matter: shareOf(own, words),
    akin: akinShare(own, words),
    bm25: known.bm25,
    neighbours: Math.max(shareOf(beside(paper, at, -1), words), shareOf(beside(paper, at, 1), words)),
    about: known.about(speaker),
    title: known.title,
    day: claim.days.includes(iso) || claim.days.includes(paper.day) || yearDays.includes(day) ? 1 : 0,
    speaker: speaker !== "" && isNamed(speaker, claim.speakers) ? 1 : 0,
    ownElse: isOwn && !claim.isOfAuthor ? 1 : 0,
    numbers: numbers.length === 0 ? 0 : numbersHeld(`${unit.number} ${unit.text}`, numbers) / numbers.length,
    letters: known.letters,
    paperLetters: known.paperLetters,
    quoted: isQuoted(unit) ? 1 : 0,
    letterSays: isLetter && claim.isOfAnsweredLetter ? 1 : 0,
    letterElse: isLetter && !claim.isOfAnsweredLetter ? 1 : 0,
    asksElse: /\?\s*$/u.test(unit.text) && !claim.isAsking ? 1 : 0,
    deniesToo: claim.isDenying && deniesAnything(unit.text) ? 1 : 0,
    length: Math.log1p((unit.text.match(/[\p{L}\p{N}]+/gu) ?? []).length) / lengthUsual,
    unended: unit.isMessage || /[.!?:;…]["'”’»)\]]*$/u.test(unit.text) ? 0 : 1,
  };
  return featureNames.map((name) => values[name]);
};

/** The logarithm of about fifty words, which few sentences have more of. */
const lengthUsual = 4;

/** Whether a paper has somebody else's words, which stand elsewhere as their own: a message of a chat stands where it was said. */
export const isQuoted = ({ voice, isMessage }: SentenceUnit): boolean =>
  (voice === Voice.QUOTED || voice === Voice.FORWARDED) && !isMessage;

/** Who speaks a sentence: as its segment says, else whoever wrote the paper; of words of others that name nobody, nobody. */
export const speakerOf = (paper: Paper, unit: SentenceUnit): string =>
  unit.speaker || (othersVoices.has(unit.voice) ? "" : paper.author);

const othersVoices: ReadonlySet<Voice> = new Set([Voice.QUOTED, Voice.FORWARDED, Voice.UNSPECIFIED]);

/** By which the same person is known in several papers: the last word of a name, else of an address what stands in front of the @. */
export const personKey = (written: string): string => nameWords(written).at(-1) ?? "";

const numbersHeld = (text: string, numbers: readonly string[]): number => {
  const held = new Set(numbersIn(text));
  return numbers.filter((number) => held.has(number)).length;
};
