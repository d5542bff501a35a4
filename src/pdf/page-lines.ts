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
 * another height by more than half a line, measured as the line itself runs, or runs another way.
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

/** The way a piece runs, as a vector of length one: most run right, those of a turned page up or down. */
const wayOf = ({ transform: [a = 0, b = 0] }: PdfText): readonly [x: number, y: number] => {
  const length = Math.hypot(a, b);
  return length === 0 ? [1, 0] : [a / length, b / length];
};

/** Where a piece begins, measured along a way and across it, up from the line as its reader sees it. */
const placeOn = ({ transform }: PdfText, [x, y]: readonly [number, number]): { along: number; across: number } => {
  const [left, up] = [transform[4] ?? 0, transform[5] ?? 0];
  return { along: left * x + up * y, across: up * x - left * y };
};

/** The cosine of the angle between two pieces: 1 where they run the same way. */
const sameness = (before: PdfText, after: PdfText): number => {
  const [[x, y], [otherX, otherY]] = [wayOf(before), wayOf(after)];
  return x * otherX + y * otherY;
};

/** Cosines: of a degree, which is how exactly programs turn a page; of a third of a turn, which no line takes within itself. */
const [sameWay, otherWay] = [0.9998, 0.5];

const isLevel = (before: PdfText, after: PdfText): boolean =>
  sameness(before, after) > sameWay &&
  Math.max(before.height, after.height) > 0 &&
  (after.dir ?? "ltr") === "ltr" &&
  (before.dir ?? "ltr") === "ltr";

const isOtherLine = (before: PdfText, after: PdfText): boolean => {
  const same = sameness(before, after);
  if (same <= sameWay) return same < otherWay;
  const height = Math.max(before.height, after.height);
  const way = wayOf(before);
  const [first, second] = [placeOn(before, way), placeOn(after, way)];
  // Raised marks stand within the line; a drop of a whole line does not.
  const drops = height > 0 && Math.abs(first.across - second.across) > height * 0.9;
  // What begins left of where the piece before began was written as a line, or a row, of its own.
  return drops || (isLevel(before, after) && second.along + after.width < first.along);
};

/** Gaps in heights of a letter: of a word, and of a cell. Letters of one word are set nearer than a fifth. */
const [wordGap, cellGap] = [0.2, 2.5];

/** What parts two pieces of one line that the library gave without anything between them. */
const between = (before: PdfText, after: PdfText, written: string): string => {
  if (!isLevel(before, after) || /\s$/.test(written) || /^\s/.test(after.str)) return "";
  const height = Math.max(before.height, after.height);
  const way = wayOf(before);
  const gap = placeOn(after, way).along - (placeOn(before, way).along + before.width);
  if (gap > cellGap * height) return "\t";
  // Far back over what stands there already: a cell that was written after its neighbour.
  return gap > wordGap * height || gap < -before.width - wordGap * height ? " " : "";
};

/** A blank as wide as no space is: the gap between two cells. */
const isWideBlank = (item: PdfText): boolean =>
  item.str !== "" && item.str.trim() === "" && item.height > 0 && item.width > cellGap * item.height;
