import { describe, expect, it } from "vitest";
import { draws } from "../support/draws.ts";
import { salvageDamaged } from "./store-salvage.ts";
import { seeded } from "./store-seed.ts";

describe("a store that was hurt and salvaged", () => {
  it("is given back whole, and called so, where nothing was hurt", async () => {
    const report = await salvageDamaged(1, seeded(1), () => 0);
    expect(report).toMatchObject({ allHeld: 1, saidWhole: 1, wrong: [], touched: [] });
  });

  it("gives nothing that was not put, and calls nothing whole that is not", async () => {
    const report = await salvageDamaged(draws(3), seeded(5), (round) => 1 + (round % 3));
    expect(report).toMatchObject({ wrong: [], unsaid: [], touched: [] });
    expect(report.eventsHeld).toBeLessThan(report.eventsPut);
    expect(report.eventsHeld).toBeGreaterThan(report.eventsPut / 4);
  });
});
