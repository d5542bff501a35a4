/** A word that may leave, as a model wrote it and as it is offered. */
export interface WordToLeave {
  readonly written: string;
  readonly offered: string;
  /** Whether the register of law names or the kind of memo has it: both were there before the case. */
  readonly isNamed: boolean;
  /** Whether a person typed or confirmed it in this run. */
  readonly isTyped: boolean;
}

/** It leaves, it leaves once a person said so, or it stays and is shown to have stayed. */
export type Verdict = "leaves" | "ask" | "stays";

/** The answers of a person in this run to requests that waited for their words. */
export interface WordsAnswered {
  readonly allowed: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
  /** Words of sources of the run that are marked as holding health data, and of no other source. */
  readonly ofHealth: ReadonlySet<string>;
}

/** Judges the words of the request that is recorded next. A replay does it by the record, so that a newer list changes no run. */
export interface LeavingWords {
  of(answered: WordsAnswered): (word: WordToLeave) => Verdict;
}

/** The words that the program knows before any case. */
export interface KnownWords {
  readonly ofHealth: { has(word: string): boolean };
  readonly ofLaw: { has(word: string): boolean };
}

/**
 * A word of law that tells nothing of somebody's health leaves. Of one that may, and of one that a person typed and no statute has, she is
 * asked once: what it tells nobody here knows. A word that LawBot alone gave and no statute has stays.
 */
export const leavingWords = ({ ofHealth, ofLaw }: KnownWords): LeavingWords => ({
  of: (answered) => (word) => {
    const { offered, isNamed, isTyped } = word;
    const tellsHealth = ofHealth.has(offered) || answered.ofHealth.has(offered);
    const isKnown = isNamed || ofLaw.has(offered) || /\p{N}/u.test(offered);
    if (!tellsHealth && isKnown) return "leaves";
    if (answered.allowed.has(offered)) return "leaves";
    if (answered.denied.has(offered)) return "stays";
    return tellsHealth || isTyped ? "ask" : "stays";
  },
});
