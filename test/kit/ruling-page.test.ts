import { describe, expect, it } from "vitest";
import { fieldOfLine, rulingOfPaper } from "../../src/kit/ruling-page.ts";

const paper = (...lines: string[]): string => lines.join("\n");
const record = ["ECLI:NL:CRVB:2014:2942", "Instantie\tCentrale Raad van Beroep", "Datum uitspraak 12-08-2014"];

describe("a text that is the page of a ruling", () => {
  it("is told by its ECLI on a line of its own and the fields of court and day below it", () => {
    expect(rulingOfPaper(paper("Uitspraken", "", ...record, "Uitspraak"))).toBe("ECLI:NL:CRVB:2014:2942");
    expect(rulingOfPaper(paper(record[0] ?? "", "InstantieHoge Raad", "Datum uitspraak12-08-2014"))).toBeDefined();
  });

  it("is none without them, or where the ECLI stands among other words, or far down", () => {
    expect(rulingOfPaper(paper(record[0] ?? "", "Geachte heer,"))).toBeUndefined();
    expect(rulingOfPaper(paper(`Zie ${record[0]}`, ...record.slice(1)))).toBeUndefined();
    expect(rulingOfPaper(paper(...Array.from({ length: 90 }, (_, i) => `regel ${i}`), ...record))).toBeUndefined();
  });

  it("has fields by whole labels alone", () => {
    expect(fieldOfLine("Zaaknummer : 12/24 WW")).toEqual({ field: "caseNumbers", rest: "12/24 WW" });
    expect(fieldOfLine("Zaaknummers 12/24")).toBeUndefined();
  });
});
