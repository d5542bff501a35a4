import { describe, expect, it } from "vitest";
import { newInPlace, placeAmong } from "../../src/run/build/profile-order.ts";

const headings = ["Feiten", "Reactie", "Verzoek", "Voorbehoud"];
const titled = (...titles: string[]) => titles.map((title) => ({ title }));
const ordered = (titles: string[], added: string[]) =>
  newInPlace(titled(...titles), ({ title }) => added.includes(title), headings).map(({ title }) => title);

describe("a part that comes into an outline", () => {
  it.each([
    ["takes the profile's place", ["Reactie", "Verzoek", "Feiten"], ["Feiten"], ["Feiten", "Reactie", "Verzoek"]],
    [
      "does so beside others",
      ["Verzoek", "Voorbehoud", "Reactie", "Feiten"],
      ["Reactie", "Feiten"],
      ["Feiten", "Reactie", "Verzoek", "Voorbehoud"],
    ],
    [
      "stays among others where it was put there",
      ["Verzoek", "Feiten", "Reactie"],
      ["Feiten"],
      ["Verzoek", "Feiten", "Reactie"],
    ],
    [
      "stays at the end under a heading of its own",
      ["Reactie", "Verzoek", "Kosten"],
      ["Kosten"],
      ["Reactie", "Verzoek", "Kosten"],
    ],
    ["stays behind headings of which the profile has none", ["Kosten", "Feiten"], ["Feiten"], ["Kosten", "Feiten"]],
    ["moves no other", ["Verzoek", "Reactie", "Feiten"], ["Feiten"], ["Feiten", "Verzoek", "Reactie"]],
    [
      "is in the order in which it was said where all is new",
      ["Verzoek", "Feiten"],
      ["Verzoek", "Feiten"],
      ["Verzoek", "Feiten"],
    ],
  ])("%s", (_, titles, added, order) => {
    expect(ordered(titles, added)).toEqual(order);
  });

  it("comes in front where nothing of the profile is before it", () => {
    expect(placeAmong(titled("Verzoek", "Kosten"), headings, 0)).toBe(0);
    expect(placeAmong(titled("Feiten", "Kosten", "Verzoek"), headings, 1)).toBe(1);
  });
});
