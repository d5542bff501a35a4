import { monthOf } from "#kit/months.ts";
import { analyse, analyseUnstemmed, type Token } from "../../search/words/analysis.ts";
import { compoundsOf, type WordList } from "../../search/words/compounds.ts";
import { inflectionsOf } from "../../search/words/inflections.ts";
import { stemsOf } from "../../search/words/stem.ts";
import { isStopWord } from "../../search/words/stop-words.ts";
import { loosePartOf, strongForms, weakStems } from "../../search/words/verb-forms.ts";
import { rarityOf } from "../../span/bm25.ts";
import { isOneWord, type Paper, partedVerb } from "./paper.ts";

/** A word of a claim, with the words of the papers that are the same in another form, and those that have it as a part. */
export interface SoughtWord {
  readonly same: ReadonlySet<string>;
  readonly akin: ReadonlySet<string>;
  /** How much it says that a sentence has it. */
  readonly weight: number;
}

/** A sentence of the collection. */
export interface Placed {
  readonly paper: Paper;
  readonly at: number;
  readonly words: ReadonlyMap<string, number>;
}

/** The usual constants of Okapi BM25: how soon more occurrences stop counting, and how far long texts are held back. */
const saturation = 1.2;
const lengthShare = 0.75;

/** The sentences of papers, with the words that stand in them; made once for all claims that are asked of the same papers. */
export class SentenceCollection {
  readonly papers: readonly Paper[];
  readonly sentences: readonly Placed[];
  readonly #vocabulary: Vocabulary;
  readonly #places = new Map<string, number[]>();
  readonly #lengthMean: number;

  constructor(papers: readonly Paper[]) {
    this.papers = papers;
    this.sentences = papers.flatMap((paper) => paper.words.map((words, at) => ({ paper, at, words })));
    for (const [number, { words }] of this.sentences.entries())
      for (const word of words.keys()) {
        const places = this.#places.get(word);
        if (places) places.push(number);
        else this.#places.set(word, [number]);
      }
    this.#vocabulary = new Vocabulary([...this.#places.keys()].filter(isOneWord));
    const length = this.sentences.reduce((sum, { words }) => sum + lengthOf(words), 0);
    this.#lengthMean = Math.max(1, length / Math.max(1, this.sentences.length));
  }

