import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FoundCitation } from "../../src/citation/citation.ts";
import type { LawNames } from "../../src/citation/known-law.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { describeWithData } from "../support/shared-data.ts";
import {
  type Class,
  citeNlBwb,
  classOf,
  contextOf,
  editorsDiffer,
  headings2012,
  linesOf,
  type Reference,
} from "./support/editors-references.ts";

interface StringCase {
  readonly text: string;
  readonly expected: readonly {
    bwb_id?: string;
    artikel?: string;
    type?: string;
    args?: readonly (string | number)[];
  }[];
}

/** Our answer differs, and why. */
const disputed = new Map([
  [
    "artikel 3.26, eerste lid, van de Wet ruimtelijke ordening",
    // "Op de" and capitals tell the act of 1965 from that of 2006, and only the later one has dotted numbers. No day makes it
    // otherwise: before July 2008 the act of this name was not in force, and the earlier one has no article 3.26.
    "the set names the act of 1965, BWBR0002375; the words and the number are those of BWBR0020449",
  ],
]);

const targetsOf = ({ citation }: FoundCitation): string[] =>
  citation.kind === "case"
    ? [citation.caseNumber]
    : dutch
        .locate(citation, [])
        .flatMap((query) => ("lawId" in query ? [`${query.lawId} ${query.article.number}`] : []));

const wantedOf = (expected: StringCase["expected"]): string[] =>
  expected.map(({ bwb_id, artikel, type, args = [] }) => {
    if (bwb_id) return `${bwb_id} ${artikel}`;
    return type === "EcliCitation" ? `ECLI:${args.join(":").toUpperCase()}` : String(args[0]);
  });

describeWithData("citation strings of other people's test suites", "cite-nl-strings", (folder) => {
  const cases: StringCase[] = folder
    ? linesOf(readFileSync(join(folder, "cases.jsonl"), "utf8")).map((line) => JSON.parse(line))
    : [];
  for (const { text, expected } of cases) {
    it(`reads ${JSON.stringify(text.slice(0, 70))}`, () => {
      const found = [...new Set(dutch.parseCitations(text, []).flatMap(targetsOf))];
      if (disputed.has(text)) expect(found).toEqual(["BWBR0020449 3.26"]);
      else expect(found).toEqual(wantedOf(expected));
    });
  }

  it("has all fifty", () => expect(cases).toHaveLength(50));
});

/** Law and article that we read at the place of a reference; "" for what was not found. References within a law name none. */
const readAt = (reference: Reference, names: readonly LawNames[]): { lawId: string; number: string } => {
  const start = contextOf(reference).indexOf(reference.text, reference.before.length);
  const end = start + reference.text.length;
  for (const { citation, spots } of dutch.parseCitations(contextOf(reference), names)) {
    const spot = spots.findIndex((each) => each.start < end && start < each.end);
    const provision = citation.provisions[spot];
    if (!provision) continue;
    const [query] = dutch.locate({ ...citation, kind: "statute", provisions: [provision] }, names);
    if (query && "lawId" in query) return { lawId: query.lawId, number: query.article.number };
    return { lawId: reference.kind === "intref" ? reference.source.bwb_id : "", number: provision.number };
  }
  return { lawId: "", number: "" };
};

const shareOf = (references: readonly Reference[], names: readonly LawNames[]) => {
  let articles = 0;
  let whole = 0;
  for (const reference of references) {
    const read = readAt(reference, names);
    const isArticle = read.number === reference.locatie?.artikel;
    if (isArticle) articles++;
    if (isArticle && read.lawId === reference.bwb_id) whole++;
  }
  return { articles: articles / references.length, whole: whole / references.length };
};

