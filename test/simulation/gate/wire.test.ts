import { describe, expect, it } from "vitest";
import { compareOverWire } from "./wire/compare.ts";

describe("the gate over gRPC", () => {
  it("says of each sentence that a model puts forward what the check alone says of it: one in 37 of the sets", async () => {
    const { sentences, refused, looked, differences } = await compareOverWire(1, 37);
    expect(differences.map(({ dossier, id, kind }) => `${dossier} ${id} as ${kind}`)).toEqual([]);
    expect(sentences).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(60);
    expect(looked).toBeGreaterThan(2);
  }, 120_000);
});
