import { cleanText, codePointLength } from "../mail/clean-text.ts";
import type { TextMark } from "../reader/port.ts";
import type { Stretch, TextWriter } from "../reader/text-writer.ts";

/** A stretch of one line that is flagged; places are UTF-16 units of the line. */
export interface LineMark {
  readonly start: number;
  readonly end: number;
  readonly element: string;
  /** Address for people. */
  readonly label: string;
  readonly flags: readonly string[];
}

/** A paragraph or table row as one line (or several, where it has line breaks). */
export interface Line {
  readonly text: string;
  readonly number: string;
  readonly marks: readonly LineMark[];
}

/** Words as they were put together, as a line that may stand in a text; marks are places of these words. */
export const cleanedLine = (raw: string, marks: readonly LineMark[], number = ""): Line => {
  const text = cleanText(raw).trimEnd();
  // Cleaning may change lengths where a source has loose combining marks: a mark then covers the line.
  const isSame = text === raw.trimEnd();
  const kept = marks
    .map((mark) =>
      isSame ? { ...mark, end: Math.min(mark.end, text.length) } : { ...mark, start: 0, end: text.length },
    )
    .filter((mark) => mark.start < mark.end)
    // In order of start, outer before inner, as a text's marks must stand.
    .sort((one, other) => one.start - other.start || other.end - one.end);
  return { text, number, marks: kept };
};

/** Whether nothing would be read in the lines. */
export const areBlank = (lines: readonly Line[]): boolean =>
  lines.every(({ text, number }) => (number + text).trim() === "");

/** Writes lines, their numbers in front, and tells what is marked in them. */
export const writeLines = (lines: readonly Line[], out: TextWriter): TextMark[] => {
  const marks: TextMark[] = [];
  for (const [i, { text, number, marks: inLine }] of lines.entries()) {
    if (i > 0) out.write("\n");
    const { start } = out.write(number === "" ? "" : `${number} `);
    const words = out.write(text);
    if (number !== "") marks.push(numbered(number, start, words));
    for (const { start: from, end: to, ...mark } of inLine) {
      const at = (place: number): number => words.start + codePointLength(text.slice(0, place));
      marks.push({ start: at(from), end: at(to), number: "", ...mark });
    }
  }
  return marks;
};

/** The cells of a table row as one line; undefined where none holds words. */
export const rowOf = (cells: readonly Line[]): Line | undefined => {
  const line = joined(cells, " | ");
  return line.text.replaceAll("|", "").trim() === "" ? undefined : line;
};

/** Lines put into one; numbers become part of the words. */
export const joined = (lines: readonly Line[], between: string): Line => {
  const marks: LineMark[] = [];
  let text = "";
  for (const [i, line] of lines.entries()) {
    if (i > 0) text += between;
    if (line.number !== "") text += `${line.number} `;
    for (const mark of line.marks)
      marks.push({ ...mark, start: mark.start + text.length, end: mark.end + text.length });
    text += line.text.replaceAll("\n", " ");
  }
  return { text, marks, number: "" };
};

const numbered = (number: string, start: number, words: Stretch): TextMark => ({
  start,
  end: words.end,
  textStart: words.start,
  element: "numbered",
  number,
  label: number,
  flags: ["generated-number"],
});
