import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { ImportRefusal } from "../confined/import-refusal.ts";

type PdfJs = typeof import("pdfjs-dist");

let loaded: Promise<PdfJs> | undefined;

/** The library is large and loaded with the first PDF: the legacy build, the one meant for Node. */
const library = (): Promise<PdfJs> => (loaded ??= import("pdfjs-dist/legacy/build/pdf.mjs") as Promise<PdfJs>);

/** Names of the operators of a page, and how to read a page without what people put on it later. */
export const operations = async () => {
  const { OPS, AnnotationMode } = await library();
  return { OPS, noAnnotations: AnnotationMode.DISABLE };
};

const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/**
 * Opens a PDF for its text: no network, no fonts, no scripts, and no images unless those of so many pixels are asked for.
 * Character maps of Asian fonts come with the library. Errors: `ImportRefusal` for passwords and for what is no PDF.
 */
export const openPdf = async (original: Uint8Array, pixelsMax = 1): Promise<PDFDocumentProxy> => {
  const { getDocument } = await library();
  const task = getDocument({
    data: new Uint8Array(original),
    cMapUrl: `${join(folder, "cmaps")}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(folder, "standard_fonts")}/`,
    verbosity: 0,
    useWorkerFetch: false,
    useSystemFonts: false,
    useWasm: false,
    disableFontFace: true,
    // The names that a font gives its signs.
    fontExtraProperties: true,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: pixelsMax,
    // Decoders of JPEG 2000 and JBIG2, which come with the library too.
    wasmUrl: `${join(folder, "wasm")}/`,
  });
  try {
    return await task.promise;
  } catch (cause) {
    const isLocked = (cause as Error).name === "PasswordException";
    throw new ImportRefusal(isLocked ? locked : damaged, { cause });
  }
};

const locked = "it is protected by a password; open it, save it without the password and import that";
export const damaged = "it is no PDF or a damaged one; save or print it as PDF again and import that";
