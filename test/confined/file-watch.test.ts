import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FileWatch } from "../../src/confined/file-watch.ts";

/** A thread that tells how long it had the processor, in microseconds as Node does. */
class Thread {
  ms = 0;
  cpuUsage = async () => ({ user: this.ms * 1000, system: 0 });
}

describe("a file that a thread reads", () => {
  const thread = new Thread();
  let watch: FileWatch;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    thread.ms = 0;
    watch = new FileWatch(thread as unknown as Worker, { ms: 5_000, processorMs: 1_500, growth: 1e12 });
  });
  afterEach(() => vi.useRealTimers());

  /** Looks after some time by the clock, in which the thread had the processor so long. */
  const passed = async (clockMs: number, processorMs: number): Promise<string | undefined> => {
    vi.advanceTimersByTime(clockMs);
    thread.ms += processorMs;
    const told = watch.look();
    // The thread's answer comes behind the look that asked.
    await Promise.resolve().then(() => undefined);
    return told;
  };

  // At load 28 on two cores, 22 of 38 ordinary PDFs were refused by the clock.
  it("is read for as long as its thread is at work, on a machine that gives it one part in twenty", async () => {
    for (let n = 0; n < 25; n++) expect(await passed(1_000, 55)).toBeUndefined();
  });

  it("is given up where its thread stands still", async () => {
    for (let n = 0; n < 25; n++) expect(await passed(200, 1)).toBeUndefined();
    expect(await passed(200, 0)).toMatch(/longer than 5 seconds/);
    expect(watch.stoodStill).toBe(true);
  });

  // Whoever looks was at something else for so long, and the thread's answer waits behind the look.
  it("is not given up for a time in which nobody looked", async () => {
    expect(await passed(9_000, 0)).toBeUndefined();
    expect(await passed(9_000, 0)).toBeUndefined();
    expect(watch.stoodStill).toBe(false);
  });

  it("is given up where it takes the processor too long, whatever the clock says", async () => {
    await passed(10, 0);
    await passed(10, 1_501);
    expect(await passed(10, 0)).toMatch(/longer than 2 seconds/);
  });
});
