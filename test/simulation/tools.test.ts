import { describe, expect, it } from "vitest";
import { seeded } from "./store-seed.ts";
import { killTools } from "./tools-kill.ts";

describe("a server that is killed while its tools run", () => {
  it("records one result for each, runs nothing that was declined, and leaves to a person what may have acted", async () => {
    const { wrong, ...counts } = await killTools(3, seeded(3));
    console.log(`tools killed: ${JSON.stringify(counts)}`);
    expect(wrong).toEqual([]);
    expect(counts.cutOff).toBeGreaterThan(0);
    expect(counts.unknown).toBeGreaterThan(0);
  });
});
