import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAkn } from "../../src/lawbot/akn/read-akn.ts";
import { readJudgment } from "../../src/lawbot/akn/read-judgment.ts";
import { sharedData } from "../support/shared-data.ts";
import { plainly } from "./support/xml.ts";
import { hasXmllint, xpathTexts } from "./support/xmllint.ts";

const folder = sharedData("law-other-xml") ?? "";
const reads = hasXmllint && folder !== "";
if (!reads) console.warn("SKIPPED: a second reading of Akoma Ntoso needs xmllint and ../shared/data/law-other-xml");

describe.skipIf(!reads)("Akoma Ntoso as xmllint reads it", () => {
  it.each(["basic_in.xml", "wrap-annotations.xml"])("%s: addresses unique, and the text that XPath finds", (name) => {
    const reading = plainly(
      readAkn(readFileSync(join(folder, name)), { path: name, validFrom: name === "basic_in.xml" ? "" : "2020-01-01" }),
    );
    expect(new Set(reading.units.map((unit) => unit.path)).size).toBe(reading.units.length);
    const away = "ancestor::*[local-name()='meta' or local-name()='staticContent' or local-name()='remark']";
    const points = [...reading.text];
    const bare = (text: string) => text.replace(/\s/g, "");
    const expressions = reading.units.map(({ path }) => `//*[@eId='${path.slice(1)}']//text()[not(${away})]`);
    const answers = xpathTexts(join(folder, name), [`/*/*//text()[not(${away})]`, ...expressions]);
    expect(bare(reading.text)).toBe(bare((answers[0] ?? []).join("")));
    reading.units.forEach((unit, rank) => {
      // A unit without an identifier in the source has no expression; its text is in the whole.
      if (unit.path.includes("._")) return;
      expect(bare(points.slice(unit.startChar, unit.endChar).join("")), unit.path).toBe(
        bare((answers[rank + 1] ?? []).join("")),
      );
    });
  });

  it("has in every paragraph the words that XPath finds there, its note behind them", () => {
    const file = join(folder, "ewhc-ch-2023-257_original.xml");
    const { units, text } = readJudgment(readFileSync(file), { path: file, validFrom: "" });
    const points = [...text];
    const bare = (words: string) => words.replace(/[\s|]/g, "");
    const paragraphs = units.filter(({ element }) => element === "paragraph");
    const outside = paragraphs.map(
      ({ path }) => `//*[@eId='${path.slice(1)}']//text()[not(ancestor::*[local-name()='authorialNote'])]`,
    );
    const notes = paragraphs.map(({ path }) => `//*[@eId='${path.slice(1)}']//*[local-name()='authorialNote']//text()`);
    const answers = xpathTexts(file, [...outside, ...notes]);
    paragraphs.forEach((unit, rank) => {
      const note = units.find(({ element, parentPath }) => element === "noot" && parentPath === unit.path);
      const own = points.slice(unit.startChar, unit.endChar).join("");
      const noted = note ? points.slice(note.startChar, note.endChar).join("") : "";
      expect(bare(own.replace(noted, "")), unit.path).toBe(bare((answers[rank] ?? []).join("")));
      expect(bare(noted), unit.path).toBe(
        `${note?.number ?? ""}${bare((answers[paragraphs.length + rank] ?? []).join(""))}`,
      );
    });
  });
});
