import { describe, expect, it } from "vitest";
import { gateCase } from "./sets.ts";
import { compareOverWire } from "./wire/compare.ts";

describe("the gate over gRPC", () => {
  it("says of each sentence that a model puts forward what the check alone says, and takes what its remedies make: one in 37 of one dossier", async () => {
    const { sentences, refused, looked, differences, mended, refusedAfter, columns } = await compareOverWire(
      1,
      37,
      () => {},
      [gateCase("thuiswerk").dossier],
    );
    expect(differences.map(({ dossier, id, kind }) => `${dossier} ${id} as ${kind}`)).toEqual([]);
    expect(sentences).toBeGreaterThan(60);
    expect(refused).toBeGreaterThan(40);
    expect(looked).toBeGreaterThan(2);
    expect(columns.overWire).toEqual(columns.alone);
    expect(columns.overWire.hard).toBeGreaterThan(30);
    expect(columns.overWire.hardPassed).toBe(0);
    expect(refusedAfter).toEqual([]);
    expect(mended).toBeGreaterThan(2);
  });
});
