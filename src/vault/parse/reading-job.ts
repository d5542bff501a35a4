import { type GivenFile, openedFile, type ReadFile, refusedFile } from "../import/read-file.ts";

/** So many files of one archive may end the thread before the rest is not tried any more. */
const lossesMax = 5;

/** One file that is being read: what was given of it, and whoever waits for the next answer. */
export class ReadingJob {
  readonly id: number;
  readonly file: GivenFile;
  readonly importedAtIso: string;
  /** Answers so far, substitutes included: where a new thread goes on. */
  given = 0;
  isDone = false;
  /** So many answers may wait before the thread waits as well. */
  static readonly ahead = 64;
  /** What the thread is at; -1: it looks for the next file of an archive. Undefined: nothing yet. */
  #at: { readonly place: number; readonly path: string } | undefined;
  #losses = 0;
  /** How many answers there were when a file was tried once more. */
  #triedAt = -1;
  readonly #ready: ReadFile[] = [];
  #wake: (() => void) | undefined;

  constructor(id: number, file: GivenFile, importedAtIso: string) {
    this.id = id;
    this.file = file;
    this.importedAtIso = importedAtIso;
  }

  begin(place: number, path: string): void {
    this.#at = { place, path };
  }

  /** Whether the thread waits until somebody takes an answer. */
  get isHeldBack(): boolean {
    return !this.isDone && this.#ready.length >= ReadingJob.ahead;
  }

  /** One more answer, from the thread or in place of it. */
  give(unit: ReadFile): void {
    this.given++;
    this.#ready.push(unit);
    this.#wake?.();
  }

  /** Whether what the thread stood still at is tried once more; true once for each answer. */
  triesAgain(): boolean {
    if (this.isDone || this.#triedAt === this.given) return false;
    this.#triedAt = this.given;
    return true;
  }

  finish(): void {
    this.isDone = true;
    this.#wake?.();
  }

  /**
   * The thread was lost while it was at this file. What it was reading is refused and the rest goes on; when it was
   * looking for the next file of an archive, or was lost too often, that is the end of the archive.
   */
  lose(reason: string): void {
    const { place, path } = this.#at ?? { place: -1, path: this.file.path };
    this.#at = undefined;
    if (place >= 0) this.give(refusedFile(path, reason));
    const isWhole = place >= 0 && path === this.file.path;
    const goesOn = place >= 0 && ++this.#losses < lossesMax;
    if (isWhole) this.finish();
    if (isWhole || goesOn) return;
    const why =
      place < 0 ? reason : "five files in it could not be read, and the rest was not tried; take the files out of it";
    this.give(this.given === 0 ? refusedFile(this.file.path, why) : openedFile(this.file.path, why));
    this.finish();
  }

  /** Answers in order; `taken` is called for each, so that the thread may send another. */
  async *units(taken: () => void): AsyncGenerator<ReadFile> {
    for (;;) {
      const next = this.#ready.shift();
      if (next !== undefined) {
        taken();
        yield next;
      } else if (this.isDone) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
