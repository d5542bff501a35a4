import type { SentenceKind } from "./dossier.ts";

/** What is wrong with a sentence; a changed thing stands in the entry otherwise, an invented one does not stand there at all. */
export type BadClass =
  | "invented-date"
  | "invented-sum"
  | "invented-name"
  | "invented-number"
  | "invented-act"
  | "invented-deadline"
  | "foreign-entry"
  | "changed-date"
  | "changed-sum"
  | "changed-name"
  | "changed-number"
  | "changed-weekday"
  | "changed-percentage"
  | "changed-time"
  | "day-of-another-act"
  | "wrong-speaker"
  | "crossed-entries"
  | "negation-added"
  | "negation-lost"
  | "denial-introduces"
  | "agrees-with-opponent"
  | "negation-moved"
  | "parties-swapped"
  | "comparison-turned"
  | "order-turned"
  | "quantity-turned"
  | "verb-turned"
  | "quality-turned"
  | "duty-turned"
  | "condition-turned"
  | "false-place"
  | "beyond-absence"
  | "third-person"
  | "citation-book"
  | "citation-article"
  | "citation-letter"
  | "citation-lid"
  | "citation-onder"
  | "citation-law"
  | "citation-added"
  | "citation-ruling"
  | "citation-unbound";

/**
 * What a checker should do. "refused": a token or citation is provably in no cited entry. "look": only a person can tell.
 * "refused-or-look": either will do, silence will not.
 */
export type Expectation = "refused" | "look" | "refused-or-look";

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
