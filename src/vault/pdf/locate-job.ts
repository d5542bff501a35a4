import type { PDFPageProxy } from "pdfjs-dist";
import { namedSigns } from "../../pdf/named-signs.ts";
import { openPdf } from "../../pdf/open-pdf.ts";
import { lineBoxes } from "./line-boxes.ts";
import { type Box, type PageGlyph, pageGlyphs } from "./page-glyphs.ts";
import { signsOf } from "./signs-of.ts";

/** Words of one page that are to be found on it. */
export interface WantedOnPage {
  /** From 1. */
  readonly number: number;
  /** The text of the page as it was read. */
  readonly text: string;
  /** The words in it, in code points from its beginning. */
  readonly start: number;
  readonly end: number;
}

/** Where words stand on a page as it is shown, in points from its upper left corner. */
export interface PlacedOnPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** A rectangle for each line of the words. */
  readonly rectangles: readonly Box[];
  /** A rectangle for each line of the page. */
  readonly lines: readonly Box[];
  /** Characters of the words, blanks aside, that no sign was found for. */
  readonly unplaced: number;
}

/** Lines that are named of one page: thousands of them are no page that somebody reads. */
const linesMax = 2_000;

/** Finds words on the pages of a PDF; a page that cannot be read has none of them. Errors: as `openPdf`. */
export const locateOnPages = async (pdf: Uint8Array, wanted: readonly WantedOnPage[]): Promise<PlacedOnPage[]> => {
  const opened = await openPdf(pdf);
  try {
    const placed: PlacedOnPage[] = [];
    for (const { number, text, start, end } of wanted)
      placed.push((await wordsOn(await opened.getPage(number), text))(start, end));
    return placed;
  } finally {
    await opened.loadingTask.destroy();
  }
};

/** Reads where the letters of a page stand; gives what finds a stretch of its text among them. */
export const wordsOn = async (
  page: PDFPageProxy,
  text: string,
): Promise<(start: number, end: number) => PlacedOnPage> => {
  const viewport = page.getViewport({ scale: 1 });
  const { width, height } = viewport;
  const glyphs = await pageGlyphs(page).catch((): PageGlyph[] => []);
  const named = await withNames(page, glyphs).catch(() => glyphs);
  page.cleanup();
  const [signs, byNames] = [
    signsOf(text, glyphs),
    named === glyphs ? new Map<number, number[]>() : signsOf(text, named),
  ];
  const characters = [...text];
  /** Of a page that is turned another corner is the upper left one. */
  const shown = ([left, bottom, right, top]: Box): Box => {
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[];
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[];
    return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  };
  const boxesOf = (some: readonly PageGlyph[]): Box[] => lineBoxes(some).slice(0, linesMax).map(shown);
  const lines = boxesOf(glyphs.filter(({ text: letters }) => /\S/u.test(letters)));
  return (start, end) => {
    const places = new Set<number>();
    let unplaced = 0;
    for (let at = start; at < end; at++) {
      const found = (byNames.size > signs.size ? byNames : signs).get(at) ?? [];
      for (const sign of found) places.add(sign);
      if (found.length === 0 && /\S/u.test(characters[at] ?? "")) unplaced += 1;
    }
    const rectangles = boxesOf(glyphs.filter((_, i) => places.has(i)));
    return { number: page.pageNumber, width, height, rectangles, lines, unplaced };
  };
};

/** Signs by the letters that their fonts' names say, as a page may have been read; the same ones where no name says more. */
const withNames = async (page: PDFPageProxy, glyphs: readonly PageGlyph[]): Promise<readonly PageGlyph[]> => {
  const names = await namedSigns(page);
  if ([...names.values()].every(({ size }) => size === 0)) return glyphs;
  return glyphs.map((glyph) => ({ ...glyph, text: names.get(glyph.font)?.get(glyph.text) ?? glyph.text }));
};
