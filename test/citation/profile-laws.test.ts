import { describe, expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { rowsOf } from "../support/cases/rows.ts";

/** Laws as the field writes them: id (of one book, for a law in books), names, and two numbers in order as each has them. */
const field = rowsOf("citations/field-laws.tsv", ["law", "names", "first", "second"]).map((row) => ({
  ...{ id: row.law, names: row.names.split(" | ") },
  numbers: [row.first, row.second] as const,
}));

/** The forms in which such a law may be cited, with the numbers that each names. */
const forms: readonly (readonly [write: (law: string, first: string, second: string) => string, both?: "both"])[] = [
  [(law, a) => `art. ${a} ${law}`],
  [(law, a) => `artikel ${a} ${law}`],
  [(law, a) => `art.\u00a0${a}\u00a0${law}`],
  [(law, a) => `art. ${a}\n${law}`],
  [(law, a) => `artikel ${a} van de ${law}`],
  [(law, a) => `artikel ${a}, tweede lid, van de ${law}`],
  [(law, a) => `artikel ${a}, tweede lid, ${law}`],
  [(law, a) => `art. ${a} lid 3 onder g ${law}`],
  [(law, a) => `art. ${a} lid 3, aanhef en onder g, ${law}`],
  [(law, a) => `${a} lid 1, 2 en 4 ${law}`],
  [(law, a) => `artikel ${a}, eerste, tweede en vijfde lid, van de ${law}`],
  [(law, a) => `artikel ${a}, eerste lid, aanhef en onder a, sub 1°, van de ${law}`],
  [(law, a) => `art. ${a} lid 7 jo. lid 5 ${law}`],
  [(law, a) => `art. ${a} e.v. ${law}`],
  [(law, a) => `art. ${a} (oud) ${law}`],
  [(law, a) => `${law} art. ${a}`],
  [(law, a) => `${law}, artikel ${a}, eerste lid`],
  [(law, a, b) => `artt. ${a} en ${b} ${law}`, "both"],
  [(law, a, b) => `art. ${a} en ${b} ${law}`, "both"],
  [(law, a, b) => `artikelen ${a} tot en met ${b} van de ${law}`, "both"],
  [(law, a, b) => `art. ${a} t/m ${b} ${law}`, "both"],
  [(law, a, b) => `art. ${a}-${b} ${law}`, "both"],
  [(law, a, b) => `artikel ${a} juncto ${b} van de ${law}`, "both"],
];

describe("the laws of the field of the shipped profiles", () => {
  const names = { register: shippedNames(), laws: [] };

  it("hold every law that a shipped profile names", () => {
    const ids = new Set(field.map(({ id }) => id));
    const wanted = builtinProfiles().flatMap(({ lawSources }) => lawSources.map(({ lawId }) => lawId));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
  });

  const cases = field.flatMap(({ id, names: ways, numbers }) => ways.map((way) => [way, id, numbers] as const));
  it.each(cases)("are read by every form: %s (%s)", (way, id, [first, second]) => {
    const unread: string[] = [];
    for (const [write, both] of forms) {
      const text = `Zie ${write(way, first, second)}.`;
      const places = readCitations(text, names).flatMap((each) => each.places.map(({ address }) => address));
      const found = new Set(
        places.map((each) => (each.kind === "provision" ? `${each.lawId} ${each.number}` : "ruling")),
      );
      const wanted = new Set([first, ...(both ? [second] : [])].map((number) => `${id} ${number}`));
      if (found.size !== wanted.size || ![...wanted].every((each) => found.has(each)))
        unread.push(`${text} ${[...found].join(", ")}`);
    }
    expect(unread).toEqual([]);
  });

  it.each([
    "art. 629 Boek 7 BW",
    "artikel 629, eerste lid, van Boek 7 van het Burgerlijk Wetboek",
    "artikel 629 van het Burgerlijk Wetboek Boek 7",
    "artikel 7:629, eerste lid, BW",
    "7:629 BW",
    "BW 7:629",
  ])("are read with the book beside them: %s", (text) => {
    const places = readCitations(`Zie ${text}.`, names).flatMap((each) => each.places.map(({ address }) => address));
    expect(places).toMatchObject([{ lawId: "BWBR0005290", number: "7:629" }]);
  });
});
