import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { threadMs } from "../../confined/processor-time.ts";

/** What is used of PDFium as @embedpdf/pdfium has it; numbers are places in its memory, 0 is none. */
interface Pdfium {
  readonly pdfium: {
    /** Another array once the memory has grown. */
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: { malloc(size: number): number; free(at: number): void };
  };
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(at: number, size: number, password: string): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDFText_LoadPage(page: number): number;
  FPDFText_CountChars(text: number): number;
  /** Writes UTF-16 and a zero behind it; gives the number of units with that zero. */
  FPDFText_GetText(text: number, from: number, count: number, into: number): number;
  FPDFText_ClosePage(text: number): void;
  FPDF_ClosePage(page: number): void;
}

type Init = (options: {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => object): object;
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<Pdfium>;

const find = createRequire(import.meta.url);

/** PDFium as it is compiled, once in a thread; undefined where the package is not installed. */
const compiled = (): { init: Init; code: WebAssembly.Module } | undefined => {
  try {
    const { init } = find("@embedpdf/pdfium") as { init: Init };
    return { init, code: new WebAssembly.Module(readFileSync(find.resolve("@embedpdf/pdfium/pdfium.wasm"))) };
  } catch {
    return undefined;
  }
};
let kept: ReturnType<typeof compiled> | undefined | null = null;

/** Milliseconds of the thread's processor for a file of any size, and for each MiB: a tenth of what the first reading may take. */
const [msMin, msPerMiB] = [150, 200];

/** Bytes of memory beside the file that reading one may take; the program itself begins with 16 MiB. */
const bytesBeside = 128 * 2 ** 20;
const wasmPageBytes = 2 ** 16;

/** Holds the memory of a program down: where it asks for more, it is told that there is none, and breaks off. */
const bounded = (instance: WebAssembly.Instance, most: number): WebAssembly.Instance => {
  const memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
  if (!memory) throw new TypeError("the program has no memory that can be bounded");
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * wasmPageBytes > most) throw new RangeError("no more memory");
    return grow(pages);
  };
  return instance;
};

/** Of longer pages the beginning is read. */
const pageCharsMax = 1_000_000;

/**
 * The words of a PDF as PDFium reads them, which shares nothing with pdf.js: what was filled in and noted on its pages is not
 * among them. Each file has a PDFium of its own, so that nothing of a damaged one stays. Reading ends with the page at which its time is
 * over. undefined: PDFium is not installed, or read no page, and so says nothing.
 */
export const secondReading = async (original: Uint8Array): Promise<string | undefined> => {
  kept = kept === null ? compiled() : kept;
  if (kept === undefined) return undefined;
  const { init, code } = kept;
  const until = threadMs() + msMin + (msPerMiB * original.length) / 2 ** 20;
  const pages: string[] = [];
  try {
    const api = await init({
      // What a file makes it print is nobody's to read.
      print: () => {},
      printErr: () => {},
      instantiateWasm: (imports, done) =>
        done(bounded(new WebAssembly.Instance(code, imports), bytesBeside + 2 * original.length)),
    });
    api.PDFiumExt_Init();
    const document = api.FPDF_LoadMemDocument(placed(api, original), original.length, "");
    if (document === 0) return undefined;
    const count = api.FPDF_GetPageCount(document);
    for (let index = 0; index < count && threadMs() < until; index++) pages.push(wordsOn(api, document, index));
  } catch {
    // It broke at a page, or ran out of memory: what was read before holds.
  }
  return pages.length === 0 ? undefined : pages.join("\n");
};

const placed = ({ pdfium }: Pdfium, bytes: Uint8Array): number => {
  const at = pdfium.wasmExports.malloc(bytes.length);
  if (at === 0) throw new RangeError("no room for the file");
  pdfium.HEAPU8.set(bytes, at);
  return at;
};

const wordsOn = (api: Pdfium, document: number, index: number): string => {
  const page = api.FPDF_LoadPage(document, index);
  if (page === 0) return "";
  const text = api.FPDFText_LoadPage(page);
  const count = Math.min(pageCharsMax, Math.max(0, api.FPDFText_CountChars(text)));
  const into = api.pdfium.wasmExports.malloc(2 * (count + 1));
  const units = into === 0 ? 1 : api.FPDFText_GetText(text, 0, count, into);
  const words = utf16.decode(api.pdfium.HEAPU8.slice(into, into + 2 * Math.max(0, units - 1)));
  api.pdfium.wasmExports.free(into);
  api.FPDFText_ClosePage(text);
  api.FPDF_ClosePage(page);
  return words;
};

const utf16 = new TextDecoder("utf-16le");
