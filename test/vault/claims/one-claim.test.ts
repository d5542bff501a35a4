import { describe, expect, it } from "vitest";
import { halfOf, isRight, oneClaims } from "./one-claim-set.ts";

// The set was written before any of it was run. On 2026-11-30 the even half had 123 of 132: six asked for a word of a calendar in the wrong case, and three
// were lines of an announced answer that the original has, which were mended. The odd half, run once and in figures, has 120 of 126; none of it was looked
// into (`npm run campaign -- claims odd`).
describe("one claim about one dossier, asked over the wire", () => {
  it("has at least two hundred, each with a name of its own", () => {
    expect(oneClaims.length).toBeGreaterThanOrEqual(200);
    expect(new Set(oneClaims.map(({ group, name }) => `${group} ${name}`)).size).toBe(oneClaims.length);
  });

  for (const claim of oneClaims.filter((one) => halfOf(one) === "even"))
    it(`${claim.group}: ${claim.name}`, async () => {
      expect(await isRight(claim)).toBe(true);
    });
});
