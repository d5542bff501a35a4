import { describe, expect, it } from "vitest";
import { draws } from "../support/draws.ts";
import { flipCatalogues } from "./catalogue-flip.ts";
import { seeded } from "./store-seed.ts";

// Records and paths alone had digests: of 200 flips in a catalogue 28 gave a shorter list or another order, and nobody was told.
describe("the file of a catalogue in which a bit flips", () => {
  it("lists as before or says that it cannot", async () => {
    expect((await flipCatalogues(draws(20), seeded(1))).wrong).toEqual([]);
  });
});
