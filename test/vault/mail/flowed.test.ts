import { describe, expect, it } from "vitest";
import { flowedLines } from "../../../src/vault/mail/flowed.ts";

describe("format=flowed (RFC 3676)", () => {
  it("joins a line that ends in a space with the next one", () => {
    expect(flowedLines("De werkgever \nheeft toegezegd.\nKlaar.", false)).toEqual([
      { text: "De werkgever heeft toegezegd.", depth: 0 },
      { text: "Klaar.", depth: 0 },
    ]);
  });

  it("takes the trailing space away with DelSp", () => {
    expect(flowedLines("toe \nzegging", true)).toEqual([{ text: "toezegging", depth: 0 }]);
  });

  it("joins quoted lines of equal depth without their marks, and never across depths", () => {
    expect(flowedLines("> eerste \n> regel\n>> dieper \n> terug", false)).toEqual([
      { text: "eerste regel", depth: 1 },
      { text: "dieper ", depth: 2 },
      { text: "terug", depth: 1 },
    ]);
  });

  it("takes one stuffed space off, so that the author's own mark stays", () => {
    expect(flowedLines(" > 50 procent", false)).toEqual([{ text: "> 50 procent", depth: 0 }]);
    expect(flowedLines("  ingesprongen", false)).toEqual([{ text: " ingesprongen", depth: 0 }]);
  });

  it("never joins the signature separator", () => {
    expect(flowedLines("Groet, \n-- \nJan", false).map((line) => line.text)).toEqual(["Groet, ", "-- ", "Jan"]);
  });
});
