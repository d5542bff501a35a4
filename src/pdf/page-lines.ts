/** A piece of text as pdf.js gives it: `transform` is [a b c d x y] in points, origin at the lower left. */
export interface PdfText {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
  /** `ltr`, `rtl` or `ttb`; pieces of the others are put together as they come. */
  readonly dir?: string;
}

/** One line of a page: its words and its height on the page, in points from the bottom. */
export interface PageLine {
  readonly text: string;
  readonly y: number;
}

/** A line with its pieces as well, for whoever needs to know where they stand. */
export interface PlacedLine extends PageLine {
  readonly pieces: readonly PdfText[];
}

/**
 * Lines of a page in the order in which the file writes them, which for nearly every program is the order of reading,
 * columns included; sorting by place would mix columns. A line ends where pdf.js says so or where the next piece stands at
 * another height by more than half a line.
 */
export const pageLines = (items: readonly PdfText[]): PlacedLine[] => {
  const lines: PlacedLine[] = [];
  let words: string[] = [];
  let pieces: PdfText[] = [];
  let y = 0;
  let last: PdfText | undefined;
  const end = (): void => {
    const text = words.join("").trimEnd();
    if (text.trim() !== "") lines.push({ text, y, pieces });
    words = [];
    pieces = [];
  };
  for (const item of items) {
    if (item.str.trim() !== "" && last !== undefined && isOtherLine(last, item)) end();
    if (words.length === 0) y = item.transform[5] ?? 0;
    else if (last !== undefined && item.str !== "") words.push(between(last, item, words.at(-1) ?? ""));
    words.push(isWideBlank(item) ? "\t" : item.str);
    if (item.str.trim() !== "") pieces.push(item);
    if (item.str.trim() !== "") last = item;
    if (item.hasEOL) {
      end();
      last = undefined;
    }
  }
  end();
  return lines;
};

const upright = (item: PdfText): boolean => Math.abs(item.transform[1] ?? 0) < 0.01;
const left = (item: PdfText): number => item.transform[4] ?? 0;
const isLevel = (before: PdfText, after: PdfText): boolean =>
  upright(before) &&
  upright(after) &&
  Math.max(before.height, after.height) > 0 &&
  (after.dir ?? "ltr") === "ltr" &&
  (before.dir ?? "ltr") === "ltr";

const isOtherLine = (before: PdfText, after: PdfText): boolean => {
  if (!upright(before) || !upright(after)) return false;
  const height = Math.max(before.height, after.height);
  // Raised marks stand within the line; a drop of a whole line does not.
  const drops = height > 0 && Math.abs((before.transform[5] ?? 0) - (after.transform[5] ?? 0)) > height * 0.9;
  // What begins left of where the piece before began was written as a line, or a row, of its own.
  return drops || (isLevel(before, after) && left(after) + after.width < left(before));
};

/** Gaps in heights of a letter: of a word, and of a cell. Letters of one word are set nearer than a fifth. */
const [wordGap, cellGap] = [0.2, 2.5];

/** What parts two pieces of one line that the library gave without anything between them. */
const between = (before: PdfText, after: PdfText, written: string): string => {
  if (!isLevel(before, after) || /\s$/.test(written) || /^\s/.test(after.str)) return "";
  const height = Math.max(before.height, after.height);
  const gap = left(after) - (left(before) + before.width);
  if (gap > cellGap * height) return "\t";
  // Far back over what stands there already: a cell that was written after its neighbour.
  return gap > wordGap * height || gap < -before.width - wordGap * height ? " " : "";
};

/** A blank as wide as no space is: the gap between two cells. */
const isWideBlank = (item: PdfText): boolean =>
  item.str !== "" && item.str.trim() === "" && item.height > 0 && item.width > cellGap * item.height;
