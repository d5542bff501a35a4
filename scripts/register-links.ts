import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { namesInHeading } from "../src/citation/heading-names.ts";
import { endsTitle } from "../src/citation/name-borders.ts";
import { parseNameRows } from "../src/citation/name-rows.ts";
import { nameKey } from "../src/citation/register-laws.ts";
import { projectRoot } from "./import-rules.ts";

// `node scripts/register-links.ts HEADINGS.tsv FILE…`: writes src/citation/law-links.tsv, the titles under which regulations of the
// Basiswettenbestand link to another one as a whole, and those that a regulation gives itself. HEADINGS is that of register-titles.ts; a
// FILE is a text or a WTI of the Basiswettenbestand (.xml, .xml.gz), or a list of its links (.jsonl.gz, one `{source, text, bwb_id, locatie}` a
// line, of which those to a part of a regulation are passed over).

const folder = join(projectRoot, "src/citation");
const titleLengthMax = 160;
const link =
  /<extref\b[^>]*\bdoc="(?:1\.0:v:|jci1\.31?:[cv]:)(BWB[RV]\d{7})((?:&amp;|&)[^"]*)?"[^>]*>([\s\S]*?)<\/extref>/g;
const ownTitle = /(?:wordt|kan\s+worden)\s+aangehaald\s+als:?\s*[“"„]?\s*([^.;:"”<]{4,160}?)\s*["”]?\s*\./g;
const noun =
  /(?:wet|wetboek|besluit|reglement|regeling|verordening|maatregel|beschikking|statuut|voorschriften|regelen|code|verdrag|overeenkomst|protocol|beleidsregels?|circulaire|aanwijzing|agreement|convention|treaty|charter|covenant)(?=\s|\d|$)/i;
const dated = /\b(?:van|d\.d\.)\s+\d{1,2}\s/;
/** One word alone is a title where it is an act's: `Registratiebesluit` may be the short name that one text gives a decree. */
const ofOneWord = /^\p{Lu}\p{L}{4,}(?:wet|wetboek)(?:\s(?:1[89]|20)\d\d)?$/u;

/** The first lines of the file, which say what stands in it. */
export const linksHead = `# Titles of regulations, in the columns of law-names.tsv, as texts and WTI of the Basiswettenbestand link to them as a whole, or as they call themselves.
# Written by \`node scripts/register-links.ts\` and by no hand: every title that leads to one regulation alone, with which no other title
# begins, and that no row of law-names.tsv or law-titles.tsv has. The source of each row is the page of the regulation that has the link.
law_id\tbook\ttitle\tabbreviation\tfrom\tuntil\tsource
`;

interface Named {
  readonly title: string;
  /** Its abbreviation, of the WTI that has both; absent: none. */
  readonly abbreviation?: string;
  readonly lawId: string;
  readonly source: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plain = (xml: string): string =>
  xml
    .replace(/<(noot|meta-data)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();

/** The titles that a list of links gives to regulations as wholes. */
const namedInList = (lines: string): Named[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ kind, bwb_id, locatie }) => kind === "extref" && bwb_id && Object.keys(locatie ?? {}).length === 0)
    .map(({ text, bwb_id, source }) => ({ title: text, lawId: bwb_id, source: source.bwb_id }));

/** The titles that a text, a WTI or a list of links gives to regulations as wholes. */
const namedIn = (xml: string): Named[] => {
  if (xml.startsWith("{")) return namedInList(xml);
  const source = /bwb-id="(BWB[RV]\d{7})"/.exec(xml)?.[1];
  if (!source) return [];
  const links: Named[] = [...xml.matchAll(link)].flatMap(([, lawId = "", parts = "", words = ""]) =>
    /(?:&|&amp;)(?!amp;|[gz]=)/.test(parts) ? [] : [{ title: plain(words), lawId, source }],
  );
  const abbreviation = /<afkorting>\s*(\p{Lu}\p{L}{1,9})\s*<\/afkorting>/u.exec(xml)?.[1];
  const title = /<citeertitel status="officieel">\s*([^<]{4,160}?)\s*<\/citeertitel>/.exec(xml)?.[1];
  if (abbreviation && title) links.unshift({ title: plain(title), abbreviation, lawId: source, source });
  const own = [...plain(xml.replace(/<\/?(?:al|artikel|lid|li|kop|entry)\b[^>]*>/g, "\n")).matchAll(ownTitle)];
  return [...links, ...own.map(([, named = ""]) => ({ title: named.trim(), lawId: source, source }))];
};

/** `Verdrag tot oprichting van de Organisatie`: a short name that one text gives, where no other text could use it. */
const isShort = /\s(?:de|het)\s\p{Lu}\p{Ll}+$/u;

const isTitle = ({ title, lawId, source }: Named): boolean =>
  /^\p{Lu}[\p{L}\p{N} ,()'’/.-]+$/u.test(title) &&
  title.length <= titleLengthMax &&
  noun.test(title) &&
  !dated.test(title) &&
  !/^Boek\s/.test(title) &&
  (source === lawId || !isShort.test(title)) &&
  !/[(,.'’]$|\b(?:Stb|Stcrt|Trb)\b/.test(title) &&
  (/\p{L}\s+\p{L}/u.test(title) || ofOneWord.test(title)) &&
  !(title.match(/\p{Ll}+/gu) ?? []).some((word) => endsTitle(word));

/** The rows for what the files name; `taken` are the names that other rows have, `headings` the register of headings. */
export const linkRows = (files: readonly string[], headings: string, taken: ReadonlySet<string>): string[] => {
  const named = files.flatMap(namedIn).filter(isTitle);
  const claims = new Map<string, Set<string>>();
  const claim = (title: string, lawId: string) =>
    claims.set(nameKey(title), (claims.get(nameKey(title)) ?? new Set()).add(lawId));
  for (const { title, lawId } of named) claim(title, lawId);
  for (const line of headings.trim().split("\n").slice(1)) {
    const [lawId = "", , heading = ""] = line.split("\t");
    for (const name of namesInHeading(heading)) claim(name, lawId);
  }
  const all = [...claims.keys(), ...taken].toSorted();
  const isBegun = (key: string) => all.some((other) => other.startsWith(`${key} `));
  const rows = new Map<string, string>();
  for (const { title, abbreviation = "", lawId, source } of named.toSorted(abbreviatedFirst)) {
    const key = nameKey(title);
    if (rows.has(key) || taken.has(key) || claims.get(key)?.size !== 1 || isBegun(key)) continue;
    rows.set(
      key,
      [
        lawId,
        "",
        title,
        taken.has(nameKey(abbreviation)) ? "" : abbreviation,
        "",
        "",
        `https://wetten.overheid.nl/${source}`,
      ].join("\t"),
    );
  }
  return [...rows.values()].toSorted();
};

const abbreviatedFirst = (a: Named, b: Named): number => Number(!a.abbreviation) - Number(!b.abbreviation);

/** The names that the rows of other files have. */
export const namesOfFiles = (names: readonly string[]): Set<string> =>
  new Set(
    names
      .flatMap((name) => parseNameRows(readFileSync(join(folder, name), "utf8")))
      .flatMap(({ title, abbreviation }) => [title, abbreviation])
      .filter(Boolean)
      .map(nameKey),
  );

const readText = (path: string): string => {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
};

const [, script, headings, ...files] = process.argv;
if (script?.endsWith("register-links.ts") && headings) {
  const rows = linkRows(files.map(readText), readText(headings), namesOfFiles(["law-names.tsv", "law-titles.tsv"]));
  writeFileSync(join(folder, "law-links.tsv"), `${linksHead}${rows.join("\n")}\n`);
}
