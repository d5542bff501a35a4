import { describe, expect, it } from "vitest";
import { csv } from "../../../src/vault/import/csv.ts";
import { daysOf } from "../../../src/vault/import/record.ts";
import { rowDays } from "../../../src/vault/office/row-days.ts";
import { file, importAll, openTestVault } from "../vault-fixture.ts";

const bank =
  "Volgnr;Datum;Rentedatum;Bedrag\n1;2026-11-03;2026-11-05;-12,50\n2;2026-11-04;2026-11-05;3\n3;2026-11-04;2026-11-05;4";

const daysIn = (...rows: string[]): string[] => rowDays(rows.map((row) => new Map(row.split("|").entries())));

describe("the rows of a table", () => {
  it("are of the day in the first column of days, each, and the heading of none", async () => {
    const { text, segments } = await csv.extract(new TextEncoder().encode(bank), { path: "bank.csv" });
    expect(segments.map(({ start, end, dateText }) => [dateText, text.slice(start, end).split("\n").length])).toEqual([
      ["", 2],
      ["2026-11-03", 2],
      ["2026-11-04", 2],
    ]);
    expect(segments.at(-1)?.end).toBe(text.length);
  });

  it("have days in the forms of banks and programs, and below them a sum", () => {
    expect(daysIn("Boekdatum|x", "20261103|a", "20261104|b")).toEqual(["", "2026-11-03", "2026-11-04"]);
    expect(daysIn("Wanneer", "ma 3 november 2026 09:30", "04-11-26", "Totaal")).toEqual([
      "",
      "2026-11-03",
      "2026-11-04",
      "",
    ]);
    expect(daysIn("Date", "3/11/2026", "13/11/2026")).toEqual(["", "2026-11-03", "2026-11-13"]);
  });

  it("have none where a day could be another, a number of eight digits, or one among other words", () => {
    for (const cells of [
      ["Date", "3/11/2026", "4/11/2026"],
      ["Ordernummer", "20261103", "20261104"],
      ["Wat", "betaald op 3-11-2026", "betaald op 4-11-2026"],
      ["Periode", "3-11-2026 t/m 4-11-2026", "4-11-2026 t/m 5-11-2026"],
      ["Wat", "brood", "kaas", "melk", "3-11-2026", "4-11-2026"],
    ])
      expect(daysIn(...cells).join("")).toBe("");
  });

  it("tell the first and last day of their paper, as the messages of a chat do", async () => {
    const { vault, docs } = await openTestVault();
    const chat = "[03-11-2026, 09:32] Fenna: Hoi\n[12-12-2026, 09:33] Tjeerd: Dag\n[12-12-2026, 09:34] Fenna: Ja";
    const rows = await importAll(vault, [
      file("bank.csv", new TextEncoder().encode(bank)),
      file("_chat.txt", new TextEncoder().encode(chat)),
      file("brief.txt", new TextEncoder().encode("Op 3 november 2026 heb ik betaald.")),
    ]);
    const told = await Promise.all(rows.map(({ docUid }) => docs.getDoc({ docUid })));
    expect(told.map(({ doc }) => [doc?.summary?.firstDay, doc?.summary?.lastDay])).toEqual([
      ["2026-11-03", "2026-11-04"],
      ["2026-11-03", "2026-12-12"],
      ["", ""],
    ]);
    expect(daysOf({ docType: "email", segments: [{ dateText: "2026-11-03" }] })).toEqual({ firstDay: "", lastDay: "" });
  });
});
