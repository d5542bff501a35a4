import { describe, expect, it } from "vitest";
import { joinLines } from "../../src/lawbot/nl/rechtspraak/printed-joins.ts";
import type { PrintedLine } from "../../src/lawbot/nl/rechtspraak/printed-lines.ts";
import { withTables } from "../../src/lawbot/nl/rechtspraak/printed-tables.ts";

/** A line at a height, of pieces at their places, five points a letter. */
const line = (y: number, ...placed: readonly (readonly [left: number, words: string])[]): PrintedLine => {
  const pieces = placed.map(([left, str]) => ({
    str,
    transform: [1, 0, 0, 1, left, y],
    width: 5 * str.length,
    height: 10,
    hasEOL: false,
  }));
  const [left = 0] = placed.map(([at]) => at);
  const right = Math.max(...pieces.map(({ transform, width }) => (transform[4] ?? 0) + width));
  const text = placed.map(([, words]) => words).join(" ");
  return { text, page: 0, y, left, right, size: 10, firstWord: 10, isApart: placed.length > 1, pieces };
};
const texts = (lines: readonly PrintedLine[]) => withTables(lines).map(({ text }) => text);

describe("tables in a print", () => {
  it("have their cells apart where columns stand below one another, an empty cell included", () => {
    expect(
      texts([
        line(300, [40, "Uit de stukken volgt deze omzet over de jaren die hier van belang zijn."]),
        line(270, [40, "Jaar"], [80, "Omzet"], [140, "Btw"]),
        line(250, [40, "2007"], [80, "108.961"]),
        line(230, [40, "2008"], [80, "124.695"], [140, "21.648"]),
        line(210, [140, "totaal"]),
        line(180, [40, "Dat is niet betwist."]),
      ]),
    ).toEqual([
      "Uit de stukken volgt deze omzet over de jaren die hier van belang zijn.",
      "Jaar\tOmzet\tBtw",
      "2007\t108.961\t",
      "2008\t124.695\t21.648",
      "\t\ttotaal",
      "Dat is niet betwist.",
    ]);
  });

  it("keep a cell of several lines together, the file writing them cell by cell", () => {
    expect(
      texts([
        line(300, [40, "het besluit over de begroting"]),
        line(288, [40, "van het komende jaar"]),
        line(300, [300, "besluit van 14"]),
        line(288, [300, "mei 2022"]),
      ]),
    ).toEqual(["het besluit over de begroting van het komende jaar\tbesluit van 14 mei 2022"]);
  });

  it("are no items of a list, and no lines that are justified", () => {
    const list = [line(300, [60, "-"], [76, "de eerste;"]), line(280, [60, "-"], [76, "de tweede."])];
    expect(texts(list)).toEqual(["- de eerste;", "- de tweede."]);
    const justified = [
      line(300, [40, "De"], [62, "Hoge"], [94, "Raad"], [129, "overweegt"]),
      line(288, [40, "dat"], [67, "het"], [94, "middel"], [144, "faalt."]),
    ];
    expect(texts(justified)).toEqual(["De Hoge Raad overweegt", "dat het middel faalt."]);
  });
});

describe("lines of a print", () => {
  it("go on behind a hyphen of a word, behind one of two dashes, and not behind a sum's", () => {
    const joined = (...lines: string[]) => joinLines(lines.map((text) => ({ text }))).text;
    expect(joined("de v.i.-", "situatie")).toBe("de v.i.-situatie");
    expect(joined("een bedrag van 300,-", "-, en voorts")).toBe("een bedrag van 300,--, en voorts");
    expect(joined("een bedrag van 112,-", "vergoedt")).toBe("een bedrag van 112,- vergoedt");
    expect(joined("de in-", "en uitvoer")).toBe("de in- en uitvoer");
  });
});
