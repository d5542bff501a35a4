import { Bell } from "#kit/bell.ts";
import { Queue } from "#kit/queue.ts";
import type { Step } from "../container/steps.ts";
import type { Reading } from "../parse/reader.ts";
import type { ReadFile } from "./read-file.ts";

/** Files handed to the reader before their turn: two batches, so that it never waits for a commit; and their bytes. */
const filesAhead = 160;
const bytesAhead = 16 * 1024 * 1024;

/** One answer of the reader, or the end of a step with the answer that was the last of it. */
export type Answer =
  | { readonly unit: ReadFile }
  | { readonly done: Step; readonly unit?: undefined; readonly last: ReadFile | undefined };

/**
 * Takes steps as they come and gives what is read of them, in order. Reading goes on while the answers before are being
 * committed. When the steps fail, what came before is given first and then the failure.
 */
export async function* readAhead(steps: AsyncIterable<Step>, read: (step: Step) => Reading): AsyncGenerator<Answer> {
  const line = new Line();
  const feeding = feed(steps, read, line);
  // Heard below, when its turn has come; until then it must not count as a failure nobody cares for.
  feeding.catch(() => undefined);
  try {
    for (let next = await line.take(); next !== undefined; next = await line.take()) {
      line.reading = next.reading;
      let last: ReadFile | undefined;
      for await (const unit of next.reading.units) {
        last = unit;
        yield { unit };
      }
      line.leave(next.bytes);
      yield { done: next.step, last };
    }
    await feeding;
  } finally {
    line.close();
  }
}

const feed = async (steps: AsyncIterable<Step>, read: (step: Step) => Reading, line: Line): Promise<void> => {
  try {
    for await (const step of steps) {
      const bytes = "bytes" in step.input ? step.input.bytes.length : 0;
      if (!(await line.room(bytes))) return;
      line.put({ reading: read(step), step, bytes });
    }
    line.end();
  } catch (error) {
    line.end();
    throw error;
  }
};

interface InLine {
  readonly reading: Reading;
  readonly step: Step;
  readonly bytes: number;
}

/** Readings that wait for their turn, bounded by count and bytes; a file larger than the bound goes alone. */
class Line {
  /** The one whose turn it is. */
  reading: Reading | undefined;
  readonly #waiting = new Queue<InLine>();
  readonly #left = new Bell();
  #count = 0;
  #bytes = 0;
  #isClosed = false;

  async room(bytes: number): Promise<boolean> {
    while (!this.#isClosed && this.#count > 0 && (this.#count >= filesAhead || this.#bytes + bytes > bytesAhead))
      await this.#left.rung();
    return !this.#isClosed;
  }

  put(one: InLine): void {
    this.#waiting.put(one);
    this.#count++;
    this.#bytes += one.bytes;
  }

  take(): Promise<InLine | undefined> {
    return this.#waiting.take();
  }

  leave(bytes: number): void {
    this.#count--;
    this.#bytes -= bytes;
    this.#left.ring();
  }

  end(): void {
    this.#waiting.end();
  }

  /**
   * Ends what is not read yet, the last first: to cancel the one that is being read costs the reader its thread, and what is
   * behind it would be begun in another one.
   */
  close(): void {
    this.#isClosed = true;
    const readings = [this.reading, ...this.#waiting.drain().map(({ reading }) => reading)];
    for (const reading of readings.reverse()) reading?.cancel();
    this.#left.ring();
  }
}
