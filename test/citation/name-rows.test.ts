import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NameRegister } from "../../src/citation/name-register.ts";
import { parseNameRows } from "../../src/citation/name-rows.ts";
import { shippedNames } from "../../src/shipped-names.ts";

const file = readFileSync(new URL("../../src/citation/law-names.tsv", import.meta.url));
const head = "law_id\tbook\ttitle\tabbreviation\tfrom\tuntil\tsource";
const row = (...fields: string[]) => fields.join("\t");
const register = (...rows: string[]) => new NameRegister(parseNameRows([head, ...rows].join("\n")), "digest");

describe("the register of names that is shipped", () => {
  const rows = parseNameRows(file.toString("utf8"));

  it("has a public address as the source of every row, and no row twice", () => {
    for (const each of rows)
      expect([each.lawId, each.source]).toEqual([each.lawId, expect.stringMatching(/^https?:\/\//)]);
    const keys = rows.map(({ lawId, book, title, abbreviation }) => [lawId, book, title, abbreviation].join("|"));
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
  });

  it("is named by the SHA-256 of its file", () => {
    expect(shippedNames().digest).toBe(createHash("sha256").update(file).digest("hex"));
  });

  it("begins each law with a title, which formal documents write", () => {
    const seen = new Set<string>();
    for (const { lawId, title } of rows) {
      if (!seen.has(lawId)) expect([lawId, title]).not.toEqual([lawId, ""]);
      seen.add(lawId);
    }
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
