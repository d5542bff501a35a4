import { describe, expect, it } from "vitest";
import { flipServer } from "./server-flip.ts";
import { killServer } from "./server-kill.ts";
import { seeded } from "./store-seed.ts";

describe("a server that is killed while eight clients use it", () => {
  it("has everything it acknowledged, nothing twice, and whole chains", async () => {
    const { lost, twice, damages, ...counts } = await killServer(1, seeded(5));
    console.log(`server killed: ${JSON.stringify(counts)}`);
    expect(lost).toEqual([]);
    expect(twice).toEqual([]);
    expect(damages).toEqual([]);
    expect(counts.acknowledged).toBeGreaterThan(0);
    expect(counts.cutOff).toBeGreaterThan(0);
  });
});

describe("a server over a store with one flipped bit", () => {
  it("says DATA_LOSS or serves what was written, and never anything else", async () => {
    const { wrong, ...counts } = await flipServer(1, seeded(9));
    console.log(`server flipped: ${JSON.stringify(counts)}`);
    expect(wrong).toEqual([]);
    expect(counts.refusedAtStart + counts.toldByCall + counts.aborted).toBeGreaterThan(0);
  });
});
