/** The languages of a memo. */
export type Tongue = "nl" | "en";

/**
 * What the check has to know of a language: closed classes of its grammar as data. Words are folded: lower case, no accents.
 * A class is either closed by the grammar itself (pronouns, auxiliaries, strong verbs) or named with the rule that makes a
 * word belong to it; none grows from a sentence that a test missed.
 */
export interface Grammar {
  readonly tongue: Tongue;
  /** Words that stand in nearly every sentence of this language and in none of the other: they tell a text's language. */
  readonly signs: ReadonlySet<string>;
  /** Pronouns, articles, prepositions, conjunctions, adverbs: words that carry no content of their own. */
  readonly functionWords: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Personal pronouns that can be a subject, with whom they mean in a letter. */
  readonly pronouns: ReadonlyMap<string, Speaker>;
  /** Finite forms that, with a participle, make a perfect or a passive. */
  readonly auxiliaries: ReadonlySet<string>;
  /** Finite forms of the copula in the past: they state what was. */
  readonly pastCopulas: ReadonlySet<string>;
  /** Verbs that make of a statement a possibility, a duty, a wish or a plan. */
  readonly modals: ReadonlySet<string>;
  /** What opens a clause that hangs on another one. */
  readonly subordinators: ReadonlySet<string>;
  /** What opens a clause that states nothing: a condition or an open question. */
  readonly conditionals: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  /** Verbs and nouns that deny, by stem. */
  readonly denials: readonly string[];
  /** Words with which one says that somebody is right, by stem. */
  readonly agreements: readonly string[];
  /** Phrases of the same, in whole. */
  readonly agreementPhrases: RegExp;
  /** What leads somebody whose view is told: `volgens`, `according to`. */
  readonly attributions: RegExp;
  /** Stems of verbs of writing and sending: whoever does that is the author of the words. */
  readonly authorship: readonly string[];
  /** Stems of verbs of receiving. */
  readonly receiving: readonly string[];
  /** Stems of verbs of saying and of handing over words. */
  readonly speech: readonly string[];
  /** Whether the word is a participle by its form; `previous` is the word before it. */
  isParticiple(word: string, previous: string): boolean;
  /** Whether the word is a finite past form wherever it stands. */
  isPast(word: string): boolean;
  /** Whether the word has the form of a regular past; other words share it, so that its place must decide. */
  mayBePast(word: string): boolean;
  /** Whether the word is a present form of a verb of saying, for a subject that is not the author. */
  saysNow(word: string): boolean;
  /** Present forms with which a text is brought: `staat`, `luidt`, `provides`. They state no act. */
  readonly brings: ReadonlySet<string>;
  /** Phrases with which the author asks or summons. */
  readonly requests: RegExp;
  /** What a text says of itself. */
  readonly selfReference: RegExp;
  /** What leads a day to which something is to be done. */
  readonly terms: RegExp;
}

/** Whom a pronoun means, in a letter from its author to its addressee. */
export type Speaker = "author" | "addressee" | "other";

/** A set of the words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** A list of the words of a text. */
export const list = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Whether a word begins with one of the stems. */
export const hasStem = (word: string, stems: readonly string[]): boolean =>
  stems.some((stem) => (stem.startsWith("=") ? word === stem.slice(1) : word.startsWith(stem)));
