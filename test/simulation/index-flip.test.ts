import { describe, expect, it } from "vitest";
import { draws } from "../support/draws.ts";
import { flipIndexes } from "./index-flip.ts";
import { seeded } from "./store-seed.ts";

// Pages had no checks: a flipped bit gave other words, fewer hits or none, and nobody was told.
describe("the file of a search index in which a bit flips", () => {
  it("answers as before or says that it cannot, closed, killed or open", async () => {
    const report = flipIndexes(draws(18), seeded(5));
    expect(report.silent).toEqual([]);
    expect(report.wrong).toEqual([]);
    expect(report.told).toBeGreaterThan(0);
  });
});
