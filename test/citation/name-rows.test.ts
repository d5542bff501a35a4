import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { linkRows, linksHead, namesOfFiles } from "../../scripts/register-links.ts";
import { takenNames, titleRows, titlesHead } from "../../scripts/register-titles.ts";
import { NameRegister } from "../../src/citation/name-register.ts";
import { parseNameRows } from "../../src/citation/name-rows.ts";
import { nameKey } from "../../src/citation/register-laws.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { describeWithData } from "../support/shared-data.ts";

const read = (name: string) => readFileSync(new URL(`../../src/citation/${name}`, import.meta.url));
const [file, titles, links] = [read("law-names.tsv"), read("law-titles.tsv"), read("law-links.tsv")];
const head = "law_id\tbook\ttitle\tabbreviation\tfrom\tuntil\tsource";
const row = (...fields: string[]) => fields.join("\t");
const register = (...rows: string[]) => new NameRegister(parseNameRows([head, ...rows].join("\n")), "digest");

describe("the register of names that is shipped", () => {
  const rows = [file, titles, links].flatMap((each) => parseNameRows(each.toString("utf8")));

  it("has a public address as the source of every row, and no row twice", () => {
    for (const each of rows)
      expect([each.lawId, each.source]).toEqual([each.lawId, expect.stringMatching(/^https?:\/\//)]);
    const keys = rows.map(({ lawId, book, title, abbreviation }) => [lawId, book, title, abbreviation].join("|"));
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
  });

  it("is named by the SHA-256 of its three files", () => {
    expect(shippedNames().digest).toBe(createHash("sha256").update(file).update(titles).update(links).digest("hex"));
  });

  it.each([
    ["a heading", titles, takenNames(), 1_400],
    ["a link", links, namesOfFiles(["law-names.tsv", "law-titles.tsv"]), 200],
  ])(
    "gives every title of %s to one law alone, and takes none of a name that another file has",
    (_, bytes, taken, count) => {
      const names = parseNameRows(bytes.toString("utf8")).map(({ title }) => nameKey(title));
      expect(names.length).toBeGreaterThan(count);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => taken.has(name))).toEqual([]);
    },
  );

  it("begins each law with a title, which formal documents write", () => {
    const seen = new Set<string>();
    for (const { lawId, title } of rows) {
      if (!seen.has(lawId)) expect([lawId, title]).not.toEqual([lawId, ""]);
      seen.add(lawId);
    }
  });
});

describeWithData("the titles that are shipped", "law-titles-2012", (folder) => {
  it("are those of every act and decree whose heading has one, and of no other", () => {
    const headings = gunzipSync(readFileSync(join(folder, "titles.tsv.gz"))).toString("utf8");
    expect(titles.toString("utf8")).toBe(`${titlesHead}${titleRows(headings, takenNames()).join("\n")}\n`);
  });
});

describeWithData("the titles of links that are shipped", "law-bwb-2012", (folder) => {
  it("are those that the texts and lists at hand have, and no other", () => {
    const unpacked = (path: string) =>
      (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString("utf8");
    const inFolder = (name: string) =>
      readdirSync(join(folder, name))
        .filter((each) => /^BWB.*\.(?:xml|gz)$/.test(each))
        .toSorted()
        .map((each) => unpacked(join(folder, name, each)));
    const list = unpacked(join(folder, "../cite-nl-bwb/references.jsonl.gz"));
    const files = [...[".", "misc", "../law-bwb-toestand"].flatMap(inFolder), list];
    const headings = unpacked(join(folder, "../law-titles-2012/titles.tsv.gz"));
    const rows = linkRows(files, headings, namesOfFiles(["law-names.tsv", "law-titles.tsv"]));
    expect(rows.join("\n")).toBe(links.toString("utf8").slice(linksHead.length).trimEnd());
  });
});

describe("a register of names", () => {
  it.each([
    ["another first line", "law_id\ttitle", /line 1 .*columns/],
    ["a missing field", `${head}\nBWBR0000001\t\tWet`, /line 2 .*3 fields/],
    ["an id that is none", `${head}\n${row("BWB1", "", "Wet", "", "", "", "https://x")}`, /no id/],
    ["no name", `${head}\n${row("BWBR0000001", "", "", "", "", "", "https://x")}`, /neither/],
    ["a day that is none", `${head}\n${row("BWBR0000001", "", "Wet", "", "2015", "", "https://x")}`, /days/],
    ["no source", `${head}\n${row("BWBR0000001", "", "Wet", "", "", "", "")}`, /source/],
  ])("with %s is refused with its line", (_, text, message) => {
    expect(() => parseNameRows(text)).toThrow(message);
  });

  it("gives a name that two laws bear to none of them, and tells when each bears it", () => {
    const names = register(
      row("BWBR0000001", "", "Pensioenwet", "Pw", "2007-01-01", "", "https://a"),
      row("BWBR0000002", "", "Participatiewet", "Pw", "2015-01-01", "", "https://b"),
    );
    expect(names.table().match("Pw", 0)?.law.among).toEqual([
      { id: "BWBR0000001", from: "2007-01-01", until: "" },
      { id: "BWBR0000002", from: "2015-01-01", until: "" },
    ]);
    expect(names.table().match("Pensioenwet", 0)?.law.id).toBe("BWBR0000001");
  });

  it("makes one law of rows that have a book", () => {
    const names = register(
      row("BWBR0000006", "6", "Wetboek", "Wb", "", "", "https://a"),
      row("BWBR0000007", "7", "Wetboek", "Wb", "", "", "https://b"),
    );
    expect(names.table().match("Wb", 0)?.law.books).toEqual({ "6": "BWBR0000006", "7": "BWBR0000007" });
    expect(names.bookOf("BWBR0000007")).toBe("7");
  });
});
