import type { PDFDocumentProxy } from "pdfjs-dist";
import { openPdf } from "../../pdf/open-pdf.ts";
import type { PageOfPicture } from "../picture/page-text.ts";
import { picturesMax, pixelsMax } from "../picture/picture-file.ts";
import { type AtPicture, canReadPictures, readPicture, type SeenPage } from "../picture/read-picture.ts";
import { pagePicture } from "./page-picture.ts";

/** What was read of the picture of a page, and where it lies. */
export interface ReadScan {
  readonly seen: SeenPage;
  readonly page: PageOfPicture;
}

/** Pixels of a page scanned at 600 dpi: so much may be unpacked before it is known what a page holds. */
const pageOfScan = 35_000_000;

/**
 * Reads the pictures of pages that have no words, at most a hundred; by their numbers. Left out: pages that show no picture, or one
 * without words or that cannot be read. None where the reader of pictures is not installed.
 */
export const readScans = async (
  original: Uint8Array,
  pages: readonly number[],
  atPicture: AtPicture,
): Promise<ReadonlyMap<number, ReadScan>> => {
  const read = new Map<number, ReadScan>();
  if (pages.length === 0 || !canReadPictures()) return read;
  atPicture(pageOfScan);
  const opened = await openPdf(original, pixelsMax);
  try {
    for (const number of pages.slice(0, picturesMax)) {
      atPicture(pageOfScan);
      const scan = await readScan(opened, number, atPicture);
      if (scan !== undefined && scan.seen.lines.length > 0) read.set(number, scan);
    }
  } finally {
    await opened.loadingTask.destroy();
  }
  return read;
};

const readScan = async (
  opened: PDFDocumentProxy,
  number: number,
  atPicture: AtPicture,
): Promise<ReadScan | undefined> => {
  try {
    const page = await opened.getPage(number);
    const shown = await pagePicture(page);
    page.cleanup();
    return shown && { seen: await readPicture(shown.picture, atPicture), page: shown.page };
  } catch (error) {
    // Told as a page without words, like one whose picture is refused or broken.
    if (error instanceof Error) return undefined;
    throw error;
  }
};
