import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { healthRows } from "../../scripts/health-words.ts";
import { textsIn } from "../../scripts/law-words.ts";
import { shippedHealthStems, shippedHealthWords, shippedLawWords } from "../../src/shipped-names.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";

const lines = (file: string) =>
  readFileSync(new URL(`../../src/citation/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(1)
    .map((line) => line.split("\t"));

describe("the words that may tell of somebody's health", () => {
  it("are words of law that the program brings, each once, and each stem says where the law has it", () => {
    const words = lines("health-words.tsv").map(([word = ""]) => word);
    expect(words.filter((word) => !shippedLawWords().has(word))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
    for (const [stem, source] of lines("health-stems.tsv"))
      expect(source, stem).toMatch(/^(?:Regulation .*, recital|UAVG, art\.|BW 7, art\.) \d+$/u);
  });

  it("are found by their stems in words that no statute here has, and not in a word that only ends like one", () => {
    const words = shippedHealthWords();
    for (const word of ["ziekmelding", "zwangerschapstest", "artsenbezoek", "jonggehandicapt", "psychiatrische"])
      expect(words.has(word), word).toBe(true);
    for (const word of ["muziek", "gezonden", "koop", "partsgewijs", "bezoek"])
      expect(words.has(word), word).toBe(false);
  });
});

describeWithData("the table of these words", "law-bwb-2012", (folder) => {
  it("comes out again of the statutes that it names, to the word", () => {
    const folders = ["law-bwb-toestand", "law-text-bw7"].flatMap((name) => sharedData(name) ?? []);
    expect(dirname(folders[0] ?? "")).toBe(dirname(folder));
    const texts = [folder, ...folders].flatMap((one) => [...textsIn(one)]);
    const rows = healthRows(texts, shippedLawWords(), shippedHealthStems());
    expect(rows.map(({ word, beside, all, why }) => [word, `${beside}`, `${all}`, why])).toEqual(
      lines("health-words.tsv"),
    );
  });
});
