/** The languages of a memo. */
export type Tongue = "nl" | "en";

/**
 * Knowledge of a language for the check: closed classes of its grammar as data. Words are folded: lower case, no accents. A
 * class is either closed by the grammar itself (pronouns, auxiliaries, strong verbs) or named with the rule that makes a word
 * belong to it; no class grows from a sentence that a test missed.
 */
export interface Grammar {
  readonly tongue: Tongue;
  /** Words that stand in nearly every sentence of this language and in no sentence of the other: they tell a text's language. */
  readonly signs: ReadonlySet<string>;
  /** Pronouns, articles, prepositions, conjunctions, adverbs: words that carry no content of their own. */
  readonly functionWords: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Those that say in or on what something stands. */
  readonly placing: ReadonlySet<string>;
  /** Words by which a clause hangs on a noun. */
  readonly relatives: ReadonlySet<string>;
  /** Relatives without an antecedent: a clause that one opens is a condition ("wat je niet …": whatever). */
  readonly freeRelatives: ReadonlySet<string>;
  /** Prepositions that deny what stands right behind them, and nothing else of their clause. */
  readonly depriving: ReadonlySet<string>;
  /** Personal pronouns that can be a subject, each with the person it means in a letter. */
  readonly pronouns: ReadonlyMap<string, Speaker>;
  /** The other forms of those that mean one of the two sides: objects and possessives. */
  readonly personForms: ReadonlyMap<string, Speaker>;
  /** Finite forms that, with a participle, make a perfect or a passive. */
  readonly auxiliaries: ReadonlySet<string>;
  /** Finite forms of the copula in the past: they state a past fact. */
  readonly pastCopulas: ReadonlySet<string>;
  /** Verbs that turn a statement into a possibility, a duty, a wish or a plan. */
  readonly modals: ReadonlySet<string>;
  /** Words that open a clause depending on another clause. */
  readonly subordinators: ReadonlySet<string>;
  /** Words that open a clause that states nothing: a condition or an open question. */
  readonly conditionals: ReadonlySet<string>;
  /** Conjunctions that say how long or from when on something is to be done: `totdat u hebt betaald`. */
  readonly bounds: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  /** Negations that leave out no time, thing, person or place. */
  readonly negationsOfAll: ReadonlySet<string>;
  /**
   * Verbs and nouns that deny, refuse, contradict or take back, by stem: the synsets deny.v.01, contradict.v.02, refute.v.01,
   * reject.v.01, refuse.v.01, retract.v.01 and falsehood.n.01 of Princeton WordNet 3.1, and the Dutch words that Open Dutch WordNet 1.3
   * has in the same synsets. Forms with a sound change stand beside their infinitive.
   */
  readonly denials: readonly string[];
  /**
   * Verbs that take back what was said, by stem (retract.v.01) or tell that it holds no longer: they turn the words that they bring, and
   * say no of nothing else. A right to withdraw is no negation.
   */
  readonly retractions: readonly string[];
  /** Stems of verbs of holding something to be so: a negation in front of one belongs to what is held (Horn's neg-raising verbs). */
  readonly views: readonly string[];
  /** Words that introduce the person whose view is told: `volgens`, `according to`. */
  readonly attributions: RegExp;
  /** Stems of verbs of writing and sending: the subject of such a verb is the author of the words. */
  readonly authorship: readonly string[];
  /** Stems of verbs of receiving. */
  readonly receiving: readonly string[];
  /** Stems of verbs of what several do together: each of them is its subject. */
  readonly mutual: readonly string[];
  /**
   * Stems of verbs of saying by what is done with the words (Searle's classes: to tell that it is so, to get somebody to act,
   * to bind oneself, to make it so). A verb that is in none says only that there were words.
   */
  readonly illocutions: readonly (readonly string[])[];
  /** Stems of verbs of saying and of handing over words. */
  readonly speech: readonly string[];
  /** Tells whether the word is a participle by its form; `previous` is the word before it. */
  isParticiple(word: string, previous: string): boolean;
  /** Tells whether the word is a finite past form in any place. */
  isPast(word: string): boolean;
  /** Tells whether the word has the form of a regular past; other words share this form, so that the word's place must decide. */
  mayBePast(word: string): boolean;
  /** Tells whether the word is a present form of a verb of saying, for a subject that is not the author. */
  saysNow(word: string): boolean;
  /** Present forms that introduce a text: `staat`, `luidt`, `provides`. They state no act. */
  readonly brings: ReadonlySet<string>;
  /** Phrases with which the author asks or summons. */
  readonly requests: RegExp;
  /** Phrases in which a text speaks of itself. */
  readonly selfReference: RegExp;
  /** Words that introduce the day by which something is to be done. */
  readonly terms: RegExp;
  /** The word that begins what follows from a condition that was put as a question. */
  readonly consequence: RegExp;
  /** Of those, the words that make a term of a number of days, weeks or months: one that `voor` stands before is how long something lasts. */
  readonly periodTerms: RegExp;
}

/** Person whom a pronoun means, in a letter from its author to its addressee. */
export type Speaker = "author" | "addressee" | "other";

/** Tells whether a word begins with one of the stems. */
export const hasStem = (word: string, stems: readonly string[]): boolean =>
  stems.some((stem) => (stem.startsWith("=") ? word === stem.slice(1) : word.startsWith(stem)));
