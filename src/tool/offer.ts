import type { Provision } from "../citation/citation.ts";
import type { KnownNames } from "../citation/juriconnect-citation.ts";
import type { NameRegister } from "../citation/name-register.ts";
import { readCitations } from "../citation/read-citations.ts";
import { renderDutch } from "../citation/render.ts";
import type { Verdict, WordToLeave } from "./leaving-words.ts";
import { allWordsIn } from "./words-in.ts";

/** The words that may leave in one run: its own, not the case's. */
export interface Offer {
  /** The offered word that a written one stands for; undefined: there is none. */
  word(written: string): string | undefined;
  /** Whether exactly this word is offered. */
  has(word: string): boolean;
  /** Whether a person is asked before it leaves: what a model wrote, and the offered word that it stands for. */
  isAsked(written: string, offered: string): boolean;
  readonly wordCount: number;
  /** Whether the words may stand in the order in which they were written, which then counts. */
  readonly isOrdered: boolean;
  /** Whether words stand, in this order, in a text that LawBot gave this run. */
  hasText(text: string): boolean;
  /** Characters of those texts in all. */
  readonly chars: number;
  readonly ids: ReadonlySet<string>;
  /** The citation of a text, written from the reading, and how much it can tell; undefined: nothing that the register knows. */
  citation(text: string): { readonly text: string; readonly bits: number } | undefined;
}

/** Of whom the words are. */
export interface Sources {
  /** Words that a person typed or confirmed in this run. */
  readonly persons: readonly string[];
  /** Texts, titles and names of law that LawBot gave this run. */
  readonly law: readonly string[];
  /** Words of the run's profile about its kind of memo. They were there before the case, and a model writes none of them. */
  readonly profile: readonly string[];
  /** Ids that LawBot gave this run, or a person pinned. */
  readonly ids: readonly string[];
  readonly register: NameRegister;
  /** Names and addresses of people whom the run knows: no word of one leaves, whoever typed, gave or publishes it. Default: nobody. */
  readonly people?: readonly string[];
  /** Whether a word that is offered leaves. Default: it does. */
  readonly judge?: (word: WordToLeave) => Verdict;
  /** Words that the service itself publishes, the same for everybody. Default: nothing. */
  readonly published?: Published;
}

/** Words that a service publishes, in small letters. The same object is the same list. */
export interface Published {
  readonly words: readonly string[];
}

/** Two words are taken for forms of one when they share this many first letters, and end in few more. */
const stemCharsMin = 6;
const endingCharsMax = 3;

/** The forms of a word without its ending, longest first. */
const stemsOf = (word: string): string[] =>
  Array.from({ length: endingCharsMax + 1 }, (_, cut) => word.slice(0, word.length - cut)).filter(
    (stem) => stem.length >= stemCharsMin,
  );

/** Words, and which of them stands for a form of one; those of a list that is kept, and some more. */
class WordForms {
  readonly #words: ReadonlySet<string>;
  readonly #byStem = new Map<string, string>();
  readonly #kept: WordForms | undefined;

