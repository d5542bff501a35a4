import { expect, it } from "vitest";
import { draws } from "../support/draws.ts";
import { runWants } from "./wants.ts";

it("finalises no draft without words of a demand that no person was shown and let go", async () => {
  const report = await runWants(draws(30), 29);
  expect(report.lost).toEqual([]);
  // Harmless drafts pass, and broken ones are finalised by whoever lets the words go.
  expect(report.whole).toBeGreaterThan(5);
  expect(report.wholeFinalised).toBeGreaterThan(5);
  expect(report.broken).toBeGreaterThan(10);
  expect(report.letGo).toBeGreaterThan(5);
});
