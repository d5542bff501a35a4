import { saysForwarded } from "#kit/mail-subject.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { TextMark, TextSegment } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import type { BodyLine } from "./body-line.ts";
import { cleanText } from "./clean-text.ts";
import { type Doubts, doubtsIn } from "./inline-answers.ts";
import { inText, type LineMark, lineMarks, shifted } from "./line-marks.ts";
import type { MailHeaders } from "./mail-headers.ts";
import { type LineSegment, replySegments } from "./reply-segments.ts";

/** A stretch of text with who speaks in it. */
interface Piece extends Omit<TextSegment, "start" | "end"> {
  readonly text: string;
  readonly marks?: readonly LineMark[];
  /** Whether it goes on in the line of the piece before. */
  readonly goesOn?: boolean;
}

/** The text of a message: header block, empty line, body; and who speaks where, nobody where that is not certain. The same for every mail format. */
export const composeText = (
  headers: MailHeaders,
  lines: readonly BodyLine[],
): { text: string; segments: TextSegment[]; marks: TextMark[] } => {
  const author = { voice: Voice.AUTHOR, speaker: headers.from, depth: 0, dateText: "" };
  const block = { ...author, text: cleanText(headers.block.join("\n")) };
  const segments = replySegments(lines, headers.from, saysForwarded(headers.subject));
  const doubts = doubtsIn(lines, segments, headers.from);
  const body = segments.flatMap((segment) => piecesOf(lines, segment, doubts));
  return layOut([[block], body]);
};

/** What is said by one, parted into what surely is and what may be an answer in it. An empty line is as the one above it. */
const piecesOf = (lines: readonly BodyLine[], segment: LineSegment, doubts: Doubts): Piece[] => {
  const { from, to, ...spoken } = segment;
  const nobody = { voice: Voice.UNSPECIFIED, speaker: "", depth: segment.depth, dateText: "" };
  const pieces: { text: string; isDoubted: boolean; goesOn: boolean; marks: LineMark[] }[] = [];
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? { text: "", depth: segment.depth };
    const marks = lineMarks(line);
    let from = 0;
    for (const [i, cut] of cutLine(line.text, doubts.get(at) ?? []).entries()) {
      const last = pieces.at(-1);
      const isDoubted = cut.text.trim() === "" ? (last?.isDoubted ?? false) : cut.isDoubted;
      if (last?.isDoubted === isDoubted && i === 0) last.text += "\n";
      const piece = last?.isDoubted === isDoubted ? last : { text: "", isDoubted, goesOn: i > 0, marks: [] };
      if (piece !== last) pieces.push(piece);
      piece.marks.push(...shifted(marks, from, from + cut.text.length, piece.text.length - from));
      piece.text += cut.text;
      from += cut.text.length;
    }
  }
  return pieces.map(({ isDoubted, ...piece }) => ({ ...(isDoubted ? nobody : spoken), ...piece }));
};

/** A line as stretches in order: in doubt or not. */
const cutLine = (
  text: string,
  doubted: readonly { readonly from: number; readonly to: number }[],
): { text: string; isDoubted: boolean }[] => {
  const cuts: { text: string; isDoubted: boolean }[] = [];
  let at = 0;
  for (const { from, to } of doubted.toSorted((a, b) => a.from - b.from)) {
    if (from > at) cuts.push({ text: text.slice(at, from), isDoubted: false });
    if (to > at) cuts.push({ text: text.slice(Math.max(at, from), to), isDoubted: true });
    at = Math.max(at, to);
  }
  if (at < text.length || cuts.length === 0) cuts.push({ text: text.slice(at), isDoubted: false });
  return cuts;
};

/**
 * Lays parts of pieces out as one text: an empty line between parts, a line end between pieces, which belong to no piece.
 * Text and ranges come from this one walk, so that they cannot differ. A part without a character leaves nothing behind.
 */
const layOut = (parts: readonly (readonly Piece[])[]): { text: string; segments: TextSegment[]; marks: TextMark[] } => {
  const out = new TextWriter();
  const segments: TextSegment[] = [];
  const marks: TextMark[] = [];
  for (const pieces of parts.filter((part) => part.some((piece) => piece.text !== "") || part.length > 1)) {
    out.part();
    for (const [i, { text: words, goesOn = false, marks: within = [], ...spoken }] of pieces.entries()) {
      if (i > 0 && !goesOn) out.write("\n");
      const place = out.write(words);
      segments.push({ ...place, ...spoken });
      for (const mark of within) marks.push(inText(mark, words, place.start));
    }
  }
  return { text: out.text, segments, marks };
};
