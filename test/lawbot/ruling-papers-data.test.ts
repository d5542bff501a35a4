import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPrintedPage } from "../../src/lawbot/nl/rechtspraak/printed-page.ts";
import { readRuling, rulingOf } from "../../src/lawbot/nl/rechtspraak/read-ruling.ts";
import { readSavedPage } from "../../src/lawbot/nl/rechtspraak/saved-page.ts";
import { chromiumPath } from "../page/support/browser.ts";
import { describeWithData } from "../support/shared-data.ts";
import { openRulingPrinter } from "./support/printed-ruling.ts";
import { rulingPage } from "./support/ruling-page.ts";

type Read = Omit<ReturnType<typeof readRuling>, "extractor" | "extractorVersion">;

/** Of the considerations, headings and footnotes of one form, how many stand under the same address with the same words in the other. */
const compared = (data: Read, other: Read) => {
  const words = ({ text }: Read, { quotableStartChar, endChar }: { quotableStartChar: number; endChar: number }) =>
    [...text]
      .slice(quotableStartChar, endChar)
      .join("")
      .replace(/\u00ad/g, "")
      .replace(/\s+/g, " ")
      .trim();
  const units = data.units.filter(({ number, element }) => number !== "" || element === "section");
  const same = units.filter((unit) => {
    const there = other.units.find(({ path }) => path === unit.path);
    return there && words(other, there) === words(data, unit);
  });
  const considered = (some: typeof units) => some.filter(({ element }) => element !== "section" && element !== "noot");
  const ofCourt = { all: considered(units).length, same: considered(same).length };
  return { all: units.length, same: same.length, ofCourt };
};

describeWithData("60 rulings as pages", "case-rechtspraak", (folder) => {
  const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".xml")) : [];
  const claim = { path: "", validFrom: "" };
  const xmlOf = (file: string) => readFileSync(join(folder, file));
  const record = ({ id, metadata: { court, decidedOn } }: Read) => ({ id, court, decidedOn });

  it("saved as HTML give the considerations, headings and footnotes of their XML, and the same record", () => {
    const sums = { all: 0, same: 0 };
    for (const file of files) {
      const data = readRuling(xmlOf(file), claim);
      const page = rulingOf(readSavedPage(Buffer.from(rulingPage(xmlOf(file).toString()))), claim);
      expect(record(page), file).toEqual(record(data));
      const { all, same } = compared(data, page);
      sums.all += all;
      sums.same += same;
    }
    console.info(`rulings as HTML: ${JSON.stringify(sums)}`);
    expect(sums.same).toBe(sums.all);
  });

  it.skipIf(!existsSync(chromiumPath))("printed as PDF give nearly all of them, and the same record", async () => {
    const sums = { all: 0, same: 0 };
    const considerations = { all: 0, same: 0 };
    const printer = await openRulingPrinter();
    try {
      for (const file of files) {
        const data = readRuling(xmlOf(file), claim);
        // Of one only the record was published: its print has no words to be read.
        if (data.withoutText) continue;
        const printed = await printer.print(xmlOf(file).toString(), data.id);
        const pdf = rulingOf(await readPrintedPage(printed), claim);
        expect(record(pdf), file).toEqual(record(data));
        const { all, same, ofCourt } = compared(data, pdf);
        sums.all += all;
        sums.same += same;
        considerations.all += ofCourt.all;
        considerations.same += ofCourt.same;
      }
    } finally {
      await printer.close();
    }
    console.info(`rulings as PDF: ${JSON.stringify(sums)}, considerations alone ${JSON.stringify(considerations)}`);
    expect(considerations.same / considerations.all).toBeGreaterThan(0.98);
  });
});
