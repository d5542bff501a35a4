import type { Look } from "./html-look.ts";

/** Words of a line that look alike; half-open, UTF-16 units of the line. */
export interface LookRun {
  readonly start: number;
  readonly end: number;
  readonly look: Look;
}

/** One line of a message body. `text` has no quote marks any more where they were recognised. */
export interface BodyLine {
  readonly text: string;
  /** Quote depth: 0 for the author, then one per `>` or per HTML blockquote. */
  readonly depth: number;
  /** How its words look, from its first to its last one; absent where all of them look plain. */
  readonly runs?: readonly LookRun[];
}

/** `>`, `>>`, `> >`, with the single space that programs put behind; RFC 3676 4.5 and common practice. Nobody is quoted a
 * hundred deep; further marks stay in the text. */
const quoteMarks = /^(?: ?>){1,100} ?/;

/** Splits the marks off a line. `>From ` may be mbox escaping; whoever sees the lines around it decides. */
export const splitMarks = (line: string): { depth: number; rest: string } => {
  const marks = quoteMarks.exec(line)?.[0];
  if (marks === undefined) return { depth: 0, rest: line };
  return { depth: marks.split(">").length - 1, rest: line.slice(marks.length) };
};

/** Fewer marked lines in a row than this, with nobody introduced as quoted, may be the author's own "> 50 %". */
const certainRun = 3;

/**
 * Lines of a fixed body. Marks are taken off where the line is surely a quotation: after a line that introduces somebody
 * (`introduces`), or in a run of at least three. Elsewhere the mark stays in the text, because it may be the author's
 * "greater than", and the depth says QUOTED all the same: a warning too many is better than a character too few.
 */
export const fixedLines = (text: string, introduces: (line: string) => boolean): BodyLine[] => {
  const given = text.split("\n");
  const rows = given.map((line, i) => (isEscaped(given, i) ? unescaped(line) : { line, ...splitMarks(line) }));
  const runs = runLengths(rows.map((row) => row.depth > 0));
  let introduced = false;
  return rows.map((row, i) => {
    introduced ||= introduces(row.rest);
    const certain = row.depth > 0 && (introduced || (runs[i] ?? 0) >= certainRun);
    return { text: certain ? row.rest : row.line, depth: row.depth };
  });
};

/**
 * `>From ` between lines that are not quoted is how a mailbox keeps a line that begins with `From ` (mboxo, mboxrd): the
 * author's words, the mark not. Beside a quoted line it is one more quoted line.
 */
const isEscaped = (lines: readonly string[], i: number): boolean =>
  lines[i]?.startsWith(">From ") === true &&
  !quoteMarks.test(lines[i - 1] ?? "") &&
  !quoteMarks.test(lines[i + 1] ?? "");

const unescaped = (line: string) => ({ line: line.slice(1), depth: 0, rest: line.slice(1) });

/** For each position the length of the run of `true` it stands in; 0 outside. */
const runLengths = (marked: readonly boolean[]): number[] => {
  const lengths = new Array<number>(marked.length).fill(0);
  for (let start = 0; start < marked.length; ) {
    let end = start;
    while (marked[end] === true) end++;
    lengths.fill(end - start, start, end);
    start = Math.max(end, start + 1);
  }
  return lengths;
};
