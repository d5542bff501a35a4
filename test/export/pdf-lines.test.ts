import { expect, it } from "vitest";
import { brokenLines } from "../../src/export/pdf/lines.ts";

const measure = (text: string) => text.length;
const linesOf = (text: string, width: number) =>
  brokenLines([{ text }], 10, width, measure).map(({ pieces }) => pieces.map((piece) => piece.text).join(""));

it("parts no sum from its sign of money at the end of a line", () => {
  expect(linesOf("een boete van € 160,00 bruto", 16)).toEqual(["een boete van", "€ 160,00 bruto"]);
  expect(linesOf("betaald in € en niet in dollars", 12)).toEqual(["betaald in €", "en niet in", "dollars"]);
});
