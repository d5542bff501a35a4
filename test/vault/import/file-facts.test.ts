import { describe, expect, it } from "vitest";
import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { fileDate, fileTitle } from "../../../src/vault/import/file-facts.ts";

const metadata = { iso: "2026-01-02T03:04:05.000Z", text: "D:20260102030405Z" };

/** [claim, file name, text, day or instant, as written, source]. */
const dates: [string, string, string, string, string, DateSource][] = [
  ["a day in the name", "2025-12-09 brief.pdf", "3 maart 2025", "2025-12-09", "2025-12-09", DateSource.NAME],
  ["a day in the name, day first", "brief 9-12-2025.pdf", "", "2025-12-09", "9-12-2025", DateSource.NAME],
  ["a day in the name without marks", "20251209_brief.pdf", "", "2025-12-09", "20251209", DateSource.NAME],
  [
    "the only day of the first lines",
    "brief.pdf",
    "Utrecht, 9 december 2025\n\nGeachte",
    "2025-12-09",
    "9 december 2025",
    DateSource.TEXT,
  ],
  [
    "the same day twice",
    "brief.pdf",
    "9 december 2025, dus 09-12-2025",
    "2025-12-09",
    "9 december 2025",
    DateSource.TEXT,
  ],
  ["an English day", "letter.pdf", "December 9, 2025\nDear", "2025-12-09", "December 9, 2025", DateSource.TEXT],
  ["a French day", "lettre.pdf", "Paris, le 9 décembre 2025", "2025-12-09", "9 décembre 2025", DateSource.TEXT],
  [
    "two days, of which neither is sure",
    "brief.pdf",
    "9 december 2025, uw brief van 3 maart 2025",
    "2026-01-02",
    metadata.text,
    DateSource.METADATA,
  ],
  ["a day with two readings", "brief.pdf", "3/4/2025", "2026-01-02", metadata.text, DateSource.METADATA],
  ["a day that no calendar has", "2025-02-30.pdf", "", "2026-01-02", metadata.text, DateSource.METADATA],
  ["a number that is no day", "dossier 12345678901.pdf", "", "2026-01-02", metadata.text, DateSource.METADATA],
];

describe("the date of a file", () => {
  for (const [claim, name, text, day, written, dateSource] of dates) {
    it(`is told with its source: ${claim}`, () => {
      const made = fileDate(`map/${name}`, text, metadata);
      expect([made.authoredAtIso.slice(0, 10), made.dateSource]).toEqual([day, dateSource]);
      if (claim !== "the same day twice") expect(made.authoredAtText).toBe(written);
    });
  }

  it("is none where nothing says it", () =>
    expect(fileDate("brief.pdf", "Geachte heer")).toEqual({
      authoredAtIso: "",
      authoredAtText: "",
      dateSource: DateSource.NONE,
    }));
});

describe("the title of a file", () => {
  it("is its name, whatever a program wrote into it", () =>
    expect(fileTitle("map/Ontslagbrief.pdf", "Geachte heer", "p.html")).toBe("Ontslagbrief.pdf"));

  // Two letters of one sender, photographed, had one title: the sender's name.
  it("is the subject of a letter where its name says nothing", () => {
    const letter =
      "Warenhuis Luchtkasteel B.V.\nVerzinselkade 12\n\nDatum: 3 november 2025\nBetreft: bonus over 2025\n\n";
    expect(fileTitle("IMG_1234.jpg", `${letter}Geachte mevrouw Bedenkt,\nU krijgt hem.`, "")).toBe("bonus over 2025");
    expect(fileTitle("Ontslagbrief.pdf", `${letter}Geachte mevrouw Bedenkt,\nU krijgt hem.`, "")).toBe(
      "Ontslagbrief.pdf",
    );
  });

  it("is its first line where its name says nothing, then what the program wrote", () => {
    for (const name of ["part-3", "scan0001.pdf", "20251209.pdf", "IMG_1234.pdf"])
      expect(fileTitle(name, "12\nDe arbeidsovereenkomst\nmeer", "x")).toBe("De arbeidsovereenkomst");
    expect(fileTitle("scan.pdf", "12", "Contract")).toBe("Contract");
  });
});
