import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";

// What stands beside a law's abbreviation in memos and letters and is no article of it. "CRvB 7 mei 2014, 12/24 WW" was read, without
// a word, as article 24 of the Werkloosheidswet: the case number of a ruling, as every lawyer of that field cites.

const names = { register: shippedNames(), laws: [] };

/** Every abbreviation that the shipped names have. */
const abbreviations = [
  ...new Set(
    readFileSync(new URL("../../src/citation/law-names.tsv", import.meta.url), "utf8")
      .split("\n")
      .slice(1)
      .map((row) => row.split("\t")[3] ?? "")
      .filter((each) => /^\p{Lu}\p{L}{1,5}$/u.test(each)),
  ),
];

const law = fc.constantFrom(...abbreviations);
const number = (from: number, to: number) => fc.integer({ min: from, max: to }).map(String);
const two = number(0, 59).map((each) => each.padStart(2, "0"));
const of = (...words: string[]) => fc.constantFrom(...words);
const said = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part))).map((all) => all.join(""));

const day = fc.oneof(
  said(number(1, 28), " ", of("januari", "mei", "augustus", "december"), " ", number(1990, 2026)),
  ...["-", "/", "."].map((border) => said(number(1, 28), border, number(1, 12), border, number(1990, 2026))),
);
const court = of("CRvB", "Rb. Den Haag", "ABRvS", "HR", "Hof Amsterdam", "de Raad");
const caseNumber = fc.oneof(
  said(number(1, 26), of("/", " / ", "-"), number(1, 9999)),
  said(of("AWB ", "SGR ", "UTR "), number(10, 26), of("/", "_", " / "), number(1, 9999)),
  said(number(10, 26), "/", number(1, 9999), of(", ", " en ", " t/m "), number(10, 26), "/", number(1, 9999)),
  said("200.", number(100, 399), ".", number(100, 999)),
  said("C/", number(1, 16), "/", number(100000, 799999), " / HA ZA ", number(10, 26), "-", number(1, 999)),
);
const kinds: Readonly<Record<string, fc.Arbitrary<string>>> = {
  caseNumber: said(
    court,
    of(" ", " van "),
    day,
    of(", ", ", nr. ", ", zaaknr. ", " ("),
    caseNumber,
    " ",
    law,
    of("", ".", ", r.o. 4.2"),
  ),
  recital: said(
    of("overweging ", "overwegingen 3 en ", "considerans, punt ", "rov. ", "r.o. ", "rechtsoverweging ", "punt "),
    number(1, 199),
    " ",
    law,
  ),
  telephone: said(
    of("tel. ", "telefoon ", "bel ", "06 ", "+31 6 "),
    number(100, 999),
    of(" ", "-"),
    number(10, 99),
    " ",
    two,
    " ",
    two,
    " ",
    law,
  ),
  day: said(of("op ", "d.d. ", "van ", "per "), day, " ", law, of("-uitkering", "", " aangevraagd")),
  exhibit: said(
    of("productie ", "producties 2 en ", "prod. ", "bijlage ", "exhibit ", "stuk ", "akte "),
    number(1, 99),
    of(" ", ": ", ", "),
    law,
    of("", "-besluit"),
  ),
  clause: said(
    of("clausule ", "beding ", "§ ", "paragraaf ", "bepaling ", "regel ", "pagina ", "blz. "),
    number(1, 40),
    of("", ".2", ".3.1"),
    " ",
    law,
  ),
  time: fc.oneof(
    said(
      of("om ", "tussen ", "vanaf "),
      number(7, 19),
      ":",
      two,
      of(" uur ", " uur, ", ":15 "),
      law,
      of("", "-overleg"),
    ),
    said(of("om ", "rond "), number(7, 19), ".", two, of(" uur ", " uur, "), law),
  ),
  amount: said(of("€ ", "EUR ", "f "), number(1, 999), of("", ",-", ",50"), " ", law),
};

it.each(Object.entries(kinds))("is read as no law, whatever the number and the law: %s", (_, near) => {
  const wrong: string[] = [];
  const numRuns = 625;
  fc.assert(
    fc.property(near, (text) => {
      const read = readCitations(text, names).filter(({ citation }) => citation.kind === "statute");
      if (read.length > 0) wrong.push(text);
    }),
    { numRuns },
  );
  expect(wrong).toEqual([]);
});

it("leaves what is cited beside them: an article of the same law, by its word", () => {
  fc.assert(
    fc.property(kinds.caseNumber ?? fc.constant(""), law, number(1, 99), (near, name, article) => {
      const [read] = readCitations(`${near}; zie artikel ${article} ${name}`, names).slice(-1);
      expect(read?.citation.provisions.map((each) => each.number)).toEqual([article]);
    }),
    { numRuns: 200 },
  );
});
