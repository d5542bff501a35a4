import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";
import { type PlainReading, plainly, unitText } from "./support/xml.ts";

const filesIn = (folder: string): string[] =>
  folder
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".xml"))
        .sort()
    : [];

/** Elements whose text is meant to stay out of canonical text, and those that leave a marker. */
const dropped = new Set([
  "meta-data",
  "bwb-inputbestand",
  "bwb-wijzigingen",
  "redactionele-correcties",
  "alias-titels",
  "redactie",
  "formule",
  "illustratie",
]);

/** Words in their order-free count. Punctuation and the degree of white space are layout. */
const wordsOf = (text: string): Map<string, number> => {
  const words = new Map<string, number>();
  for (const [word] of text.normalize("NFC").matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
};

/** All text of an XML file, elements apart, without what is meant to be dropped: read by a parser of its own, with no table of roles. */
const xmlText = (xml: string): string => {
  const parts: string[] = [];
  const parser = new SaxesParser();
  let away = 0;
  let name = "";
  // Inline elements are glued, everything else is apart.
  const glued = new Set(["nadruk", "sup", "inf", "extref", "intref", "redactie"]);
  parser.on("opentag", (tag) => {
    name = tag.name;
    if (away > 0 || dropped.has(name)) away++;
    if (!glued.has(name)) parts.push(" ");
  });
  parser.on("closetag", (tag) => {
    if (away > 0) away--;
    if (!glued.has(tag.name)) parts.push(" ");
  });
  parser.on("text", (text) => {
    if (away === 0) parts.push(text);
  });
  parser.write(xml.trimStart()).close();
  return parts.join("");
};

const difference = (left: Map<string, number>, right: Map<string, number>): string[] =>
  [...left]
    .filter(([word, count]) => count !== (right.get(word) ?? 0))
    .map(([word, count]) => `${word} ${count}/${right.get(word) ?? 0}`);

const expectSound = (reading: PlainReading): void => {
  const paths = reading.units.map((unit) => unit.path);
  expect(new Set(paths).size).toBe(paths.length);
  const length = [...reading.text].length;
  let before = 0;
  for (const unit of reading.units) {
    expect(unit.startChar).toBeGreaterThanOrEqual(before);
    expect(unit.endChar).toBeGreaterThanOrEqual(unit.quotableStartChar);
    expect(unit.quotableStartChar).toBeGreaterThanOrEqual(unit.startChar);
    expect(unit.endChar).toBeLessThanOrEqual(length);
    expect(unit.path).toMatch(/^\//);
    before = unit.startChar;
  }
  expect(reading.text).not.toMatch(/\n\n|[^\S\n ]| {2}| \n|\n /);
  expect(reading.text).toBe(reading.text.normalize("NFC"));
};

const expectConserved = (reading: PlainReading, xml: string): void => {
  const text = reading.text.replaceAll("[formule]", "").replaceAll("[afbeelding]", "");
  expect(difference(wordsOf(xmlText(xml)), wordsOf(text))).toEqual([]);
  expect(difference(wordsOf(text), wordsOf(xmlText(xml)))).toEqual([]);
};

describeWithData("57 laws of the older form", "law-bwb-2012", (folder) => {
  const files = filesIn(folder);
  let units = 0;
  for (const file of files) {
    it(`reads ${file}: addresses unique, ranges in order, every word kept, nothing unknown`, () => {
      const bytes = readFileSync(join(folder, file));
      const reading = plainly(readBwb(bytes, { path: file, validFrom: "2012-10-01" }));
      expectSound(reading);
      expectConserved(reading, bytes.toString("utf8"));
      expect([...reading.unknownElements]).toEqual([]);
      units += reading.units.length;
    });
  }

  it("are 57, with more than 7,500 units", () => {
    expect(files).toHaveLength(57);
    expect(units).toBeGreaterThan(7_500);
  });
});

describeWithData("toestanden", "law-bwb-toestand", (folder) => {
  for (const file of filesIn(folder).filter((name) => !/manifest|wti|searchrec/.test(name))) {
    it(`reads ${file} by the same walker, with the addresses of the source`, () => {
      const bytes = readFileSync(join(folder, file));
      const reading = plainly(readBwb(bytes, { path: file, validFrom: "" }));
      expectSound(reading);
      expectConserved(reading, bytes.toString("utf8"));
      expect([...reading.unknownElements]).toEqual([]);
      const given = new Set(
        [...bytes.toString("utf8").matchAll(/<(?:artikel|lid|li)\s[^>]*bwb-ng-variabel-deel="([^"]+)"/g)].map(
          (match) => match[1],
        ),
      );
      for (const path of given)
        expect(
          reading.units.some((unit) => unit.path === path),
          path,
        ).toBe(true);
    });
  }
});

describeWithData("BW Boek 7 of October 2012", "law-bwb-2012", (folder) => {
  const reading = folder
    ? plainly(
        readBwb(readFileSync(join(folder, "BWBR0005290.xml")), { path: "BWBR0005290.xml", validFrom: "2012-10-01" }),
      )
    : undefined;
  const register = sharedData("law-text-bw7/BWBR0005290_2014-07-01.txt.gz");
  const later = register ? gunzipSync(readFileSync(register)).toString("utf8") : "";
  /** The words of an article in the plain-text state of July 2014, leden written as ours. */
  const laterText = (number: string): string => {
    const after = later.split(new RegExp(`^Artikel ${number}\\s*$`, "m"))[1] ?? "";
    const own = after.split(/^(?:Artikel|Afdeling|Titel|§)\s/m)[0] ?? "";
    return own
      .trim()
      .replace(/\n\s*\n/g, "\n")
      .replace(/^(\d+[a-z]?)\.\t/gm, "$1 ")
      .replace(/\s+$/gm, "");
  };

  /** Changed between the two states: in 2014 lid 5 no longer names the sociaal-fiscaalnummer. */
  const changed = new Map([["658a", /^5 /]]);

  for (const [number, path] of [
    ["611", "/Boek7/Titeldeel10/Afdeling1/Artikel611"],
    ["658a", "/Boek7/Titeldeel10/Afdeling6/Artikel658a"],
    ["669", "/Boek7/Titeldeel10/Afdeling9/Artikel669"],
  ] as const) {
    it(`has article ${number} word for word as the text of July 2014`, () => {
      if (!reading) throw new Error("the law was not read");
      expect(laterText(number).length).toBeGreaterThan(50);
      const unchanged = (text: string) => text.split("\n").filter((line) => !changed.get(number)?.test(line));
      expect(unchanged(unitText(reading, path).quotable)).toEqual(unchanged(laterText(number)));
    });
  }
});
