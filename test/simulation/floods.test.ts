import { expect, test } from "vitest";
import { clockOf } from "./floods.ts";
import { runDelayOf } from "./run-delay.ts";

// A judge by the server's processor alone did not see a server that stood still: of three seconds in a sleep none are of the processor. By the clock alone it judged the machine.

const gone = { clock: 3_020, processor: 40, main: 15, pool: 0, client: 5 };

test("what a server stands still is counted, and what it or the caller waited for a processor is not", () => {
  expect(clockOf(gone)).toBe(3_000);
  expect(clockOf({ ...gone, main: 2_900, client: 100 })).toBe(20);
});

test("what the pool waited stays in: its threads wait side by side", () => {
  expect(clockOf({ ...gone, pool: 2_000 })).toBe(3_000);
});

test.runIf(process.platform === "linux")("what this process waited for a processor is read, and never shrinks", () => {
  const before = runDelayOf(process.pid);
  const after = runDelayOf(process.pid);
  expect(before.main).toBeGreaterThanOrEqual(0);
  expect(after.main).toBeGreaterThanOrEqual(before.main);
  expect(after.pool).toBeGreaterThanOrEqual(before.pool);
});
