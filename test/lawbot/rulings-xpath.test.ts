import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRuling } from "../../src/lawbot/nl/rechtspraak/read-ruling.ts";
import type { RulingReading } from "../../src/lawbot/port/ruling-source.ts";
import { describeWithData } from "../support/shared-data.ts";
import { hasXmllint, unescaped, xpathNodes, xpathTexts } from "./support/xmllint.ts";

if (!hasXmllint)
  console.warn(
    "SKIPPED: xmllint is not on this machine (Debian: libxml2-utils); no second opinion on the text of the rulings",
  );

const named = (...names: string[]): string => names.map((name) => `name()='${name}'`).join(" or ");
const body = `/*/*[${named("inhoudsindicatie", "uitspraak", "conclusie")}]`;
const marked = `ancestor::*[${named("colspec", "mediaobject", "imageobject", "textobject")}]`;
/** Paragraphs that are lines of their own: not in notes or cells, and holding no others. */
const plainParas = `${body}//*[name()='para'][not(ancestor::*[${named("footnote", "entry")}])][not(descendant::*[${named("para", "mediaobject", "inlinemediaobject")}])][not(${marked})]`;

/** Lines of a paragraph as it is written down: the breaks of the source are breaks, other white space is one space. */
const linesOf = (node: string): string[] =>
  unescaped(node.replace(/<\?linebreak\?>/g, "\u0000").replace(/<[^>]+>/g, ""))
    .normalize("NFC")
    .split("\u0000")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter(Boolean);

/** Lines that do not stand in the text, in order: as they are, behind their number, or cut where a heading's first consideration begins. */
const missingLines = (text: string, wanted: readonly string[]): string[] => {
  const lines = text.split("\n");
  let at = 0;
  return wanted.filter((line) => {
    const found = lines.findIndex(
      (ours, rank) =>
        rank >= at &&
        (ours === line ||
          (ours.endsWith(` ${line}`) && /^[\d. ()…]+$/.test(ours.slice(0, -line.length - 1))) ||
          `${ours} ${lines[rank + 1]}` === line),
    );
    if (found < 0) return true;
    at = found;
    return false;
  });
};

const bare = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\[afbeelding\]/g, "")
    .replace(/[\s|]/g, "");

/** Labels of footnotes are attributes in the source and words in the text. */
const withoutNoteLabels = ({ text, units }: RulingReading): string => {
  const points = [...text];
  for (const unit of units.filter((each) => each.element === "noot"))
    for (let at = unit.startChar; at < unit.quotableStartChar; at++) points[at] = " ";
  return points.join("");
};

describeWithData("60 rulings, read a second time by XPath (xmllint)", "case-rechtspraak", (folder) => {
  const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".xml")) : [];
  const readings = new Map(
    files.map((file) => [file, readRuling(readFileSync(join(folder, file)), { path: file, validFrom: "" })] as const),
  );

  it.skipIf(!hasXmllint)("have every paragraph as lines of the text, to the character and in order", () => {
    let lines = 0;
    for (const [file, { text }] of readings) {
      const [nodes = []] = xpathNodes(join(folder, file), [plainParas]);
      const wanted = nodes.flatMap(linesOf);
      lines += wanted.length;
      expect(missingLines(text, wanted), file).toEqual([]);
    }
    console.info(`case-rechtspraak: ${lines} lines of paragraphs equal to XPath's`);
    expect(lines).toBeGreaterThan(3_000);
  });

  it.skipIf(!hasXmllint)(
    "have considerations, where the markup numbers them, that begin with exactly the words inside them",
    () => {
      let compared = 0;
      for (const [file, reading] of readings) {
        if (reading.form !== "sections") continue;
        const group = "*[name()='paragroup'][*[name()='nr']]";
        const groups = `${body}//${group}`;
        const ours = reading.units.filter((unit) => unit.element === "paragroup");
        const expressions = ours.map((_, rank) => `(${groups})[${rank + 1}][not(.//${group})]//text()[not(${marked})]`);
        const points = [...reading.text];
        const answers = xpathTexts(join(folder, file), [...expressions, groups]);
        expect(answers.at(-1)).toHaveLength(ours.length);
        // A group with others inside ends where their numbers leave it (2.1 is no part of 1), so the innermost are compared.
        // Paragraphs without a number that follow a group belong to it: what it begins with is the group itself.
        for (const [rank, unit] of ours.entries()) {
          const theirs = bare((answers[rank] ?? []).join(""));
          if (theirs === "") continue;
          compared++;
          expect(
            bare(points.slice(unit.startChar, unit.endChar).join("")).startsWith(theirs),
            `${file} ${unit.path}`,
          ).toBe(true);
        }
      }
      console.info(`case-rechtspraak: ${compared} numbered groups equal to XPath's`);
      expect(compared).toBeGreaterThan(50);
    },
  );

  it.skipIf(!hasXmllint)("account for every character: kept, the record, and what a marker stands for, are all", () => {
    const totals = { all: 0, kept: 0, record: 0, markers: 0 };
    const count = (nodes: readonly string[] = []) => [...bare(nodes.join(""))].length;
    for (const [file, reading] of readings) {
      const expressions = ["//text()", "/*/*[name()='rdf:RDF']//text()", `${body}//text()[${marked}]`];
      const [all, record, markers] = xpathTexts(join(folder, file), expressions).map(count);
      const kept = count([withoutNoteLabels(reading)]);
      expect(kept + (record ?? 0) + (markers ?? 0), file).toBe(all);
      totals.all += all ?? 0;
      totals.kept += kept;
      totals.record += record ?? 0;
      totals.markers += markers ?? 0;
    }
    console.info(`case-rechtspraak, characters without white space: ${JSON.stringify(totals)}`);
    expect(totals.kept).toBeGreaterThan(500_000);
  });
});
