import { expect, it } from "vitest";
import { runWants } from "./wants.ts";

it("finalises no draft without words of a demand that no person was shown and let go", async () => {
  const report = await runWants(60, 29);
  expect(report.lost).toEqual([]);
  // Harmless drafts pass, and broken ones are finalised by whoever lets the words go.
  expect(report.whole).toBeGreaterThan(10);
  expect(report.wholeFinalised).toBeGreaterThan(10);
  expect(report.broken).toBeGreaterThan(25);
  expect(report.letGo).toBeGreaterThan(10);
});
