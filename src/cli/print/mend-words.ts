import { Remedy_Kind } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";

const entryOf = ({ remedy }: MissingInput): string => remedy?.entryIds[0] ?? "";

/** What a finding asks of a person. The heading of a section stands in the outline, and a line of the frame is mended by its field. */
const askOf = ({ subjectId, remedy }: MissingInput): PlainId | undefined => {
  if (subjectId.startsWith("section:")) return "mend.ask-heading";
  if (subjectId.startsWith("frame:")) return "mend.ask-frame";
  return asks[remedy?.kind ?? Remedy_Kind.UNSPECIFIED];
};

const asks: Readonly<Partial<Record<Remedy_Kind, PlainId>>> = {
  [Remedy_Kind.REWORD]: "mend.ask-reword",
  [Remedy_Kind.BIND]: "mend.ask-bind",
  [Remedy_Kind.DISMISS]: "mend.ask-dismiss",
};

/** A remedy that was applied. */
export const appliedLine = (finding: MissingInput, { phrase, itemName }: Speech): string => {
  const subject = itemName(finding.subjectId);
  return finding.remedy?.kind === Remedy_Kind.CITE_ENTRY
    ? phrase("mend.cited", { subject, entry: itemName(entryOf(finding)) })
    : phrase("mend.left-out", { subject });
};

/** A finding that waits for a person. */
export const leftLine = (finding: MissingInput, speech: Speech): string => {
  const ask = askOf(finding);
  return `${finding.description} ${ask === undefined ? "" : speech.phrase(ask)}`.trim();
};

/** A quote's mark, where the quote is shown. */
export const adverseWords = (claims: readonly string[], { phrase }: Speech): string =>
  phrase("mend.adverse", { claims: claims.join(", ") });

/** A quote's mark, once it is put on or taken off. */
export const markedLine = (
  entry: string,
  claims: readonly string[],
  isOff: boolean,
  { phrase, itemName }: Speech,
): string =>
  phrase(isOff ? "mend.unmarked" : "mend.marked", { entry: itemName(entry), claims: claims.map(itemName).join(", ") });
