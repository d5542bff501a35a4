import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Pace, Scrubbing } from "../../../src/store/level/scrub.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that says these damages, one look after the other, and what is heard of it. */
const scrubbed = (...looks: (readonly string[] | undefined)[]) => {
  const told: string[] = [];
  const read: number[] = [];
  const look = vi.fn(async (_: Pace) => looks.shift() ?? []);
  const scrubbing = new Scrubbing({ look, onDamage: (one) => told.push(one), onRead: (count) => read.push(count) });
  return { scrubbing, look, told, read };
};

describe("the reading of a store behind its back", () => {
  it("looks again before it tells a damage, and tells what it found twice", async () => {
    const { scrubbing, told, read } = scrubbed(["once", "twice"], ["twice", "late"]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(["twice"]);
    expect(read).toEqual([1]);
    await scrubbing.end();
  });

  it("looks every day, and tells a damage once", async () => {
    const { scrubbing, look, told, read } = scrubbed(["it"], ["it"], ["it"], ["it"]);
    await vi.advanceTimersByTimeAsync(25 * 60 * 60 * 1_000);
    expect(look).toHaveBeenCalledTimes(4);
    expect(told).toEqual(["it"]);
    expect(read).toEqual([1, 1]);
    await scrubbing.end();
  });

  it("makes way for an erasure, and begins again after it", async () => {
    const { scrubbing, look, read } = scrubbed();
    let went: boolean | undefined;
    look.mockImplementationOnce(async (pace) => {
      const until = performance.now() + 20;
      while (performance.now() < until);
      went = await pace.step();
      return ["of before"];
    });
    await vi.advanceTimersByTimeAsync(1_000);
    const order: string[] = [];
    const aside = scrubbing.aside(async () => void order.push("erased"));
    await vi.advanceTimersByTimeAsync(1_000);
    await aside;
    expect(went).toBe(false);
    expect([order, read]).toEqual([["erased"], []]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(read).toEqual([0]);
    await scrubbing.end();
  });
});