  /** The words of a claim; `elsewhere` says how rare one is in more than these papers. */
  sought(claim: string, elsewhere: (stem: string) => number): SoughtWord[] {
    const tokens = analyse(claim, "both").filter(({ isExtra }) => !isExtra);
    const telling = tokens.filter(({ raw }) => !isStopWord(raw));
    const seen = new Set<string>();
    return (telling.length > 0 ? telling : tokens).flatMap((token) => {
      if (seen.has(token.raw)) return [];
      seen.add(token.raw);
      const same = this.#vocabulary.formsOf(token);
      const akin = this.#vocabulary.akinTo(token.raw, same);
      for (const other of [...this.#vocabulary.partedOf(token), ...asHour(token.raw)])
        if (this.#places.has(other)) same.add(other);
      const weight = this.#rarity(same) + Math.max(0, ...token.stems.map(elsewhere));
      return [{ same, akin, weight }];
    });
  }

  /** How rare it is that a sentence has one of these words. */
  #rarity(words: ReadonlySet<string>): number {
    return rarityOf(this.#having(words).size, this.sentences.length);
  }

  #having(words: ReadonlySet<string>): Set<number> {
    return new Set([...words].flatMap((word) => this.#places.get(word) ?? []));
  }

  /** BM25 of each sentence, in their order. */
  scores(sought: readonly SoughtWord[]): number[] {
    const scores = new Array<number>(this.sentences.length).fill(0);
    for (const { same, weight } of sought)
      for (const number of this.#having(same)) {
        const { words } = this.sentences[number] as Placed;
        const times = timesOf(words, same);
        const held = saturation * (1 - lengthShare + (lengthShare * lengthOf(words)) / this.#lengthMean);
        scores[number] = (scores[number] ?? 0) + (weight * times * (saturation + 1)) / (times + held);
      }
    return scores;
  }
}

const lengthOf = (words: ReadonlyMap<string, number>): number =>
  [...words].reduce((sum, [word, count]) => (isOneWord(word) ? sum + count : sum), 0);

const timesOf = (words: ReadonlyMap<string, number>, forms: ReadonlySet<string>): number =>
  [...forms].reduce((sum, form) => sum + (words.get(form) ?? 0), 0);

/** Words in their order, and from behind: what begins or ends alike stands together. */
class Vocabulary implements WordList {
  readonly #words: readonly string[];
  readonly #reversed: readonly string[];
  readonly #known: ReadonlySet<string>;

  constructor(words: Iterable<string>) {
    this.#words = [...words].sort();
    this.#known = new Set(this.#words);
    this.#reversed = this.#words.map(turned).sort();
  }

  has(word: string): boolean {
    return this.#known.has(word);
  }

  wordsFrom(head: string): readonly string[] {
    return beginning(this.#words, head);
  }

  endingIn(tail: string): readonly string[] {
    return beginning(this.#reversed, turned(tail)).map(turned);
  }

  /** The words that are this one in any form: inflected, weak and strong forms of its verb. */
  formsOf({ raw, stems }: Token): Set<string> {
    const found = new Set<string>([raw]);
    const all = new Set([...stems, ...weakStems(raw).flatMap((stem) => stemsOf(stem, "nl"))]);
    for (const word of inflectionsOf([...all], (head) => this.wordsFrom(head))) found.add(word);
    for (const word of strongForms(raw)) if (this.has(word)) found.add(word);
    return found;
  }

  /** The same where its loose part stands apart from it: `opgezegd` as `zeg … op`. */
  partedOf({ raw, stems }: Token): string[] {
    const part = loosePartOf(raw);
    if (part === "") return [];
    const whole = [...stems, ...weakStems(raw), ...strongForms(raw)].filter((word) => word.startsWith(part));
    const verbs = whole.map((word) => word.slice(part.length)).filter((verb) => verb.length >= verbMin);
    const forms = verbs.flatMap((verb) => [...this.formsOf({ ...noPlace, raw: verb, stems: stemsOf(verb, "nl") })]);
    return [...new Set(forms)].map((form) => partedVerb(part, form));
  }

  /** Compounds that have one of these forms as a part, and parts of the word itself. */
  akinTo(raw: string, forms: ReadonlySet<string>): Set<string> {
    const found = new Set([...forms].flatMap((form) => compoundsOf(form, this)));
    const withOwn: WordList = {
      has: (word) => word === raw || this.has(word),
      wordsFrom: (head) => (raw.startsWith(head) ? [...this.wordsFrom(head), raw] : this.wordsFrom(head)),
      endingIn: (tail) => (raw.endsWith(tail) ? [...this.endingIn(tail), raw] : this.endingIn(tail)),
    };
    for (let at = partMin; at <= raw.length - partMin; at++)
      for (const part of [raw.slice(0, at), raw.slice(at)])
        if (this.has(part) && compoundsOf(part, withOwn).includes(raw)) found.add(part);
    for (const form of forms) found.delete(form);
    return found;
  }
}

const noPlace = { start: 0, end: 0, isExtra: false };
/** What is left of a word is a verb from so many letters on. */
const verbMin = 3;

/** Shorter words stand in others by chance. */
const partMin = 4;

const turned = (word: string): string => [...word].reverse().join("");

/** The words of a sorted list that begin so. */
const beginning = (sorted: readonly string[], head: string): string[] => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < head) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; at < sorted.length && (sorted[at] as string).startsWith(head); at++)
    found.push(sorted[at] as string);
  return found;
};

/** Days of a year that a text names, with or without the year, as `MM-DD`. */
export const yearDaysIn = (text: string): string[] => {
  const raws = analyseUnstemmed(text).flatMap(({ raw, isExtra }) => (isExtra ? [] : [raw]));
  return raws.flatMap((raw, at) => {
    const month = monthOf(raws[at + 1] ?? "");
    return /^\d{1,2}$/u.test(raw) && month > 0 && Number(raw) >= 1 && Number(raw) <= 31
      ? [`${String(month).padStart(2, "0")}-${raw.padStart(2, "0")}`]
      : [];
  });
};

/** What may be an hour with the other mark between its parts: `18.39` is the `18:39` of a log. */
const asHour = (raw: string): string[] => {
  const [, hour, mark, minute] = /^([01]?\d|2[0-3])([.:])([0-5]\d)$/u.exec(raw) ?? [];
  return hour === undefined ? [] : [`${hour}${mark === "." ? ":" : "."}${minute}`];
};
