import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { threadMs } from "../../confined/processor-time.ts";

/** What is used of Tesseract as tesseract.js-core has it; its own types are none. */
interface Api {
  Init(folder: null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): boolean;
  /** 0: the file `/input` was read. `exif` says how it is turned, as EXIF's tag 274 does. */
  SetImageFile(exif: number, radians: number): number;
  Recognize(monitor: null): number;
  GetJSONText(page: number): string;
  Clear(): void;
  Version(): string;
}

interface Core {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  readonly TessBaseAPI: new () => Api;
}

type OpenCore = (options: {
  TesseractProgress(percent: number): void;
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<Core>;

/** A rectangle in pixels from the upper left corner, as Tesseract writes it. */
export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface EngineWord {
  readonly text: string;
  readonly bbox: PixelBox;
  readonly confidence: number;
}

/** The picture as Tesseract takes it apart; what is left out here is not used. */
export interface EngineBlock {
  readonly paragraphs?: readonly { readonly lines?: readonly { readonly words?: readonly EngineWord[] }[] }[];
}

/** The picture could not be opened: it is damaged, or packed in a way that is not known. */
export class Unopened extends Error {}

/** Reading took more than a picture may. */
export class TooLong extends Error {}

/** Name of what reads pictures, for records. */
export const extractor = "ocr-tesseract";

const wanted = ["nld", "eng"] as const;
const find = createRequire(import.meta.url);

const isThere = (name: string): boolean => {
  try {
    find.resolve(name);
    return true;
  } catch {
    return false;
  }
};

const weightsOf = (language: string): string =>
  `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`;

/** Languages whose weights are installed; none where the reader itself is not. Fixed from the first question on. */
export const languages = (): readonly string[] => {
  found ??= isThere(coreModule) ? wanted.filter(hasWeights) : [];
  return found;
};
let found: readonly string[] | undefined;

const hasWeights = (language: string): boolean => isThere(weightsOf(language));

/**
 * The build with SIMD, which every Node that runs this has. Not the one with relaxed SIMD, which is allowed to count otherwise on
 * another processor: the same bytes must give the same words everywhere.
 */
const coreModule = "tesseract.js-core/tesseract-core-simd-lstm";

/** LSTM alone: the older engine's tables are not in these weights. */
const lstmOnly = 1;
/**
 * How a page is taken apart. `whole`: columns and tables are found, and what is turned by a right angle is read along its own
 * direction; what looks like a drawing is left out. `sparse`: words wherever they stand, in no order to rely on, as if the page were one of 150
 * dots an inch: at 300 the cells of a table with rules are taken for a drawing in this manner too, at 150 they are read. 0: it is estimated.
 */
const manners = { whole: { mode: "3", dpi: "0" }, sparse: { mode: "11", dpi: "150" } } as const;

/** An idle engine holds some 150 MiB, and a further picture is often there at once. */
const idleMs = 20_000;

/** Milliseconds of the thread's processor for one reading: a page takes one to three seconds, noise takes for ever. */
const readingMsMax = 12_000;

/** Tesseract in this thread: WebAssembly without files of its own and without a network, its weights from the packages installed. */
export class Engine {
  static #open: Promise<Engine> | undefined;
  static #idle: NodeJS.Timeout | undefined;
  readonly version: string;
  readonly #core: Core;
  readonly #api: Api;
  #until = Number.POSITIVE_INFINITY;

  private constructor(core: Core, watched: { check: () => void }) {
    this.#core = core;
    this.#api = new core.TessBaseAPI();
    for (const language of languages()) {
      const packed = readFileSync(find.resolve(weightsOf(language)));
      core.FS.writeFile(`./${language}.traineddata`, gunzipSync(packed));
    }
    if (this.#api.Init(null, languages().join("+"), lstmOnly) !== 0) throw new Error("Tesseract does not start");
    this.version = this.#api.Version();
    watched.check = () => this.#check();
  }

  /** The engine of this thread, kept for the next picture. Asked only where `languages` are there. */
  static async open(): Promise<Engine> {
    clearTimeout(Engine.#idle);
    Engine.#idle = setTimeout(() => (Engine.#open = undefined), idleMs).unref();
    Engine.#open ??= Engine.#start();
    return Engine.#open;
  }

  static async #start(): Promise<Engine> {
    const silent = (): void => undefined;
    const watched = { check: silent };
    const core = await (find(coreModule) as OpenCore)({
      TesseractProgress: () => watched.check(),
      print: silent,
      printErr: silent,
    });
    return new Engine(core, watched);
  }

  /**
   * Reads a picture; `exif` says how it is turned. Nothing of an earlier one changes what is read. Errors: `Unopened`, `TooLong`.
   */
  read(picture: Uint8Array, exif: number, manner: keyof typeof manners): readonly EngineBlock[] {
    this.#api.SetVariable("tessedit_pageseg_mode", manners[manner].mode);
    this.#api.SetVariable("user_defined_dpi", manners[manner].dpi);
    this.#until = threadMs() + readingMsMax;
    this.#core.FS.writeFile("/input", picture);
    try {
      if (this.#api.SetImageFile(exif, 0) !== 0) throw new Unopened();
      this.#api.Recognize(null);
      return JSON.parse(this.#api.GetJSONText(0)).blocks ?? [];
    } catch (error) {
      // What was thrown through WebAssembly, or by it, leaves it in the middle of something.
      if (!(error instanceof Unopened)) Engine.#open = undefined;
      if (error instanceof Unopened || error instanceof TooLong) throw error;
      throw new Unopened("", { cause: error });
    } finally {
      this.#until = Number.POSITIVE_INFINITY;
      if (Engine.#open !== undefined) this.#forget();
    }
  }

  /** The picture and what was seen on it. */
  #forget(): void {
    this.#api.Clear();
    this.#core.FS.unlink("/input");
  }

  /** Called by Tesseract from word to word. */
  #check(): void {
    if (threadMs() > this.#until) throw new TooLong();
  }
}
