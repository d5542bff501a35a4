import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type ParsedCitation, ParsedCitation_Kind } from "../../../gen/pincite/lawbot/v1/citation_pb.ts";
import { shippedNames } from "../../../src/shipped-names.ts";
import { citeNlBwb, contextOf, linesOf } from "../../lawbot/support/editors-references.ts";
import { openClients } from "../../lawbot/support/lawbot-client.ts";
import { sharedData } from "../../support/shared-data.ts";
import { Draw } from "./draw.ts";

/** A line of a law whose reference names another one: a law that no shipped table knows. */
interface Asked {
  readonly line: string;
  readonly title: string;
  /** Where the number and the name stand in the line. */
  readonly start: number;
  readonly end: number;
}

type Told = "whole" | "part" | "untold" | "as another law";

/** The last words of a reference that name a law, behind what introduces them. */
const named = /^(?<head>.*\d.*\s(?:van|uit)\s)(?:de|het)\s\p{Lu}.*$/u;
const kinds =
  /(?:wetboek|wet|besluit|regeling|reglement|verordening|beschikking|verdrag|statuut|beleidsregels?)(?!\p{L})/iu;
const neuter = /(?:wetboek|besluit|reglement|verdrag|statuut)$/iu;
/** Kinds of regulation whose headings say what they are about, and are no titles that anybody cites. */
const untitled = /^(?:beleidsregel|circulaire|.*archiefselectielijst|KB)/;
/** Characters of a title that people write out. */
const titleMax = 110;

/**
 * The title by which a regulation is cited: the last words of its heading in brackets, or a heading that begins with what kind of
 * law it is, as the Aanwijzingen voor de regelgeving have titles begin. Designations and tariffs have a heading and no title.
 */
const titleIn = (heading: string): string => {
  const [, inside] = /\((\p{Lu}[^()]{6,})\)\s*$/u.exec(heading) ?? [];
  const title =
    inside ?? (/^\p{Lu}[^()[\]:;.]*$/u.test(heading) && !/\bhoudende\b|\bvan \d/.test(heading) ? heading : "");
  return kinds.test(title.split(" ")[0] ?? "") && title.length <= titleMax ? title : "";
};

/** Titles of regulations that no shipped table names, each once. */
const unknownTitles = (): string[] => {
  const register = sharedData("law-titles-2012/titles.tsv.gz");
  const known = new Set(shippedNames().laws.flatMap(({ id, books }) => [id, ...Object.values(books ?? {})]));
  const rows = register
    ? linesOf(gunzipSync(readFileSync(register)).toString("utf8")).map((row) => row.split("\t"))
    : [];
  const titles = rows
    .filter(([id = "", kind = ""]) => id.startsWith("BWB") && !untitled.test(kind) && !known.has(id))
    .map(([, , heading = ""]) => titleIn(heading.replace(/\s+/g, " ").trim()));
  return [...new Set(titles)].filter((title) => title !== "");
};

const askedOf = (count: number, seed: number): Asked[] => {
  const draw = new Draw(seed);
  const contexts = citeNlBwb().flatMap((reference) => {
    const { head } = named.exec(reference.text)?.groups ?? {};
    // A book, or what an act changes, leads to another law by itself.
    const isWhole = head !== undefined && !/boek|overeenkomst/i.test(head) && !kinds.test(head);
    return reference.kind === "extref" && reference.locatie?.artikel && isWhole ? [{ reference, head }] : [];
  });
  const [first, ...others] = contexts;
  if (first === undefined) return [];
  const titles = unknownTitles();
  return titles
    .map((title) => ({ title, rank: draw.below(2 ** 30) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ title }) => {
      const { reference, head } = draw.of([first, ...others]);
      const text = `${head}${neuter.test(title.split(" ")[0] ?? "") ? "het" : "de"} ${title}`;
      const line = contextOf({ ...reference, text });
      const start = line.indexOf(text, reference.before.length);
      return { line, title, start, end: start + text.length };
    });
};

/** The half that a line belongs to, by what stands in it. */
const isOdd = ({ line }: Asked): boolean => createHash("sha256").update(line).digest().readUInt8(0) % 2 === 1;

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const toldIn = ({ title, start, end }: Asked, citations: readonly ParsedCitation[]): Told => {
  for (const { kind, provisions, lawIds, law, lawRaw } of citations) {
    if (!provisions.some((each) => each.startChar < end && start < each.endChar)) continue;
    if (lawIds.length > 0 || law !== "") return "as another law";
    const [told, name] = [plain(lawRaw), plain(title)];
    if (kind !== ParsedCitation_Kind.STATUTE || told === "") return "untold";
    if (told === name) return "whole";
    return name.startsWith(told) || told.startsWith(name) ? "part" : "untold";
  }
  return "untold";
};

/**
 * `npm run campaign -- unknown-laws [even|odd] [count] [seed] [show]`: laws that no shipped table names, in the lines in which the
 * editors of the Basiswettenbestand linked to others: each must be told by its name. The odd half is never shown.
 */
export const runUnknownLaws = async (given: readonly string[]): Promise<boolean> => {
  const half = given.includes("odd") ? "odd" : "even";
  const [count = 2_000, seed = 1] = given.filter((each) => /^\d+$/.test(each)).map(Number);
  const asked = askedOf(count, seed).filter((each) => isOdd(each) === (half === "odd"));
  const clients = await openClients();
  const told: Record<Told, number> = { whole: 0, part: 0, untold: 0, "as another law": 0 };
  for (const each of asked) {
    const { citations } = await clients.citations.parseCitations({ text: each.line });
    const became = toldIn(each, citations);
    told[became]++;
    if (half === "even" && given.includes("show") && became !== "whole") {
      const read = citations.map(({ raw, law, lawRaw }) => `${raw} = ${law || `? ${lawRaw}`}`).join("; ");
      console.error(`${became}: …${each.line.slice(Math.max(0, each.start - 40), each.end + 60)} | ${read}`);
    }
  }
  await clients.lawbot.close();
  const byName = told.whole + told.part;
  const share = ((100 * byName) / Math.max(1, asked.length)).toFixed(1);
  console.log(
    `unknown laws, ${half} half: ${asked.length} in real lines; told by name ${byName} = ${share} %, of them ${told.whole} by the whole of it; untold ${told.untold}, read as another law ${told["as another law"]}`,
  );
  return byName >= 0.95 * asked.length;
};
