import { describe, expect, it } from "vitest";
import { drawWorlds, readPools } from "./draw.ts";
import { runAttack } from "./main.ts";
import { readTemplates } from "./templates.ts";
import { pinciteTarget } from "./wire.ts";

describe("Pincite over gRPC", () => {
  it("gives each sentence of a small draw a verdict: it refuses changed tokens, and takes most of what is honest", async () => {
    const worlds = drawWorlds(
      readTemplates().filter(({ name }) => name === "schimmel"),
      readPools(),
      { half: "even", seed: 1, drafts: 12 },
    );
    const target = await pinciteTarget();
    try {
      const { tally, drafts } = await runAttack(target, worlds);
      const sum = (truth: string, verdict: "passed" | "compared" | "looked" | "refused") =>
        [...tally.values()].filter((one) => one.truth === truth).reduce((all, { by }) => all + by[verdict], 0);
      expect(drafts).toBe(12);
      expect(sum("BAD", "refused") + sum("BAD", "looked")).toBeGreaterThan(2);
      expect(sum("HONEST", "passed") + sum("HONEST", "compared")).toBeGreaterThan(20);
      expect(tally.get("BAD sum")?.by.passed ?? 0).toBe(0);
    } finally {
      await target.stop();
    }
  });
});
