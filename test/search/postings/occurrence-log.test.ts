import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { OccurrenceLog } from "../../../src/search/postings/occurrence-log.ts";

const mib = 1024 * 1024;
const heldMiB = (): number => process.memoryUsage().arrayBuffers / mib;

/** What is held once what other tests left behind is gone: the collector frees buffers in a thread of its own. */
const settledMiB = async (): Promise<number> => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    collect();
    await delay(50);
    if (heldMiB() >= last) return heldMiB();
    last = heldMiB();
  }
};

/** A log of so many documents of a thousand words each: eight bytes an occurrence. */
const filled = (docs: number): OccurrenceLog => {
  const log = new OccurrenceLog();
  const pairs = Int32Array.from({ length: 2_000 }, (_, at) => (at % 2 === 0 ? at / 2 : 1));
  for (let doc = 1; doc <= docs; doc++) log.add(doc, pairs);
  return log;
};

describe("a log of occurrences", () => {
  // Runs that had been taken into the whole waited for the collector of garbage: three times the log, as an import went on.
  it("is held once more than once only while it is gathered, and not at all once it is let go of", async () => {
    const before = await settledMiB();
    const log = filled(2_000);
    const whole = heldMiB() - before;
    expect(whole).toBeGreaterThan(15);
    const steps = [...log.gather()].map(() => heldMiB() - before);
    expect(Math.max(...steps)).toBeLessThan(2.2 * whole);
    expect(heldMiB() - before).toBeLessThan(1.2 * whole);
    log.clear();
    // Of what is no run of its own, the collector has yet to free a little.
    expect(heldMiB() - before).toBeLessThan(2);
  });

  // Five of them were a megabyte for each strand that was open, whatever it held.
  it("is as large as what it holds", async () => {
    const before = await settledMiB();
    const logs = Array.from({ length: 200 }, () => {
      const log = new OccurrenceLog();
      log.add(1, Int32Array.from([7, 1, 7, 2]));
      return log;
    });
    expect(heldMiB() - before).toBeLessThan(2);
    expect(logs.map(({ size }) => size)).toEqual(Array(200).fill(2));
  });
});
