import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseDutchCitations } from "../../src/citation/citation-parser.ts";
import { NameRegister } from "../../src/citation/name-register.ts";
import { parseNameRows } from "../../src/citation/name-rows.ts";
import { readCitations } from "../../src/citation/read-citations.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";

const rowsOf = (name: string) =>
  parseNameRows(readFileSync(new URL(`../../src/citation/${name}`, import.meta.url), "utf8"));
const rows = [...rowsOf("law-names.tsv"), ...rowsOf("law-titles.tsv")];
/** A register for each law that is asked for would take minutes: this many laws are asked for at a time, and all of them left out. */
const folds = 12;
const kind =
  /wet|besluit|regeling|reglement|verordening|beleidsregel|circulaire|statuut|maatregel|beschikking|voorschrift/i;

/** Titles by which the laws of a register would be cited, each of one law alone: its last brackets, or a short heading. */
const titles = (): [lawId: string, title: string][] => {
  const path = sharedData("law-titles-2012/titles.tsv.gz");
  const lines = path ? gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n").slice(1) : [];
  const found = lines.flatMap((line): [string, string][] => {
    const [lawId = "", , heading = ""] = line.split("\t");
    if (/rtikel/.test(heading.slice(-120))) return [];
    const inside = /\((\p{Lu}[^()]{5,119})\)\W*$/u.exec(heading)?.[1];
    if (inside && kind.test(inside)) return [[lawId, inside]];
    const isShort = heading.length <= 80 && /^\p{Lu}/u.test(heading) && !/\bvan \d|\(/.test(heading);
    return isShort ? [[lawId, heading]] : [];
  });
  const plain = (title: string) => title.toLowerCase().replace(/\W/g, "");
  const count = Map.groupBy(found, ([, title]) => plain(title));
  return found.filter(([, title]) => count.get(plain(title))?.length === 1);
};

describeWithData("a law that is left out of the register", "law-titles-2012", () => {
  it("is read as another in less than one of a thousand, before a comma, a full stop, in front of an article", () => {
    // "Burgerlijk Wetboek Boek 7" is what it says, whichever of its books has a row.
    const books = new Set(rows.filter(({ book }) => book !== "").map(({ lawId }) => lawId));
    const all = titles().filter(([lawId]) => !books.has(lawId));
    const wrong = { comma: 0, "full stop": 0, "in front": 0 };
    const forms: [keyof typeof wrong, string, (title: string) => string][] = [
      ["comma", "3", (title) => `Dat staat in artikel 3 van de ${title}, en het is van belang.`],
      ["full stop", "3", (title) => `Dat staat in artikel 3 van de ${title}.`],
      ["in front", "4", (title) => `Op grond van de ${title}, artikel 4, eerste lid, is dat zo.`],
    ];
    const left = new Set(all.map(([lawId]) => lawId));
    for (let fold = 0; fold < folds; fold++) {
      const asked = all.filter((_, index) => index % folds === fold);
      const ids = new Set(asked.map(([lawId]) => lawId));
      const table = new NameRegister(
        rows.filter(({ lawId }) => !ids.has(lawId)),
        "less",
      ).table();
      for (const [, title] of asked)
        for (const [form, number, write] of forms)
          for (const { citation } of parseDutchCitations(write(title), table))
            if (citation.law !== "" && citation.provisions.some((each) => each.number.endsWith(number))) wrong[form]++;
    }
    console.info(`left out of the register: ${left.size} titles, taken for another law: ${JSON.stringify(wrong)}`);
    for (const count of Object.values(wrong)) expect(count / all.length).toBeLessThanOrEqual(0.001);
  });
});

/** References by a grammar of its own: a keyword, a number, a lid or none, how the law is joined, what goes before and behind. */
const references = (names: readonly [string, string][]) => {
  const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
  return names.map(([lawId, title], index) => {
    const number = String((index * 37) % 190 || 7) + pick(["", "a", "", "b"], index);
    const lid = pick(["", " lid 2", ", eerste lid,", ", tweede lid, onder b,", ", aanhef en onder c,"], index);
    const keyword = pick(["artikel", "art.", "Artikel", "artikelen"], index);
    const joint = lid.endsWith(",") ? " van de" : pick([" van de", " van het", " van de"], index);
    const after = pick(
      [".", ", en dat is juist.", " is van toepassing.", ";", " geldt hier niet.", ") en verder."],
      index,
    );
    return {
      lawId,
      number,
      text: `${pick(["Zie ", "Volgens ", "(", ""], index)}${keyword} ${number}${lid}${joint} ${title}${after}`,
    };
  });
};

describeWithData("references over real titles that are registered", "law-titles-2012", () => {
  it("are read right in 97 of 100, and never as another law", () => {
    const named = titles().filter((_, index) => index % 12 === 5);
    const asked = references(named);
    const register = new NameRegister(rows, "all");
    const laws = named.map(([lawId, title]) => ({ lawId, title: "", citationTitle: title, isNotLoaded: true }));
    const counts = { right: 0, wrong: 0, "not read": 0 };
    for (const { lawId, number, text } of asked) {
      const places = readCitations(text, { register, laws }).flatMap((each) => each.places);
      const found = places.map(({ address }) => address).find((each) => each.kind === "provision" && each.lawId !== "");
      if (!found || found.kind === "ruling") counts["not read"]++;
      else counts[found.lawId === lawId && found.number.endsWith(number) ? "right" : "wrong"]++;
    }
    console.info(`${asked.length} references over registered titles: ${JSON.stringify(counts)}`);
    expect(asked.length).toBeGreaterThan(400);
    expect(counts.right / asked.length).toBeGreaterThan(0.97);
    expect(counts.wrong).toBe(0);
  });
});

describe("the words of a sentence behind a title", () => {
  const table = new NameRegister(rows, "all").table();
  const lawIn = (text: string) => parseDutchCitations(text, table).map(({ citation }) => citation.law);

  it.each([
    "als bedoeld in artikel 62 van de Wet bescherming persoonsgegevens werkzaam is",
    "met toepassing van artikel 62 van de Wet bescherming persoonsgegevens goed dat",
    "op grond van artikel 62 van de Wet bescherming persoonsgegevens kregen zij inzage",
    "conform artikel 62 van de Wet bescherming persoonsgegevens uitgenodigd door de minister",
  ])("end it: %s", (text) => expect(lawIn(text)).toEqual(["Wbp"]));

  it.each([
    ["aan een betrokkene zijn toegekend, komen", "Wet bescherming persoonsgegevens"],
    ["over die verwerking een oordeel", "Wet bescherming persoonsgegevens"],
  ])("that begin with a preposition end it where a word tells so, and the reading says so: %s", (words, readAs) => {
    const [found] = parseDutchCitations(`artikel 62 van de Wet bescherming persoonsgegevens ${words}`, table);
    expect(found?.citation).toMatchObject({ law: "Wbp", lawReadAs: readAs });
  });

  it.each([
    "artikel 62 van de Wet bescherming persoonsgegevens voor de opsporing, en verder",
    "artikel 62 van de Wet bescherming persoonsgegevens, tweede tranche",
    "artikel 62 van de Wet bescherming persoonsgegevens [oud]",
    "artikel 62 van de Wet bescherming persoonsgegevens leden van de commissie",
    "artikel 62 van de Wet bescherming persoonsgegevens openbaar vervoer",
    "artikel 62 van de Wet bescherming persoonsgegevens school",
    "artikel 62 van het Besluit SUWI per 1 juli 2007",
    "artikel 62 van het Besluit SUWI jegens vreemdelingen",
  ])("do not where a longer title may go on so: %s", (text) => expect(lawIn(text)).toEqual([""]));
});
