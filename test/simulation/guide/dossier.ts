/** A made-up case with a truth of its own: which documents may carry which slot of which claim. */
export interface Case {
  readonly name: string;
  readonly profileId: string;
  readonly goal: string;
  readonly referenceDate: string;
  readonly parties: readonly CaseParty[];
  /** The letter that is answered, which the guide tells people to pin; empty: none. */
  readonly letter: string;
  readonly documents: readonly CaseDocument[];
  readonly claims: readonly CaseClaim[];
}

export interface CaseParty {
  readonly role: "AUTHOR" | "OPPONENT" | "REPRESENTATIVE" | "COMPANY_DOCTOR" | "THIRD";
  readonly person: string;
}

export interface CaseDocument {
  /** Name with `.eml` or `.txt`. */
  readonly file: string;
  /** `Name <address>`; empty for a text. */
  readonly from: string;
  readonly to: string;
  /** ISO 8601 day; empty for a text. */
  readonly day: string;
  readonly subject: string;
  readonly body: string;
}

export interface CaseClaim {
  readonly kind: string;
  readonly text: string;
  /** Files that carry a slot, by the name of its template. Slots that are not named here are not judged. */
  readonly right: Readonly<Record<string, readonly string[]>>;
}

export const mail = (
  file: string,
  from: string,
  to: string,
  day: string,
  subject: string,
  body: string,
): CaseDocument => ({
  file: `${file}.eml`,
  ...{ from, to, day, subject, body },
});

export const text = (file: string, body: string): CaseDocument => ({
  file: `${file}.txt`,
  ...{ from: "", to: "", day: "", subject: "", body },
});
