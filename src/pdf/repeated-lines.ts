import type { PageLine } from "./page-lines.ts";

/** Lines at each end of a page that may be header or footer. */
const edge = 3;
/** A line must stand on so many pages at least. */
const pagesMin = 3;

/** Places of the lines of one page that other pages repeat. */
export interface RepeatedLines {
  readonly top: ReadonlySet<number>;
  readonly bottom: ReadonlySet<number>;
}

/**
 * Finds headers and footers: lines among the first or last three of a page that stand, but for numbers, on at least three
 * pages and a third of all. They are flagged and never deleted: a case number in a header may be just what is quoted.
 */
export const repeatedLines = (pages: readonly (readonly PageLine[])[]): RepeatedLines[] => {
  const [tops, bottoms] = [count(pages, topOf), count(pages, bottomOf)];
  const enough = Math.max(pagesMin, pages.length / 3);
  const repeats = (counts: ReadonlyMap<string, number>, text: string): boolean =>
    (counts.get(shape(text)) ?? 0) >= enough;
  return pages.map((page) => ({
    top: new Set(topOf(page).filter((i) => repeats(tops, page[i]?.text ?? ""))),
    bottom: new Set(bottomOf(page).filter((i) => repeats(bottoms, page[i]?.text ?? ""))),
  }));
};

const topOf = (page: readonly PageLine[]): number[] => page.map((_, i) => i).slice(0, edge);
const bottomOf = (page: readonly PageLine[]): number[] =>
  page.map((_, i) => i).slice(Math.max(edge, page.length - edge));

/** A line without its numbers, so that page numbers are alike. */
const shape = (text: string): string =>
  text
    .replace(/\d+|\b[ivxlc]{1,7}\b/gi, "#")
    .replace(/\s+/g, " ")
    .trim();

const count = (pages: readonly (readonly PageLine[])[], places: (page: readonly PageLine[]) => number[]) => {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const text of new Set(places(page).map((i) => shape(page[i]?.text ?? ""))))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
};
