import type { TextMark } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import type { BodyLine } from "./body-line.ts";
import { codePointLength } from "./clean-text.ts";
import { isUnseen, type Look } from "./html-look.ts";

/** Words of a line that a reader must know to be special; places are UTF-16 units. */
export interface LineMark extends Pick<TextMark, "element" | "number" | "label" | "flags"> {
  readonly start: number;
  readonly end: number;
}

/** Longest address that is kept behind words, in UTF-16 units; longer ones count who follows them. */
const addressCharsMax = 500;

/** What is struck through, cannot be seen, has an address behind it, or stands in place of a picture; neighbours as one. */
export const lineMarks = ({ text, runs = [] }: BodyLine): LineMark[] => {
  const marks: LineMark[] = [];
  const open = new Map<string, number>();
  for (const { start, end, look } of runs) {
    if (text.slice(start, end).trim() === "") continue;
    for (const mark of marksOf(look)) {
      const key = `${mark.element} ${mark.number}`;
      const known = open.get(key);
      const last = known === undefined ? undefined : marks[known];
      if (last !== undefined && known !== undefined && text.slice(last.end, start).trim() === "")
        marks[known] = { ...last, end };
      else open.set(key, marks.push({ start, end, ...mark }) - 1);
    }
  }
  // In order of start, outer before inner, as a text's marks must stand.
  return marks.sort((a, b) => a.start - b.start || b.end - a.end);
};

const marksOf = (look: Look): Omit<LineMark, "start" | "end">[] => [
  ...(look.isAlternative
    ? [{ element: "alternative-text", number: "", label: "in place of a picture", flags: ["alternative-text"] }]
    : []),
  ...(look.struck ? [{ element: "struck", number: "", label: "struck through", flags: ["struck"] }] : []),
  ...(isUnseen(look) && !look.isAlternative
    ? [{ element: "unseen", number: "", label: "cannot be seen", flags: ["unseen"] }]
    : []),
  ...(/^(?:https?|mailto|tel):/i.test(look.link)
    ? [{ element: "link", number: look.link.slice(0, addressCharsMax).toWellFormed(), label: "", flags: [] }]
    : []),
];

/** The marks as far as they lie between two places, moved by so much. */
export const shifted = (marks: readonly LineMark[], from: number, to: number, by: number): LineMark[] =>
  marks
    .filter(({ start, end }) => start < to && end > from)
    .map((mark) => ({ ...mark, start: Math.max(mark.start, from) + by, end: Math.min(mark.end, to) + by }));

/** A mark of words that begin at a code point of a text. */
export const inText = ({ start, end, ...mark }: LineMark, words: string, at: number): TextMark => ({
  start: at + codePointLength(words.slice(0, start)),
  end: at + codePointLength(words.slice(0, end)),
  ...mark,
});

/** Lines as a text with what is marked in it, without white space at its end. */
export const markedText = (lines: readonly BodyLine[]): { text: string; marks: TextMark[] } => {
  const out = new TextWriter();
  const marks: TextMark[] = [];
  for (const [i, line] of lines.entries()) {
    if (i > 0) out.write("\n");
    const { start } = out.write(line.text);
    for (const mark of lineMarks(line)) marks.push(inText(mark, line.text, start));
  }
  return { text: out.text.trimEnd(), marks };
};
