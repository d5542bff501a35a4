import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { TextSegment } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import type { BodyLine } from "./body-line.ts";
import { cleanText } from "./clean-text.ts";
import type { MailHeaders } from "./mail-headers.ts";
import { replySegments } from "./reply-segments.ts";
import { saysForwarded } from "./subject.ts";

/** A stretch of text with who speaks in it. */
interface Piece extends Omit<TextSegment, "start" | "end"> {
  readonly text: string;
}

/** The text of a message: header block, empty line, body; and who speaks where. The same for every mail format. */
export const composeText = (
  headers: MailHeaders,
  lines: readonly BodyLine[],
): { text: string; segments: TextSegment[] } => {
  const author = { voice: Voice.AUTHOR, speaker: headers.from, depth: 0, dateText: "" };
  const block = { ...author, text: cleanText(headers.block.join("\n")) };
  const body = replySegments(lines, headers.from, saysForwarded(headers.subject)).map(({ from, to, ...spoken }) => ({
    ...spoken,
    text: lines
      .slice(from, to)
      .map((line) => line.text)
      .join("\n"),
  }));
  return layOut([[block], body]);
};

/**
 * Lays parts of pieces out as one text: an empty line between parts, a line end between pieces, which belong to no piece.
 * Text and ranges come from this one walk, so that they cannot differ. A part without a character leaves nothing behind.
 */
const layOut = (parts: readonly (readonly Piece[])[]): { text: string; segments: TextSegment[] } => {
  const out = new TextWriter();
  const segments: TextSegment[] = [];
  for (const pieces of parts.filter((part) => part.some((piece) => piece.text !== "") || part.length > 1)) {
    out.part();
    for (const [i, { text: words, ...spoken }] of pieces.entries()) {
      if (i > 0) out.write("\n");
      segments.push({ ...out.write(words), ...spoken });
    }
  }
  return { text: out.text, segments };
};
