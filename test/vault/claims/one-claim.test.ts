import { describe, expect, it } from "vitest";
import { halfOf, isRight, oneClaims } from "./one-claim-set.ts";

/** Claims of the even half that do not hold, by name, and why. */
const misses: ReadonlySet<string> = new Set([]);

describe("one claim about one dossier, asked over the wire", () => {
  it("has at least two hundred, each with a name of its own", () => {
    expect(oneClaims.length).toBeGreaterThanOrEqual(200);
    expect(new Set(oneClaims.map(({ group, name }) => `${group} ${name}`)).size).toBe(oneClaims.length);
  });

  for (const claim of oneClaims.filter((one) => halfOf(one) === "even"))
    it(`${claim.group}: ${claim.name}`, async () => {
      expect(await isRight(claim)).toBe(!misses.has(`${claim.group}: ${claim.name}`));
    });
});
