import type { SentenceKind } from "./dossier.ts";

/** What is wrong with a sentence: a name of `cases/classes.tsv`. */
export type BadClass = string;

/**
 * What a checker should do. "refused": a token or citation is provably in no cited entry. "look": only a person can tell.
 * "refused-or-look": either will do, silence will not.
 */
export const expectations = ["refused", "look", "refused-or-look"] as const;
export type Expectation = (typeof expectations)[number];

/** A sentence that says what its cited entries do not say. Its kind is the one a writer would give it; every kind is to be tried. */
export interface BadSentence {
  readonly id: string;
  readonly class: BadClass;
  readonly kind: SentenceKind;
  readonly entryIds: readonly string[];
  readonly expect: Expectation;
  readonly text: string;
  readonly why: string;
}
