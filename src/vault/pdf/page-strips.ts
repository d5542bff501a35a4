import { openPdf } from "../../pdf/open-pdf.ts";
import { greyPng } from "../picture/grey-png.ts";
import { type PictureFile, pixelsMax } from "../picture/picture-file.ts";
import { type PagePicture, pagePicture } from "./page-picture.ts";

/** A stretch of a page over its whole width, in points from its upper edge. */
export interface WantedStrip {
  /** From 1. */
  readonly number: number;
  readonly top: number;
  readonly bottom: number;
}

/** What the picture of a page shows there, and where that lies on the page, in points. */
export interface Strip {
  readonly number: number;
  readonly png: Uint8Array;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Wider than this nothing is compared by eye; a picture with more is made smaller by a whole number. */
const widthMax = 1_600;

/** Cuts strips out of the pictures that pages of a PDF show; a page without a picture has none. Errors: as `openPdf`. */
export const pageStrips = async (pdf: Uint8Array, wanted: readonly WantedStrip[]): Promise<Strip[]> => {
  if (wanted.length === 0) return [];
  const opened = await openPdf(pdf, pixelsMax);
  try {
    const strips: Strip[] = [];
    for (const one of wanted) {
      const page = await opened.getPage(one.number);
      const shown = await pagePicture(page);
      page.cleanup();
      const strip = shown && cut(shown, one);
      if (strip) strips.push(strip);
    }
    return strips;
  } finally {
    await opened.loadingTask.destroy();
  }
};

const cut = ({ picture, lies }: PagePicture, { number, top, bottom }: WantedStrip): Strip | undefined => {
  const [across, down] =
    picture.exif >= 5 ? [picture.height, picture.width] : ([picture.width, picture.height] as const);
  const by = Math.ceil(across / widthMax);
  const first = Math.max(0, Math.floor((top - lies.top) / lies.perY));
  const last = Math.min(down, Math.ceil((bottom - lies.top) / lies.perY));
  const [width, height] = [Math.floor(across / by), Math.floor((last - first) / by)];
  if (width < 1 || height < 1) return undefined;
  const grey = greyIn(picture);
  const pixels = new Uint8Array(width * height);
  for (let v = 0; v < height; v++)
    for (let u = 0; u < width; u++) {
      let sum = 0;
      for (let dv = 0; dv < by; dv++) for (let du = 0; du < by; du++) sum += grey(u * by + du, first + v * by + dv);
      pixels[v * width + u] = Math.round(sum / (by * by));
    }
  return {
    number,
    png: greyPng(pixels, width, height),
    x: lies.left,
    y: lies.top + first * lies.perY,
    width: width * by * lies.perX,
    height: height * by * lies.perY,
  };
};

/** How light a pixel of the picture is as it is shown, 0 (black) to 255, of what `anyMap` wrote. */
const greyIn = ({ bytes, width, height, exif }: PictureFile): ((u: number, v: number) => number) => {
  const isBits = bytes[1] === 0x34;
  const head = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  const start = (isBits ? /^P4\n\d+ \d+\n/u : /^P6\n\d+ \d+\n255\n/u).exec(head)?.[0].length ?? 0;
  const perRow = Math.ceil(width / 8);
  const stored = (x: number, y: number): number => {
    if (isBits) return ((bytes[start + y * perRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 0 : 255;
    const at = start + 3 * (y * width + x);
    // ITU-R BT.601: how light red, green and blue are to the eye.
    return 0.299 * (bytes[at] ?? 0) + 0.587 * (bytes[at + 1] ?? 0) + 0.114 * (bytes[at + 2] ?? 0);
  };
  const place = places[exif] ?? places[1]!;
  return (u, v) => stored(...place(u, v, width - 1, height - 1));
};

/** Where the pixel of a picture as it is shown is stored, by EXIF's number for how it is turned; `right` and `low` are the last ones. */
const places: Readonly<Record<number, (u: number, v: number, right: number, low: number) => [x: number, y: number]>> = {
  1: (u, v) => [u, v],
  2: (u, v, right) => [right - u, v],
  3: (u, v, right, low) => [right - u, low - v],
  4: (u, v, _, low) => [u, low - v],
  5: (u, v) => [v, u],
  6: (u, v, _, low) => [v, low - u],
  7: (u, v, right, low) => [right - v, low - u],
  8: (u, v, right) => [right - v, u],
};
