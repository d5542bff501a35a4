import { cleanedLine, joined, type Line, type LineMark, rowOf } from "./lines.ts";
import { struck } from "./marks.ts";
import { inFormat } from "./number-in-format.ts";
import { at, childrenOf, wordsOf, type XmlElement } from "./office-package.ts";

const levelsMax = 9;

/** The lines of a body of text in a drawing (DrawingML, ECMA-376 part 1, 21.1.2), with the numbers that it states itself. */
export const drawnLines = (body: XmlElement | undefined): Line[] => {
  const counts: { scheme: string; count: number }[] = [];
  return childrenOf(body, "p")
    .map((paragraph) => lineOf(paragraph, numberOf(paragraph, counts)))
    .filter(({ text }) => text.trim() !== "");
};

/** The rows of a table in a drawing, cells parted by ` | ` as those of other tables. */
export const drawnRows = (table: XmlElement): Line[] =>
  childrenOf(table, "tr").flatMap((row) => {
    const cells = childrenOf(row, "tc").map((cell) => joined(drawnLines(at(cell, "txBody")), " "));
    return rowOf(cells) ?? [];
  });

const lineOf = (paragraph: XmlElement, number: string): Line => {
  const marks: LineMark[] = [];
  let text = "";
  for (const run of childrenOf(paragraph)) {
    const start = text.length;
    text += run.name === "br" ? "\n" : wordsOf(at(run, "t"));
    const strike = at(run, "rPr")?.attributes.strike ?? "noStrike";
    if (strike === "noStrike" || text.length === start) continue;
    const before = marks.at(-1);
    if (before?.end === start) marks[marks.length - 1] = { ...before, end: text.length };
    else marks.push({ start, end: text.length, ...struck });
  }
  return cleanedLine(text, marks, text.trim() === "" ? "" : number);
};

/** A scheme of 20.1.10.61: how it counts, and what stands around the number. */
const scheme = /^(arabic|alphaLc|alphaUc|romanLc|romanUc)(Period|ParenR|ParenBoth|Plain)$/;
const formats: Readonly<Record<string, string>> = {
  arabic: "decimal",
  alphaLc: "lowerLetter",
  alphaUc: "upperLetter",
  romanLc: "lowerRoman",
  romanUc: "upperRoman",
};
const around: Readonly<Record<string, (number: string) => string>> = {
  Period: (number) => `${number}.`,
  ParenR: (number) => `${number})`,
  ParenBoth: (number) => `(${number})`,
  Plain: (number) => number,
};

/** Counts on from the paragraph before of the same level and scheme; what stands further out begins anew below it. */
const numberOf = (paragraph: XmlElement, counts: { scheme: string; count: number }[]): string => {
  const properties = at(paragraph, "pPr");
  const level = Math.min(Math.max(Number(properties?.attributes.lvl ?? 0) || 0, 0), levelsMax);
  const { type = "", startAt = "1" } = at(properties, "buAutoNum")?.attributes ?? {};
  const [, format, frame] = scheme.exec(type) ?? [];
  counts.length = Math.min(counts.length, level + 1);
  if (format === undefined || frame === undefined) {
    counts.length = Math.min(counts.length, level);
    return "";
  }
  while (counts.length < level) counts.push({ scheme: "", count: 0 });
  const before = counts[level];
  const first = Math.min(Math.max(Math.trunc(Number(startAt)) || 1, 1), 32_767);
  const count = before?.scheme === type ? before.count + 1 : first;
  counts[level] = { scheme: type, count };
  return around[frame]?.(inFormat(count, formats[format] ?? "decimal")) ?? "";
};
