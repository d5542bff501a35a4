import { describe, expect, it } from "vitest";
import { compareOverWire } from "./wire/compare.ts";

describe("the gate over gRPC", () => {
  it("says of each sentence that a model puts forward what the check alone says, and takes what its remedies make: one in 37 of the sets", async () => {
    const { sentences, refused, looked, differences, mended, refusedAfter } = await compareOverWire(1, 37);
    expect(differences.map(({ dossier, id, kind }) => `${dossier} ${id} as ${kind}`)).toEqual([]);
    expect(sentences).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(60);
    expect(looked).toBeGreaterThan(2);
    expect(refusedAfter).toEqual([]);
    expect(mended).toBeGreaterThan(8);
  }, 120_000);
});
