import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";

/**
 * The day of words as people are told it: that of the message or the row that they stand in, else of their paper, else of the version of
 * their law. ISO 8601, or as the source writes it; empty: not known. Absent: they were not read, or are of no paper.
 */
export const toldDay = (
  span: Pick<SpanRef, "segmentDateText" | "versionDate"> | undefined,
  paper: { readonly occurredAtIso: string } | undefined,
): string => span?.segmentDateText || paper?.occurredAtIso || span?.versionDate || "";
