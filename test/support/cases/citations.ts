import { join } from "node:path";
import { casesFolder, readTable } from "./table.ts";

const folder = join(casesFolder, "citations");

/** The names of a law in drawn citations. */
export interface LawNames {
  readonly dutch: string;
  readonly english: string;
  readonly englishShort: string;
}

/** The names of each law of `cases/citations/laws.tsv`, by its short name. */
export const lawNames = (): ReadonlyMap<string, LawNames> =>
  new Map(
    readTable(join(folder, "laws.tsv"), { needed: ["law", "dutch", "english short", "english"] }).map((row) => [
      row.needed("law", "write its short name"),
      { dutch: row.cell("dutch"), english: row.cell("english"), englishShort: row.cell("english short") },
    ]),
  );

/** Sentences of a language that say nothing of fact, so that with the true citation at `{}` they are honest. */
export const citationFrames = (language: string): string[] =>
  readTable(join(folder, "frames.tsv"), { needed: ["language", "frame"] })
    .filter((row) => row.cell("language") === language)
    .map((row) => row.needed("frame", "write a sentence with {} in it"));
