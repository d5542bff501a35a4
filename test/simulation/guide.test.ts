import { describe, expect, it } from "vitest";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { guideCase, guideCases } from "./guide/cases.ts";
import { walkCase } from "./guide/walk.ts";
import { reportOf } from "./guide.ts";

describe.each(await guideCases())("the made-up case $name", ({ documents, claims, letter, profileId, parties }) => {
  it("has at least twenty documents, each with a name of its own, and says only of those what is right", () => {
    const files = documents.map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
    expect(files.length).toBeGreaterThanOrEqual(20);
    const named = claims.flatMap(({ right }) => Object.values(right).flat());
    expect([...named, ...(letter === "" ? [] : [letter])].filter((file) => !files.includes(file))).toEqual([]);
  });

  it("names kinds and templates that its profile has", () => {
    const kinds = builtinProfiles().find((profile) => profile.profileId === profileId)?.claimKinds ?? [];
    for (const { kind, right } of claims) {
      const names = kinds.find(({ name }) => name === kind)?.slots.map(({ name }) => name) ?? [];
      expect(Object.keys(right).filter((template) => !names.includes(template))).toEqual([]);
    }
  });

  it("has a denial of the other side, a notice to everybody and a word of somebody outside", () => {
    const side = new Set(
      parties.filter(({ role }) => role === "OPPONENT" || role === "REPRESENTATIVE").map((one) => one.person),
    );
    const outside = new Set(parties.filter(({ role }) => role === "THIRD").map((one) => one.person));
    const author = parties.find(({ role }) => role === "AUTHOR")?.person;
    expect(documents.some(({ from, body }) => side.has(from) && /\b(?:nooit|geen|niet)\b/u.test(body))).toBe(true);
    expect(documents.some(({ from, to }) => side.has(from) && to !== author)).toBe(true);
    expect(documents.some(({ from, to }) => outside.has(from) && to === author)).toBe(true);
  });
});

describe("a case walked as the guide says", () => {
  it("is right in what the guide binds by itself, and ends in a letter once a person chose the rest", async () => {
    const bonus = await guideCase("bonus");
    const [walked, blind] = [await walkCase(bonus, true), await walkCase(bonus, false)];
    expect(walked.bindings.length).toBeGreaterThan(5);
    expect(reportOf(walked, blind)).toMatchObject({ holds: true });
    expect(walked.absenceQueries.join(" ")).toContain("loonstrook");
    // One promise serves the claim that it was made and the one that it was not kept.
    expect(walked.bindings.flatMap(({ looks }) => looks)).not.toContain("SPAN_SHARED");
  });
});
