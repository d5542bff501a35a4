import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { TextSegment } from "../reader/port.ts";
import type { BodyLine } from "./body-line.ts";
import { cleanText, codePointLength } from "./clean-text.ts";
import type { MailHeaders } from "./mail-headers.ts";
import { replySegments } from "./reply-segments.ts";
import { saysForwarded } from "./subject.ts";

/** The text of a message: header block, empty line, body; and who speaks where. The same for every mail format. */
export const composeText = (
  headers: MailHeaders,
  lines: readonly BodyLine[],
): { text: string; segments: TextSegment[] } => {
  const block = cleanText(headers.block.join("\n"));
  const text = [block, lines.map((line) => line.text).join("\n")].filter((piece) => piece !== "").join("\n\n");
  const segments: TextSegment[] = [];
  const author = { voice: Voice.AUTHOR, speaker: headers.from, depth: 0, dateText: "" };
  let at = 0;
  if (block !== "") {
    const end = codePointLength(block);
    segments.push({ start: 0, end, ...author });
    at = lines.length === 0 ? end : end + 2;
  }
  for (const { from, to, ...spoken } of replySegments(lines, headers.from, saysForwarded(headers.subject))) {
    let length = to - from - 1;
    for (let i = from; i < to; i++) length += codePointLength(lines[i]?.text ?? "");
    segments.push({ start: at, end: at + length, ...spoken });
    // The line end between two segments belongs to neither.
    at += length + 1;
  }
  return { text, segments };
};
