import type { Dossier } from "../../../support/cases/dossier.ts";

/** Somebody of a drawn case, as sentences may call them. */
export interface Person {
  /** Each form can be a subject: `de heer Priem`, `Olaf Priem`. */
  readonly calls: readonly string[];
  /** As the object of a verb or behind a preposition; the same as `calls` for everybody but the author. */
  readonly objects: readonly string[];
  readonly isAuthor?: boolean;
}

/** Words that somebody said on a day: what is true of them, as data, so that sentences are drawn from it and crossed by it. */
export interface Saying {
  readonly entryId: string;
  readonly by: string;
  readonly to: string;
  /** People who are in the document and did not say it: in copy, quoted, or named in its words. */
  readonly others: readonly string[];
  readonly day: string;
  /** Days in the words that are not that of saying them. */
  readonly otherDays: readonly string[];
  /** A clause that hangs on a verb of saying: `dat de steiger er staat`. */
  readonly that: string;
  /** The opposite of it. */
  readonly turned: readonly string[];
  /** Behind `volgens X` and `according to X`. */
  readonly reported: string;
  /** A stretch of the entry's own words. */
  readonly words: string;
  /** The words deny something. */
  readonly denies?: boolean;
}

/** Something done on a day, as somebody tells it. */
export interface Doing {
  readonly entryId: string;
  readonly by: string;
  /** Who tells it; the same as `by` where somebody tells what he did himself. */
  readonly toldBy: string;
  readonly others: readonly string[];
  /** Empty: the words have no day for it. */
  readonly day: string;
  readonly otherDays: readonly string[];
  readonly object: string;
  readonly participle: string;
  readonly past: string;
}

/** A sentence of one entry and what turns it, written beside each other. */
export interface Turn {
  readonly entryId: string;
  readonly said: string;
  readonly turned: readonly string[];
}

/** A made-up case as data. */
export interface Case {
  readonly dossier: Dossier;
  readonly people: Readonly<Record<string, Person>>;
  readonly sayings: readonly Saying[];
  readonly doings: readonly Doing[];
  readonly turns: readonly Turn[];
  /** Whom the memo answers: one of the people. */
  readonly opponent: string;
}

/** A drawn sentence. `isTrue`: it says what its entries say. */
export interface Drawn {
  readonly id: string;
  readonly class: string;
  readonly isTrue: boolean;
  readonly entryIds: readonly string[];
  readonly text: string;
  /** Among those that may be read by whoever mends rules; the other half is only counted. */
  readonly isShown: boolean;
}
