import { describe, expect, it } from "vitest";
import { flipStore } from "./store-flip.ts";
import { killStore } from "./store-kill.ts";
import { seeded } from "./store-seed.ts";

describe("a process that is killed while it commits", () => {
  it("has lost nothing that it had acknowledged, and left no commit half done", async () => {
    const report = await killStore(3, seeded(7));
    expect(report.lost).toEqual([]);
    expect(report.torn).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  });
});

describe("a folder that is damaged in one place", () => {
  it("never gives bytes that were not put, and never lacks anything in silence", async () => {
    const report = await flipStore(4, seeded(11));
    expect(report.wrong).toEqual([]);
    expect(report.undetected).toEqual([]);
    expect(report.short).toEqual([]);
    expect(report.refusedAtOpen + report.foundLater).toBeGreaterThan(0);
  });
});
