import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namesInHeading } from "../src/citation/heading-names.ts";
import { parseNameRows } from "../src/citation/name-rows.ts";
import { nameKey } from "../src/citation/register-laws.ts";
import { projectRoot } from "./import-rules.ts";

// `node scripts/register-titles.ts HEADINGS.tsv`: writes src/citation/law-titles.tsv, the titles that acts and decrees have in
// their official headings. HEADINGS holds a line for each regulation of the Basiswettenbestand: id, kind, heading, with tabs.

const folder = join(projectRoot, "src/citation");

/** Acts and decrees of the Crown: a ministry's rules are too many, and a person who cites them imports a register. */
const kinds = new Set(["wet", "rijkswet", "wet-BES", "AMvB", "AMvB-BES", "KB", "rijksKB"]);
const noun =
  /(?:wet|wetboek|besluit|reglement|regeling|verordening|maatregel|beschikking|statuut|voorschriften|regelen|code)(?=\s|\d|$)/i;
const dated = /\b(?:van|d\.d\.)\s+\d{1,2}\s/;

/** The first lines of the file, which say what stands in it. */
export const titlesHead = `# Titles of Dutch acts and decrees, in the columns of law-names.tsv, as the headings of the Basiswettenbestand had them on 6 October 2012.
# Written by \`node scripts/register-titles.ts\` and by no hand: every title that stands in the heading of one regulation alone, whatever
# that regulation is about, and that no row of law-names.tsv has. The source of each row is the page of the regulation itself.
law_id\tbook\ttitle\tabbreviation\tfrom\tuntil\tsource
`;

/** The rows for the headings of a register; \`taken\` are the names that other rows have. */
export const titleRows = (headings: string, taken: ReadonlySet<string>): string[] => {
  const all = headings.trim().split("\n").slice(1);
  const laws = all.map((line) => {
    const [lawId = "", kind = "", heading = ""] = line.split("\t");
    return { lawId, kind, names: [...new Set(namesInHeading(heading))] };
  });
  const claims = new Map<string, Set<string>>();
  for (const { lawId, names } of laws)
    for (const key of names.map(nameKey)) claims.set(key, (claims.get(key) ?? new Set()).add(lawId));
  const isTitle = (name: string) =>
    /^\p{Lu}/u.test(name) && noun.test(name) && !dated.test(name) && claims.get(nameKey(name))?.size === 1;
  return laws
    .filter(({ kind }) => kinds.has(kind))
    .flatMap(({ lawId, names }) =>
      names
        .filter((name) => isTitle(name) && !taken.has(nameKey(name)))
        .map((name) => [lawId, "", name, "", "", "", `https://wetten.overheid.nl/${lawId}`].join("\t")),
    );
};

/** The names of the rows that are written by hand. */
export const takenNames = (): Set<string> => {
  const rows = parseNameRows(readFileSync(join(folder, "law-names.tsv"), "utf8"));
  return new Set(
    rows
      .flatMap(({ title, abbreviation }) => [title, abbreviation])
      .filter(Boolean)
      .map(nameKey),
  );
};

const [, script, file] = process.argv;
if (script?.endsWith("register-titles.ts") && file) {
  const rows = titleRows(readFileSync(file, "utf8"), takenNames());
  writeFileSync(join(folder, "law-titles.tsv"), `${titlesHead}${rows.join("\n")}\n`);
}
