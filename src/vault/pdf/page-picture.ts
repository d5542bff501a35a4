import type { PDFPageProxy } from "pdfjs-dist";
import { operations } from "../../pdf/open-pdf.ts";
import type { PixelBox } from "../picture/engine.ts";
import type { PageOfPicture } from "../picture/page-text.ts";
import { type PictureFile, sideMin } from "../picture/picture-file.ts";
import { identity, type Matrix, times } from "./page-glyphs.ts";

/** The picture that a page shows, and where its words lie on the page as people see it, in hundredths of a point. */
export interface PagePicture {
  readonly picture: PictureFile;
  readonly page: PageOfPicture;
  /** How the picture, as it is shown, lies on the page. */
  readonly lies: Lying;
}

/** Where the upper left corner of a picture lies on its page, and how much of the page a pixel takes: in points. */
interface Lying {
  readonly left: number;
  readonly top: number;
  readonly perX: number;
  readonly perY: number;
}

/** A decoded image as pdf.js gives it: rows from the top. */
interface Image {
  readonly width: number;
  readonly height: number;
  /** 1: one bit for a pixel, 1 is white; 2: red, green, blue; 3: the same with how opaque it is. Absent in a mask, which is of one bit. */
  readonly kind?: number;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** An image on its way to the page: what is painted, and where its unit square comes to lie. */
interface Painted {
  readonly image: unknown;
  readonly ctm: Matrix;
}

const hundredths = 100;
/** What covers less of a page is a mark or a drawing on it. */
const shareMin = 1 / 3;

/**
 * The picture of a page without words: of those that cover a third of it and more the one with the most pixels, since programs that
 * pack scans tightly lay the letters, fine, over the paper, coarse. Undefined: it shows none. A page in strips has none, and is told.
 */
export const pagePicture = async (page: PDFPageProxy): Promise<PagePicture | undefined> => {
  const viewport = page.getViewport({ scale: 1 });
  const area = viewport.width * viewport.height;
  const found: { readonly image: Image; readonly ctm: Matrix }[] = [];
  for (const { image, ctm } of await paintedOn(page)) {
    const onPage = times(viewport.transform as unknown as Matrix, ctm);
    if (Math.abs(onPage[0] * onPage[3] - onPage[1] * onPage[2]) < shareMin * area) continue;
    const decoded = await decodedOf(page, image);
    if (decoded?.data && Math.min(decoded.width, decoded.height) >= sideMin)
      found.push({ image: decoded, ctm: onPage });
  }
  const [best] = found.toSorted((a, b) => pixels(b.image) - pixels(a.image));
  if (best === undefined) return undefined;
  const size = { width: Math.round(viewport.width * hundredths), height: Math.round(viewport.height * hundredths) };
  const { width, height } = best.image;
  const exif = orientationOf(best.ctm);
  const shown = exif >= 5 ? { width: height, height: width } : { width, height };
  const lies = lying(best.ctm, shown);
  return {
    picture: { bytes: anyMap(best.image), width, height, exif },
    page: { number: page.pageNumber, ...size, placed: placing(lies, size) },
    lies,
  };
};

const pixels = ({ width, height }: Image): number => width * height;

const paintedOn = async (page: PDFPageProxy): Promise<Painted[]> => {
  const { OPS, noAnnotations } = await operations();
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: noAnnotations });
  const painted: Painted[] = [];
  const kept: Matrix[] = [];
  let ctm = identity;
  for (const [i, operator] of fnArray.entries()) {
    const given = argsArray[i] ?? [];
    if (operator === OPS.save) kept.push(ctm);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) ctm = kept.pop() ?? identity;
    else if (operator === OPS.transform) ctm = times(ctm, given as Matrix);
    else if (operator === OPS.paintFormXObjectBegin) {
      kept.push(ctm);
      if (Array.isArray(given[0]) || ArrayBuffer.isView(given[0])) ctm = times(ctm, given[0] as unknown as Matrix);
    } else if (
      operator === OPS.paintImageXObject ||
      operator === OPS.paintInlineImageXObject ||
      operator === OPS.paintImageMaskXObject
    )
      painted.push({ image: given[0], ctm });
  }
  return painted;
};

/** The image itself: it stands among the operators, or under a name in one of two tables; a mask has only its bits there. */
const decodedOf = async (page: PDFPageProxy, image: unknown): Promise<Image | undefined> => {
  if (typeof image === "string") return named(page, image);
  const given = image as Image & { readonly data?: unknown };
  if (typeof given?.data !== "string") return given;
  const bits = await named(page, given.data);
  return bits?.data === undefined ? undefined : { width: given.width, height: given.height, data: bits.data };
};

const named = (page: PDFPageProxy, name: string): Promise<Image | undefined> =>
  new Promise((resolve) => (name.startsWith("g_") ? page.commonObjs : page.objs).get(name, resolve));

/** EXIF's number for how the pixels lie on the page: which way its rows run, and which way they follow each other. */
const orientationOf = ([a, b, c, d]: Matrix): number => {
  const isLevel = Math.abs(a) >= Math.abs(b);
  // Rows follow each other downwards, which in the unit square is from 1 to 0.
  if (isLevel) return a > 0 ? (d < 0 ? 1 : 4) : d < 0 ? 2 : 3;
  return b > 0 ? (c < 0 ? 5 : 6) : c < 0 ? 8 : 7;
};

const lying = ([a, b, c, d, e, f]: Matrix, picture: { readonly width: number; readonly height: number }): Lying => ({
  left: e + Math.min(0, a) + Math.min(0, c),
  top: f + Math.min(0, b) + Math.min(0, d),
  perX: (Math.abs(a) + Math.abs(c)) / picture.width,
  perY: (Math.abs(b) + Math.abs(d)) / picture.height,
});

/** From a rectangle of the picture as it is shown to one of the page, cut at its edges. */
const placing = (
  { left, top, perX, perY }: Lying,
  page: { readonly width: number; readonly height: number },
): ((box: PixelBox) => PixelBox) => {
  const x = (at: number): number => Math.max(0, Math.min(page.width, hundredths * (left + perX * at)));
  const y = (at: number): number => Math.max(0, Math.min(page.height, hundredths * (top + perY * at)));
  return ({ x0, y0, x1, y1 }) => ({ x0: x(x0), y0: y(y0), x1: x(x1), y1: y(y1) });
};

/** The image as a file of Netpbm (pbm(5), ppm(5)), which is a head of three numbers and the pixels. */
const anyMap = ({ width, height, kind = 1, data = new Uint8Array() }: Image): Uint8Array => {
  if (kind === 1)
    return withHead(
      `P4\n${width} ${height}\n`,
      Uint8Array.from(data, (bits) => bits ^ 0xff),
    );
  const head = `P6\n${width} ${height}\n255\n`;
  if (kind === 2) return withHead(head, data);
  const colours = new Uint8Array(3 * width * height);
  for (let at = 0, to = 0; to < colours.length; at += 4, to += 3) {
    // What is not opaque lies on white paper.
    const opaque = (data[at + 3] ?? 255) / 255;
    for (let part = 0; part < 3; part++) colours[to + part] = 255 - opaque * (255 - (data[at + part] ?? 255));
  }
  return withHead(head, colours);
};

const withHead = (head: string, body: Uint8Array | Uint8ClampedArray): Uint8Array => {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(Buffer.from(head, "latin1"));
  bytes.set(body, head.length);
  return bytes;
};
