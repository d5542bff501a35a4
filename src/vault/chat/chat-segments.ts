import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import type { ExtractedDocument, TextMark, TextSegment } from "../reader/port.ts";

/** One message of a chat, or a line that the program wrote: UTF-16 places of the text. */
export interface ChatMessage {
  readonly start: number;
  /** Where the words begin, after the head. */
  readonly said: number;
  /** Where the next one begins, or the text ends. */
  readonly end: number;
  /** Whether a person says it; else the program wrote it, or whose words it are is not known. */
  readonly isSaid: boolean;
  /** As the source writes them; empty: nobody speaks, or the source does not name them. */
  readonly speaker: string;
  /** Day in ISO 8601, with the time of day where the file has it (`2026-11-03 09:32`); empty: not decided. */
  readonly when: string;
}

/** Whose words stand between messages, in what a program wrote, or in what is not sure: not the author's, and nobody's. */
const nobody = { voice: Voice.UNSPECIFIED, speaker: "", depth: 1, dateText: "" };

/**
 * What messages make of a document: a segment and a mark for each, and the day of all where they are of one. A message's head stands in
 * its segment, as that of a quoted mail does. Nobody is its author.
 */
export const chatFacts = (
  text: string,
  messages: readonly ChatMessage[],
): Required<Pick<ExtractedDocument, "segments" | "marks" | "speakers">> & { readonly docType: "chat" } & ReturnType<
    typeof chatDate
  > => {
  const index = new CodePointIndex(text);
  const segments: TextSegment[] = [];
  const marks: TextMark[] = [];
  let at = 0;
  for (const [i, { start, said, end, isSaid, speaker, when }] of messages.entries()) {
    if (start > at) segments.push({ start: index.toCodePoint(at), end: index.toCodePoint(start), ...nobody });
    const place = { start: index.toCodePoint(start), end: index.toCodePoint(end) };
    segments.push({ ...place, ...nobody, dateText: when, ...(isSaid ? { voice: Voice.QUOTED, speaker } : {}) });
    marks.push({
      start: place.start,
      end: index.toCodePoint(Math.max(said, start + text.slice(start, end).trimEnd().length)),
      textStart: index.toCodePoint(said),
      element: "message",
      number: String(i + 1),
      label: `message ${i + 1}`,
      flags: [],
    });
    at = end;
  }
  if (at < text.length) segments.push({ start: index.toCodePoint(at), end: index.toCodePoint(text.length), ...nobody });
  const speakers = [...new Set(messages.flatMap(({ speaker }) => (speaker === "" ? [] : [speaker])))];
  return { segments, marks, speakers, docType: "chat", ...chatDate(messages) };
};

/** The date of a chat: the one day of all its messages, or none. */
const chatDate = (
  messages: readonly ChatMessage[],
): Pick<ExtractedDocument, "authoredAtIso" | "authoredAtText"> & { readonly dateSource: DateSource } => {
  const [day = "", ...others] = new Set(messages.map(({ when }) => when.slice(0, 10)));
  if (day === "" || others.length > 0) return { authoredAtIso: "", authoredAtText: "", dateSource: DateSource.NONE };
  return { authoredAtIso: `${day}T00:00:00.000Z`, authoredAtText: day, dateSource: DateSource.TEXT };
};
