import { Remedy_Kind } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";

/** What the commands that mend a draft say, in the run's language. */
export interface MendWords {
  /** A remedy that was applied. */
  applied(finding: MissingInput): string;
  /** A finding that waits for a person. */
  left(finding: MissingInput): string;
  readonly nothing: string;
  /** A quote's mark, where the quote is shown. */
  adverse(claims: readonly string[]): string;
  marked(entryId: string, claims: readonly string[], isOff: boolean): string;
  dismissed(entryId: string, claimId: string): string;
}

const entryOf = ({ remedy }: MissingInput): string => remedy?.entryIds[0] ?? "";

/** The heading of a section stands in the outline, and is mended there. */
const isHeading = ({ subjectId }: MissingInput): boolean => subjectId.startsWith("section:");
/** A line of the frame is mended by its field. */
const isFrame = ({ subjectId }: MissingInput): boolean => subjectId.startsWith("frame:");
const dutchFrame = "Geef andere woorden met --frame, of laat het veld weg met --drop-frame.";
const englishFrame = "Give other words with --frame, or leave the field out with --drop-frame.";
const dutchHeading = "Ga terug naar skeleton en geef de afdeling een ander opschrift.";
const englishHeading = "Rewind to skeleton and give the section another heading.";

const dutch: MendWords = {
  applied: (one) =>
    one.remedy?.kind === Remedy_Kind.CITE_ENTRY
      ? `${one.subjectId}: haalt nu ${entryOf(one)} aan`
      : `${one.subjectId}: weggelaten wat er niet kan blijven staan`,
  left: (one) =>
    `${one.description} ${isHeading(one) ? dutchHeading : isFrame(one) ? dutchFrame : (dutchAsks[one.remedy?.kind ?? 0] ?? "")}`.trim(),
  nothing: "Er is niets dat zonder u hersteld kan worden.",
  adverse: (claims) => `spreekt tegen ${claims.join(", ")}`,
  marked: (entryId, claims, isOff) =>
    isOff
      ? `${entryId}: spreekt niet meer tegen ${claims.join(", ")}`
      : `${entryId}: spreekt tegen ${claims.join(", ")}`,
  dismissed: (entryId, claimId) => `${entryId}: behoeft geen antwoord bij ${claimId}`,
};

const dutchAsks: Readonly<Partial<Record<Remedy_Kind, string>>> = {
  [Remedy_Kind.REWORD]: "Geef andere woorden met --words.",
  [Remedy_Kind.BIND]: "Ga terug naar evidence-binding en koppel bewijs dat dit zegt.",
  [Remedy_Kind.DISMISS]: "Haal het aan, of leg uit waarom niet met `run dismiss`.",
};

const english: MendWords = {
  applied: (one) =>
    one.remedy?.kind === Remedy_Kind.CITE_ENTRY
      ? `${one.subjectId}: now cites ${entryOf(one)}`
      : `${one.subjectId}: left out what cannot stay`,
  left: (one) =>
    `${one.description} ${isHeading(one) ? englishHeading : isFrame(one) ? englishFrame : (englishAsks[one.remedy?.kind ?? 0] ?? "")}`.trim(),
  nothing: "There is nothing that can be mended without you.",
  adverse: (claims) => `adverse to ${claims.join(", ")}`,
  marked: (entryId, claims, isOff) =>
    isOff ? `${entryId}: no longer adverse to ${claims.join(", ")}` : `${entryId}: adverse to ${claims.join(", ")}`,
  dismissed: (entryId, claimId) => `${entryId}: needs no answer for ${claimId}`,
};

const englishAsks: Readonly<Partial<Record<Remedy_Kind, string>>> = {
  [Remedy_Kind.REWORD]: "Give other words with --words.",
  [Remedy_Kind.BIND]: "Rewind to evidence-binding and bind evidence that says it.",
  [Remedy_Kind.DISMISS]: "Cite it, or say why not with `run dismiss`.",
};

export const mendWords = (locale: string): MendWords => (locale === "nl" ? dutch : english);