  constructor(words: Iterable<string>, kept?: WordForms) {
    this.#kept = kept;
    this.#words = new Set([...words].filter((word) => kept?.has(word) !== true));
    for (const word of [...this.#words].toSorted(byLength))
      for (const stem of stemsOf(word)) if (!this.#byStem.has(stem)) this.#byStem.set(stem, word);
  }

  has(word: string): boolean {
    return this.#words.has(word) || this.#kept?.has(word) === true;
  }

  get size(): number {
    return this.#words.size + (this.#kept?.size ?? 0);
  }

  formOf(written: string): string | undefined {
    for (const stem of stemsOf(written)) {
      const form = this.#at(stem);
      if (form !== undefined) return form;
    }
    return undefined;
  }

  /** The shortest form stands for all, whichever of them came first. */
  #at(stem: string): string | undefined {
    const kept = this.#kept === undefined ? undefined : this.#kept.#at(stem);
    return [this.#byStem.get(stem), kept].filter((one) => one !== undefined).toSorted(byLength)[0];
  }
}

const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** A list is the same for all requests of a turn, and has ten thousands of words. */
const forms = new WeakMap<Published, WordForms>();

const formsOf = (published: Published): WordForms => {
  const known = forms.get(published) ?? new WordForms(published.words);
  forms.set(published, known);
  return known;
};

/** Shorter ones find nothing, and spell everything. */
const wordCharsMin = 3;

/** Puts together what may leave. */
export const offerOf = (sources: Sources): Offer => {
  const { persons, law, profile, ids, register, people = [], published, judge } = sources;
  const texts = law.map(spaced);
  const own = new WordForms(wordsOf([...profile, ...persons, ...law]), namesIn(register));
  const all = published ? formsOf(published) : undefined;
  const names: KnownNames = { register, laws: [] };
  // A domain says where somebody works, in words that others use too.
  const named = new Set(wordsOf(people.map((one) => one.replaceAll(/@\S+/gu, " "))));
  // Numbers of articles that a person or the kind of memo cites are addresses of law: a search for one is a question of law.
  let addresses: ReadonlySet<string> | undefined;
  const isOfAddress = (word: string): boolean => {
    addresses ??= new Set([...profile, ...persons].flatMap((text) => numbersCited(text, names)));
    return addresses.has(word);
  };
  const leaves = (word: string): boolean => !named.has(word) && (!/\p{N}/u.test(word) || isOfAddress(word));
  const has = (word: string): boolean => leaves(word) && (own.has(word) || all?.has(word) === true);
  const offered = (written: string): string | undefined => {
    if (!leaves(written) || has(written)) return has(written) ? written : undefined;
    const form = own.formOf(written) ?? all?.formOf(written);
    return form !== undefined && leaves(form) ? form : undefined;
  };
  let known: { readonly before: ReadonlySet<string>; readonly typed: ReadonlySet<string> } | undefined;
  const verdict = (written: string, word: string): Verdict => {
    if (!judge) return "leaves";
    known ??= { before: new Set(wordsOf(profile)), typed: new Set(wordsOf(persons)) };
    const isNamed = known.before.has(word) || namesIn(register).has(word);
    return judge({ written, offered: word, isNamed, isTyped: known.typed.has(word) });
  };
  return {
    word: (written) => {
      const word = offered(written);
      return word === undefined || verdict(written, word) === "stays" ? undefined : word;
    },
    isAsked: (written, word) => verdict(written, word) === "ask",
    has,
    // One that is in both counts twice: at most so many.
    wordCount: own.size + (all?.size ?? 0),
    isOrdered: all !== undefined,
    hasText: (text) => texts.some((one) => one.includes(spaced(text))),
    chars: texts.reduce((sum, text) => sum + text.length, 0),
    ids: new Set(ids),
    citation: (text) => citationIn(text, names),
  };
};

const spaced = (text: string): string => text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap(allWordsIn).filter((word) => [...word].length >= wordCharsMin);

const registerNames = new WeakMap<NameRegister, WordForms>();

/** The names of some thousand laws, of which every request may consist: read once. */
const namesIn = (register: NameRegister): WordForms => {
  const names = () => register.laws.flatMap(({ short, long, names }) => [short, long, ...names]);
  const known = registerNames.get(register) ?? new WordForms(wordsOf(names()));
  registerNames.set(register, known);
  return known;
};

/**
 * One citation of a law that the register knows by name, or of a ruling by its number, written from its parse. Only what stands
 * for numbers and marks is free in it, must look like one, and counts.
 */
const citationIn = (text: string, names: KnownNames): { text: string; bits: number } | undefined => {
  const [reading, ...more] = readCitations(text, names);
  if (!reading || more.length > 0) return undefined;
  const { citation, target } = reading;
  if (target === "ruling") return rulingIn(citation.caseNumber);
  if (target !== "law" || citation.kind !== "statute" || citation.law === "") return undefined;
  const marks = citation.provisions.flatMap(marksOf);
  if (marks.length > marksMax || !marks.every((mark) => markForm.test(mark))) return undefined;
  const isWhole = citation.provisions.every(({ number }) => number === "");
  const bits = Math.log2(names.register.laws.length + 1) + marks.join("").length * Math.log2(signs) + marksMax;
  return { text: isWhole ? citation.law : renderDutch(citation, "short"), bits };
};

/** The numbers of the articles and paragraphs of laws that a text cites, as words. */
const numbersCited = (text: string, names: KnownNames): string[] =>
  readCitations(text, names).flatMap(({ citation, target }) =>
    target === "law" && citation.kind === "statute" ? citation.provisions.flatMap(marksOf).flatMap(allWordsIn) : [],
  );

/** An ECLI says a court, a year and a number; its number has at most two letters, so that no word fits in. */
const rulingForm = /^ECLI:[A-Z]{2}:[A-Z]{1,7}:\d{4}:(?:[A-Z]{2})?\d{1,6}$/u;

const rulingIn = (number: string): { text: string; bits: number } | undefined =>
  rulingForm.test(number) ? { text: number, bits: number.length * Math.log2(signs) } : undefined;

/** Numbers of articles and paragraphs, letters of items: `7:669`, `5a`, `g`, `2°`, `iv`. */
const markForm = /^(?:\d{1,4}[a-z]{0,2}(?:[.:]\d{1,4}[a-z]{0,2}){0,3}[°º]?|[a-z]{1,2}|[ivx]{1,5})?$/iu;

/** As many marks as a pinpoint of a statute has, however long it is; and the signs each is made of. */
const marksMax = 16;
const signs = 40;

const marksOf = ({ number, through, pinpoints }: Provision): string[] =>
  [
    number,
    through,
    ...pinpoints.flatMap(({ paragraphs, items, sentences }) => [
      ...paragraphs.flatMap((one) => [one.number, one.through]),
      ...items.flatMap((one) => [...one.marks, one.through]),
      ...sentences.map(String).map((rank) => rank.replace("-", "")),
    ]),
  ].filter((mark) => mark !== "");

/** Bits of choosing one of so many. */
export const bitsOfOne = (count: number): number => Math.log2(Math.max(1, count));

/** Bits of choosing `chosen` words of `count` as a set, and how many they are, of at most `max`. */
export const bitsOfWords = (count: number, chosen: number, max: number): number => {
  let bits = bitsOfOne(max + 1);
  for (let at = 0; at < Math.min(chosen, count); at += 1) bits += Math.log2((count - at) / (at + 1));
  return bits;
};

/** Bits of choosing so many one after another, and how many they are. */
export const bitsOfSequence = (count: number, chosen: number, max: number): number =>
  bitsOfOne(max + 1) + chosen * bitsOfOne(count);

/** Bits of choosing a stretch of a text: where it begins, and how long it is. */
export const bitsOfText = (chars: number, length: number): number => bitsOfOne(chars) + bitsOfOne(length + 1);
