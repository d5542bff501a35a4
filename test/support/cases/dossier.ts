/** The shape of a made-up dossier: what the parties wrote, what was confirmed from it, and sentences that say no more than that. */

export const sentenceKinds = ["FACT", "LAW", "APPLICATION", "ARGUMENT", "OWN_STATEMENT", "CONNECTIVE"] as const;
export type SentenceKind = (typeof sentenceKinds)[number];

export const partyRoles = ["AUTHOR", "OPPONENT", "REPRESENTATIVE", "COMPANY_DOCTOR", "UWV", "COURT", "THIRD"] as const;
export type PartyRole = (typeof partyRoles)[number];

export interface Party {
  readonly id: string;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly role: PartyRole;
}

export interface Participant {
  readonly name: string;
  /** What the document itself says this person was to it; a person named only in the text is no participant. */
  readonly part: "from" | "to" | "cc" | "present" | "signed";
}

export interface DossierDocument {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  /** The day as YYYY-MM-DD, or "" where the document bears none. */
  readonly date: string;
  readonly author: string;
  readonly participants: readonly Participant[];
  readonly text: string;
}

export interface Law {
  readonly id: string;
  readonly address: string;
  /** The day as YYYY-MM-DD on which this wording was in force. */
  readonly version_date: string;
  readonly text: string;
}

/** A made-up ruling: the identifier is of the true form, its number is one no court has given. */
export interface Ruling {
  readonly id: string;
  readonly ecli: string;
  readonly court: string;
  readonly date: string;
  readonly text: string;
}

export interface Claim {
  readonly id: string;
  readonly kind: SentenceKind;
  readonly text: string;
  readonly section: string;
  /** The kind that a profile has for it, such as `promise`; absent where the case names none. */
  readonly profileKind?: string;
}

interface EntryBase {
  readonly id: string;
  readonly claimId: string;
}

/** Words that stand character for character in the document, law or ruling named. */
export interface QuoteEntry extends EntryBase {
  readonly slotKind: "QUOTE";
  readonly source: string;
  readonly quote: string;
  /** Whose words they are where the document quotes somebody else, with the day its header gives them. */
  readonly speaker?: string;
  readonly spokenOn?: string;
}

/** A place in a document; the words there are not quoted. */
export interface LocationEntry extends EntryBase {
  readonly slotKind: "LOCATION";
  readonly source: string;
  readonly place: string;
}

/** A search that was recorded and found nothing. */
export interface AbsenceEntry extends EntryBase {
  readonly slotKind: "ABSENCE";
  readonly sources: readonly string[];
  readonly scope: string;
}

/** What the author of the memo says of their own knowledge or asks. */
export interface OwnStatementEntry extends EntryBase {
  readonly slotKind: "OWN_STATEMENT";
  readonly statement: string;
}

export type Entry = QuoteEntry | LocationEntry | AbsenceEntry | OwnStatementEntry;

export interface HonestSentence {
  readonly id: string;
  readonly kind: SentenceKind;
  readonly claimId: string;
  readonly entryIds: readonly string[];
  readonly text: string;
}

export interface Dossier {
  readonly name: string;
  readonly locale: "nl" | "en";
  /** Who reads the memo, as a profile names its readers. */
  readonly audience?: string;
  readonly parties: readonly Party[];
  readonly documents: readonly DossierDocument[];
  readonly laws: readonly Law[];
  readonly rulings: readonly Ruling[];
  readonly claims: readonly Claim[];
  readonly entries: readonly Entry[];
  readonly honest: readonly HonestSentence[];
}

/** The text of the document, law or ruling with this id, or undefined where the dossier has none. */
export const sourceText = (dossier: Dossier, id: string): string | undefined =>
  [...dossier.documents, ...dossier.laws, ...dossier.rulings].find((source) => source.id === id)?.text;
