import { Serial } from "#kit/serial.ts";
import { inThread, threadBeside } from "../../confined/in-thread.ts";
import type { ReadingLimits } from "../../confined/reading-limits.ts";
import type { PlacedOnPage, WantedOnPage } from "./locate-job.ts";
import type { Strip, WantedStrip } from "./page-strips.ts";

/** A page of a usual file takes a tenth of a second; a file is given up after ten, whatever its size. */
const limits: ReadingLimits = { processorMsMin: 10_000, msMin: 10_000, msPerMiB: 0, heapMiB: 512, growthMiB: 512 };

const program = threadBeside(import.meta.url, "locate-thread");

/** One file at a time: whoever asks for many waits, and others are answered meanwhile. */
const one = new Serial();

/** What was found in a PDF. */
interface Located {
  readonly placed: readonly PlacedOnPage[];
  readonly strips: readonly Strip[];
}

/**
 * Finds words on the pages of a PDF, and cuts strips out of pages that are pictures, in a thread that does this alone: searches go on
 * meanwhile, and a file that is made to take for ever or too much ends nothing but its thread. Undefined where it cannot be had.
 */
export const locate = (
  pdf: Uint8Array,
  wanted: readonly WantedOnPage[],
  strips: readonly WantedStrip[] = [],
): Promise<Located | undefined> =>
  one.run(async () => {
    const told = await inThread<Located>(program, { bytes: pdf, wanted, strips }, limits);
    return "answer" in told ? told.answer : undefined;
  });
