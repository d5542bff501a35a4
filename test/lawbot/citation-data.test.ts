import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { FoundCitation } from "../../src/lawbot/citation.ts";
import type { LawNames } from "../../src/lawbot/jurisdiction.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { knownLaws } from "../../src/lawbot/nl/laws.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";

const linesOf = (text: string) => text.trim().split("\n");

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
    "the set names the act of 1965; chapters and dotted numbers are those of the act of that name, BWBR0020449",
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

interface Reference {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly kind: "extref" | "intref";
  readonly bwb_id: string | null;
  readonly locatie: { readonly artikel?: string } | null;
  readonly source: { readonly bwb_id: string };
}

/** Law and article that we read at the place of a reference; "" for what was not found. References within a law name none. */
const readAt = (reference: Reference, names: readonly LawNames[]): { lawId: string; number: string } => {
  const start = reference.before.length;
  const end = start + reference.text.length;
  for (const { citation, spots } of dutch.parseCitations(reference.before + reference.text + reference.after, names)) {
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

describeWithData("references that the editors of the BWB resolved", "cite-nl-bwb", (folder) => {
  const all: Reference[] = folder
    ? linesOf(gunzipSync(readFileSync(join(folder, "references.jsonl.gz"))).toString("utf8")).map((line) =>
        JSON.parse(line),
      )
    : [];
  const references = all.filter((each) => each.bwb_id && each.locatie?.artikel);
  const ids = new Set(knownLaws.flatMap((law) => [law.id, ...Object.values(law.books ?? {})]));
  const known = references.filter((each) => each.kind === "extref" && ids.has(each.bwb_id ?? ""));

  it("reads the article of nine in ten, from the line it stands in alone", () => {
    const { articles, whole } = shareOf(references, []);
    console.info(
      `cite-nl-bwb: article ${articles.toFixed(3)}, law and article ${whole.toFixed(3)} of ${references.length}`,
    );
    expect(articles).toBeGreaterThan(0.92);
    expect(whole).toBeGreaterThan(0.46);
  });

  it("finds law and article of two in three references to laws of the table; most others say 'that act'", () => {
    const { whole } = shareOf(known, []);
    console.info(`cite-nl-bwb: law and article ${whole.toFixed(3)} of ${known.length} references to laws of the table`);
    expect(whole).toBeGreaterThan(0.66);
  });

  it("finds more when more laws are loaded", () => {
    const register = sharedData("law-titles-2012/titles.tsv.gz");
    const names = register ? linesOf(gunzipSync(readFileSync(register)).toString("utf8")).map(namesOf) : [];
    const { whole } = shareOf(references, names);
    console.info(`cite-nl-bwb: law and article ${whole.toFixed(3)} with the names of ${names.length} laws`);
    expect(whole).toBeGreaterThan(0.55);
  });
});

/** A line of the register; the citation title stands in the last brackets of a heading. */
const namesOf = (line: string): LawNames => {
  const [lawId = "", , title = ""] = line.split("\t");
  return { lawId, title, citationTitle: /\(([^()]+)\)\s*$/.exec(title)?.[1] ?? "" };
};
