import { inEnglish, worded } from "../../messages/said.ts";
import type { MachineReadPage, TextMark } from "../reader/port.ts";
import type { TextWriter } from "../reader/text-writer.ts";
import { extractor, languages, type PixelBox } from "./engine.ts";
import type { SeenPage, SeenWord } from "./read-picture.ts";

/** The page on which a picture lies: its number and size, and where on it a rectangle of the picture is, in the page's own unit. */
export interface PageOfPicture {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  placed(box: PixelBox): PixelBox;
}

/** A picture that is a page by itself. */
export const asPage = ({ width, height }: SeenPage, number: number): PageOfPicture => ({
  number,
  width,
  height,
  placed: (box) => box,
});

/** Writes the words of a picture line by line, and tells where each stands in the text and on its page. */
export const writeSeen = (out: TextWriter, seen: SeenPage, page: PageOfPicture): MachineReadPage => {
  const words: MachineReadPage["words"][number][] = [];
  for (const [n, line] of seen.lines.entries()) {
    if (n > 0) out.write("\n");
    for (const [i, word] of line.entries()) {
      if (i > 0) out.write(" ");
      words.push(placedWord(word, out.write(word.text), page));
    }
  }
  const { number, width, height } = page;
  const { version: extractorVersion, turnedDegrees } = seen;
  return { number, width, height, extractor, extractorVersion, languages: languages(), turnedDegrees, words };
};

const placedWord = ({ box, confidence }: SeenWord, at: { start: number; end: number }, page: PageOfPicture) => {
  const { x0, y0, x1, y1 } = page.placed(box);
  const [x, y] = [Math.floor(x0), Math.floor(y0)];
  const [width, height] = [Math.max(1, Math.ceil(x1) - x), Math.max(1, Math.ceil(y1) - y)];
  return { ...at, x, y, width, height, confidence };
};

/** The stretch of a page as one that a machine read: by this mark a quote of it is known. */
export const machineReadMark = (start: number, end: number, page: number): TextMark => ({
  start,
  end,
  element: "machine-read",
  number: "",
  label: `p. ${page}`,
  flags: ["machine-read"],
});

/** What a reader must know of a document with such pages; of a picture by itself without their numbers. */
export const machineReadNote = (pages = ""): string =>
  inEnglish(pages === "" ? worded("import.machine-read-note") : worded("import.machine-read-note-pages", { pages }));
