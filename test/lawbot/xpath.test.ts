import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";
import { describeWithData } from "../support/shared-data.ts";
import { type PlainReading, plainly } from "./support/xml.ts";
import { hasXmllint, xpathTexts } from "./support/xmllint.ts";

if (!hasXmllint)
  console.warn(
    "SKIPPED: xmllint is not on this machine (Debian: libxml2-utils); no second opinion on the text of the laws",
  );

const filesIn = (folder: string): string[] =>
  folder
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".xml") && !/manifest|wti|searchrec/.test(name))
        .sort()
    : [];

/** What is declared dropped, moved (notes) or marked (formulas), as XPath. */
const away =
  "ancestor::meta-data or ancestor::bwb-inputbestand or ancestor::bwb-wijzigingen or ancestor::redactionele-correcties or ancestor::alias-titels or ancestor::redactie or ancestor::formule or ancestor::illustratie or ancestor::noot";
const apart = "ancestor::noot or ancestor::entry or ancestor::redactie or ancestor::meta-data or ancestor::kop";

/** White space out, and the marks that canonical text sets between heading parts and cells, or takes from lid numbers. */
const bare = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\[formule\]|\[afbeelding\]/g, "")
    .replace(/[\s.|;:]/g, "");

const fold = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim();

const memo = (make: (name: string) => string): ((name: string) => string) => {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
};

/** The text of every unit with notes taken out, by rank among the elements of its name. */
const ourUnits = (reading: PlainReading, xml: string): { expression: string; text: string; path: string }[] => {
  const points = [...reading.text];
  const ranks = new Map<string, number>();
  // Inside notes and cells these elements are no units. Where there are none, the quick expression does.
  const asUnits = memo((element: string): string => {
    const all = xml.match(new RegExp(`<${element}[\\s>/]`, "g"))?.length;
    const ours = reading.units.filter((unit) => unit.element === element).length;
    return all === ours ? "" : "[not(ancestor::noot or ancestor::entry or ancestor::redactie or ancestor::meta-data)]";
  });
  const notes = reading.units.filter((unit) => unit.element === "noot");
  return reading.units
    .filter((unit) => unit.element !== "noot")
    .map((unit) => {
      const rank = (ranks.get(unit.element) ?? 0) + 1;
      ranks.set(unit.element, rank);
      let text = "";
      let at = unit.startChar;
      for (const note of notes) {
        if (note.startChar < at || note.endChar > unit.endChar) continue;
        text += points.slice(at, note.startChar).join("");
        at = note.endChar;
      }
      text += points.slice(at, unit.endChar).join("");
      const expression = `/descendant::${unit.element}${asUnits(unit.element)}[${rank}]//text()[not(${away})]`;
      return { expression, text, path: unit.path };
    });
};

for (const [name, folder] of [
  ["57 laws of the older form", "law-bwb-2012"],
  ["toestanden", "law-bwb-toestand"],
] as const)
  describeWithData(`${name}, read a second time by XPath (xmllint)`, folder, (place) => {
    for (const file of filesIn(place)) {
      it.skipIf(!hasXmllint)(`${file}: every unit and every block has the text that XPath finds`, () => {
        const path = join(place, file);
        const validFrom = folder === "law-bwb-2012" ? "2012-10-01" : "";
        const reading = plainly(readBwb(readFileSync(path), { path: file, validFrom }));
        const xml = readFileSync(path, "utf8");
        const units = ourUnits(reading, xml);
        const blocks = blockExpressions(xml);
        const answers = xpathTexts(path, [...units.map((unit) => unit.expression), ...blocks]);
        const wrong = units
          .filter((unit, at) => bare(unit.text) !== bare((answers[at] ?? []).join("")))
          .map((unit) => unit.path);
        expect(wrong).toEqual([]);
        expect(missingBlocks(reading, answers.slice(units.length))).toEqual([]);
      });
    }
  });

/** Why characters of a file are no characters of the text, as XPath; every other character is. */
const droppedBy: Readonly<Record<string, string>> = {
  bookkeeping:
    "ancestor::meta-data or ancestor::bwb-inputbestand or ancestor::bwb-wijzigingen or ancestor::redactionele-correcties or ancestor::alias-titels",
  editorial: "ancestor::redactie[not(ancestor::meta-data)]",
  markers: "ancestor::formule or ancestor::illustratie",
};

for (const folder of ["law-bwb-2012", "law-bwb-toestand"] as const)
  describeWithData(`the account of characters, ${folder}`, folder, (place) => {
    it.skipIf(!hasXmllint)("is even: kept and declared dropped are all", () => {
      const totals: Record<string, number> = { all: 0, kept: 0 };
      for (const file of filesIn(place)) {
        const path = join(place, file);
        const reading = plainly(
          readBwb(readFileSync(path), {
            path: file,
            validFrom: folder === "law-bwb-2012" ? "2012-10-01" : "",
          }),
        );
        const reasons = Object.keys(droppedBy);
        const [all = [], ...dropped] = xpathTexts(path, [
          "//text()",
          ...reasons.map((reason) => `//text()[${droppedBy[reason]}]`),
        ]);
        const count = (nodes: readonly string[]) => [...bare(nodes.join(""))].length;
        const kept = [...bare(reading.text)].length;
        const away = dropped.map(count);
        expect(kept + away.reduce((sum, each) => sum + each, 0), file).toBe(count(all));
        totals.all = (totals.all ?? 0) + count(all);
        totals.kept = (totals.kept ?? 0) + kept;
        reasons.forEach((reason, rank) => {
          totals[reason] = (totals[reason] ?? 0) + (away[rank] ?? 0);
        });
      }
      console.info(`${folder}, characters without white space and full stops: ${JSON.stringify(totals)}`);
      expect(totals.kept).toBeGreaterThan(100_000);
    });
  });

/** Every block of a small law, every eighth of a large one: each costs a walk over the whole file. */
const blockExpressions = (xml: string): string[] => {
  const count = xml.match(/<al[\s>/]/g)?.length ?? 0;
  const step = count > 800 ? 8 : 1;
  return Array.from(
    { length: Math.ceil(count / step) },
    (_, at) =>
      `/descendant::al[not(${apart}) and not(descendant::formule or descendant::illustratie)][${at * step + 1}]//text()[not(${away})]`,
  );
};

/** Blocks that are not lines of the text, in order, to the character after white-space folding. */
const missingBlocks = (reading: PlainReading, answers: readonly string[][]): string[] => {
  const lines = reading.text.split("\n");
  let at = 0;
  return answers
    .map((nodes) => fold(nodes.join("")))
    .filter(Boolean)
    .filter((block) => {
      const found = lines.findIndex((line, rank) => rank >= at && (line === block || line.endsWith(` ${block}`)));
      if (found < 0) return true;
      at = found;
      return false;
    });
};

describe("the second opinion", () => {
  it.skipIf(!hasXmllint)("would notice a lost word", () => {
    expect(bare("Artikel 1\nDe zaak.")).not.toBe(bare("Artikel 1 De  goede zaak."));
  });
});
