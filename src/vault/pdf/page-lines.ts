/** A piece of text as pdf.js gives it: `transform` is [a b c d x y] in points, origin at the lower left. */
export interface PdfText {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** One line of a page: its words and its height on the page, in points from the bottom. */
export interface PageLine {
  readonly text: string;
  readonly y: number;
}

/**
 * Lines of a page in the order in which the file writes them, which for nearly every program is the order of reading,
 * columns included; sorting by place would mix columns. A line ends where pdf.js says so or where the next piece stands at
 * another height by more than half a line.
 */
export const pageLines = (items: readonly PdfText[]): PageLine[] => {
  const lines: PageLine[] = [];
  let words: string[] = [];
  let y = 0;
  let last: PdfText | undefined;
  const end = (): void => {
    const text = words.join("").trimEnd();
    if (text.trim() !== "") lines.push({ text, y });
    words = [];
  };
  for (const item of items) {
    if (item.str.trim() !== "" && last !== undefined && isOtherLine(last, item)) end();
    if (words.length === 0) y = item.transform[5] ?? 0;
    words.push(item.str);
    if (item.str.trim() !== "") last = item;
    if (item.hasEOL) {
      end();
      last = undefined;
    }
  }
  end();
  return lines;
};

const isOtherLine = (before: PdfText, after: PdfText): boolean => {
  const upright = (item: PdfText): boolean => Math.abs(item.transform[1] ?? 0) < 0.01;
  if (!upright(before) || !upright(after)) return false;
  const height = Math.max(before.height, after.height);
  // Raised marks stand within the line; a drop of a whole line does not.
  return height > 0 && Math.abs((before.transform[5] ?? 0) - (after.transform[5] ?? 0)) > height * 0.9;
};
