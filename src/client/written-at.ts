import { DateSource, type DocSummary } from "../../gen/pincite/vault/v1/doc_pb.ts";

/** When a document was written, as `DocSummary.authored_at_iso` says it; empty where only a program's note in the file tells: that is the day of a copy or of printing. */
export const writtenAt = ({ dateSource, authoredAtIso }: Pick<DocSummary, "dateSource" | "authoredAtIso">): string =>
  dateSource === DateSource.METADATA ? "" : authoredAtIso;
