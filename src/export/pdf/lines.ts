import type { Run } from "./blocks.ts";

/** How wide a text is, in points. */
export type Measure = (text: string, size: number, bold: boolean) => number;

/** A stretch of a line: text in one weight, or the raised mark of a note. */
export interface Piece {
  readonly text: string;
  readonly bold: boolean;
  /** Number of the note whose mark this is; 0: it is text. */
  readonly mark: number;
  /** From the beginning of the line, in points. */
  readonly x: number;
}

/** A line of text, with the notes whose marks stand in it. */
export interface Line {
  readonly pieces: readonly Piece[];
  readonly marks: readonly number[];
}

/** What may not be parted: a word with the marks right behind it. */
interface Word {
  readonly parts: readonly { readonly text: string; readonly bold: boolean; readonly mark: number }[];
  readonly width: number;
}

/** How much smaller the mark of a note is than its text. */
export const markScale = 0.65;

/** Spaces at which a line may end: a sign of money stays with its sum. */
const parting = /(?<!\p{Sc}) +|(?<=\p{Sc}) +(?!\d)/u;

/** Breaks runs into lines of at most `width` points, at spaces; a word that is wider is broken where it has to be. */
export const brokenLines = (runs: readonly Run[], size: number, width: number, measure: Measure): Line[] => {
  const space = measure(" ", size, false);
  const lines: Word[][] = [[]];
  let used = 0;
  for (const word of wordsOf(runs, size, width, measure)) {
    const line = lines.at(-1) as Word[];
    const needed = line.length === 0 ? word.width : used + space + word.width;
    if (line.length > 0 && needed > width) {
      lines.push([word]);
      used = word.width;
    } else {
      line.push(word);
      used = needed;
    }
  }
  return lines.map((words) => lineOf(words, size, measure));
};

const wordsOf = (runs: readonly Run[], size: number, width: number, measure: Measure): Word[] => {
  const words: Word[] = [];
  for (const run of runs) {
    if ("mark" in run) {
      const part = { text: `${run.mark}`, bold: false, mark: run.mark };
      const last = words.pop() ?? { parts: [], width: 0 };
      const beside = (last.parts.at(-1)?.mark ?? 0) > 0 ? [{ ...part, text: `, ${run.mark}` }] : [part];
      const wide = beside.reduce((sum, one) => sum + measure(one.text, size * markScale, false), 0);
      words.push({ parts: [...last.parts, ...beside], width: last.width + wide });
    } else
      for (const text of run.text.split(parting).filter((one) => one !== ""))
        for (const piece of fitting(text, size, width, run.bold ?? false, measure))
          words.push({
            parts: [{ text: piece, bold: run.bold ?? false, mark: 0 }],
            width: measure(piece, size, run.bold ?? false),
          });
  }
  return words;
};

/** A word in pieces that fit on a line: a digest or an address may be longer. */
const fitting = (word: string, size: number, width: number, bold: boolean, measure: Measure): string[] => {
  if (measure(word, size, bold) <= width) return [word];
  const pieces: string[] = [];
  let rest = [...word];
  while (rest.length > 0) {
    let count = 1;
    while (count < rest.length && measure(rest.slice(0, count + 1).join(""), size, bold) <= width) count += 1;
    pieces.push(rest.slice(0, count).join(""));
    rest = rest.slice(count);
  }
  return pieces;
};

/** Words of one weight stand as one stretch, with the spaces between them, so that a reader who copies them gets those too. */
const lineOf = (words: readonly Word[], size: number, measure: Measure): Line => {
  const parts = words.flatMap(({ parts: own }, at) => [
    ...(at > 0 ? [{ text: " ", bold: words[at - 1]?.parts.at(-1)?.bold ?? false, mark: 0 }] : []),
    ...own,
  ]);
  const pieces: { text: string; bold: boolean; mark: number }[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (last && last.mark === 0 && part.mark === 0 && last.bold === part.bold) last.text += part.text;
    else pieces.push({ ...part });
  }
  let x = 0;
  const placed = pieces.map((piece) => {
    const at = x;
    x += measure(piece.text, piece.mark > 0 ? size * markScale : size, piece.bold);
    return { ...piece, x: at };
  });
  return { pieces: placed, marks: placed.flatMap(({ mark }) => (mark > 0 ? [mark] : [])) };
};