describeWithData("references that the editors of the BWB resolved", "cite-nl-bwb", () => {
  const references = citeNlBwb().filter((each) => each.bwb_id && each.locatie?.artikel);
  const ids = new Set(shippedNames().laws.flatMap((law) => [law.id, ...Object.values(law.books ?? {})]));
  const known = references.filter((each) => each.kind === "extref" && ids.has(each.bwb_id ?? ""));

  it("reads the article of nine in ten, from the line it stands in alone", () => {
    const { articles, whole } = shareOf(references, []);
    console.info(
      `cite-nl-bwb: article ${articles.toFixed(3)}, law and article ${whole.toFixed(3)} of ${references.length}`,
    );
    expect(articles).toBeGreaterThan(0.92);
    expect(whole).toBeGreaterThan(0.63);
  });

  it("finds law and article of two in three references to laws of the table; most others say 'that act'", () => {
    const { whole } = shareOf(known, []);
    console.info(`cite-nl-bwb: law and article ${whole.toFixed(3)} of ${known.length} references to laws of the table`);
    expect(whole).toBeGreaterThan(0.66);
  });

  it("finds more when more laws are loaded", () => {
    const names = headings2012();
    const { whole } = shareOf(references, names);
    console.info(`cite-nl-bwb: law and article ${whole.toFixed(3)} with the names of ${names.length} laws`);
    expect(whole).toBeGreaterThan(0.71);
  });
});

/** Why a name is in no register, by what the text shows; the first that fits. */
const unknownNames: readonly [name: string, signs: RegExp][] = [
  ["abbreviation of several laws", /\bPw\b/],
  ["lid before the article", /^(?:\p{Ll}+,? (?:en |het )*)*(?:\p{Ll}+ )?lid.* van artikel/u],
  ["law of Bonaire, Sint Eustatius and Saba", /\bBES\b/],
  ["amending act named by its date", /\b(?:[Ww]et|[Rr]ijkswet|Besluit|Regeling\b.*) van \d+ \p{Ll}+ \d{4}/u],
  ["ordinance of a product board", /[Vv]erordening|Productschap/],
  ["treaty", /\bVerdrag\b/],
  [
    "short name that the document gives itself",
    /van (?:het|de) (?:genoemde )?\p{Ll}[\p{Ll} ]+$|van het (?:Reglement van Orde|Registratiebesluit)/u,
  ],
  ["other law", /^/],
];

const unregistered = "law that the register of 2012 does not hold";

/**
 * A hundred names of our register were taken from these same references (those that stand in two or more of them), so the
 * share that is read right says how well known names are read, not how many laws are known: that is "name in no register".
 */
describeWithData("references whose own text names law and article", "cite-nl-bwb", () => {
  it("are read right in 97 of 100 and wrong in less than one of 200, where the law's name is known", () => {
    const names = headings2012();
    const references = citeNlBwb().filter(
      (each) => each.kind === "extref" && each.bwb_id && each.locatie?.artikel && /\d/.test(each.text),
    );
    const counts: Record<Class, number> = {
      right: 0,
      wrong: 0,
      "editors differ": 0,
      "names no law": 0,
      "name in no register": 0,
      "not read": 0,
      foreign: 0,
    };
    const unknown: Record<string, number> = {};
    const registered = new Set([...names.map(({ lawId }) => lawId), ...shippedNames().laws.map(({ id }) => id)]);
    for (const reference of references) {
      const found = classOf(reference, names, editorsDiffer);
      counts[found]++;
      if (found !== "name in no register") continue;
      const why = registered.has(reference.bwb_id ?? "")
        ? (unknownNames.find(([, signs]) => signs.test(reference.text))?.[0] ?? "")
        : unregistered;
      unknown[why] = (unknown[why] ?? 0) + 1;
    }
    const known = counts.right + counts.wrong + counts["not read"];
    console.info(
      `cite-nl-bwb, ${references.length} references to other laws: ${JSON.stringify(counts)}; of ${known} with a known name right ${(counts.right / known).toFixed(4)}, wrong ${(counts.wrong / known).toFixed(4)}; of all that name a law right ${(counts.right / (known + counts["name in no register"])).toFixed(3)}; unknown names: ${JSON.stringify(unknown)}`,
    );
    expect(known).toBeGreaterThan(1_500);
    expect(counts.wrong / known).toBeLessThanOrEqual(0.002);
    expect(counts.right / (known + counts["name in no register"])).toBeGreaterThan(0.9);
    expect(counts.right / known).toBeGreaterThanOrEqual(0.99);
    expect(counts["editors differ"]).toBeLessThanOrEqual(editorsDiffer.size);
  });
});
