import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { FoundCitation } from "../../../src/citation/citation.ts";
import type { LawNames } from "../../../src/citation/known-law.ts";
import { dutch } from "../../../src/lawbot/nl/dutch.ts";
import { sharedData } from "../../support/shared-data.ts";

export const linesOf = (text: string) => text.trim().split("\n");

/** A reference as the editors of the Basiswettenbestand marked and resolved it, with the line around it. */
export interface Reference {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly kind: "extref" | "intref";
  readonly bwb_id: string | null;
  readonly locatie: { readonly artikel?: string } | null;
  readonly source: { readonly bwb_id: string };
}

/** The line around a reference. The set trims its parts, so that words which stood apart touch. */
export const contextOf = ({ before, text, after }: Reference): string => {
  const gap = (left: string, right: string) => (/[\p{L}\p{N}]$/u.test(left) && /^[\p{L}\p{N}]/u.test(right) ? " " : "");
  return before + gap(before, text) + text + gap(text, after) + after;
};

/** Words that are left of a reference when number, parts and connectors are taken away: a name, or "de wet". */
const lawWords = (text: string): string =>
  text
    .replace(
      /\b(?:artikel(?:en)?|artt?\.?|lid|leden|onderdeel|onderdelen|onder|aanhef|sub|volzin|juncto|jo\.|tot en met|dan wel|onderscheidenlijk|zin|zinsnede|laatste|\p{L}+(?:de|ste)(?= (?:lid|volzin|zin|en|of|tot)|,))\b/giu,
      " ",
    )
    .replace(/[\d.,:()-]+\p{Ll}{0,3}\b/gu, " ")
    .replace(/[^\p{L}\p{N}\s/-]+/gu, " ")
    .replace(/(?:^|\s)(?:van|der|de|het|en|of|uit|[a-z]{1,2})(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** "de wet", "dat besluit": the law is named elsewhere. */
const namesNoLaw =
  /^(?:(?:die|deze|dit|dat|hetzelfde|genoemde|bedoelde|voornoemde|evengenoemde)\s*)?(?:[Ww]et|[Ww]etboek|[Bb]esluit|[Rr]egeling|[Vv]erdrag|[Vv]erordening|beschikking|overeenkomst|richtlijn|protocol|reglement|statuut|bijlage)?$/;

/** Tells whether the words of a reference name the law, and do not leave it to the words around them. */
export const namesALaw = (text: string): boolean => {
  const words = lawWords(text);
  return /\p{L}{2}/u.test(words) && !namesNoLaw.test(words);
};

export type Class =
  | "right"
  | "wrong"
  | "editors differ"
  | "names no law"
  | "name in no register"
  | "not read"
  | "foreign";

/** What became of a reference that is read in its line. `differs` holds texts under which the editors linked to something else. */
export const classOf = (
  reference: Reference,
  names: readonly LawNames[],
  differs: ReadonlySet<string> = new Set(),
): Class => {
  const text = contextOf(reference);
  const start = text.indexOf(reference.text, reference.before.length);
  const place = { start, end: start + reference.text.length };
  return classAt(reference, place, { found: dutch.parseCitations(text, names), names, differs });
};

/** What became of a reference, by what was found in the text it stands in. */
export const classAt = (
  reference: Reference,
  { start, end }: { readonly start: number; readonly end: number },
  read: {
    readonly found: readonly FoundCitation[];
    readonly names: readonly LawNames[];
    readonly differs: ReadonlySet<string>;
  },
): Class => {
  if (!namesALaw(reference.text)) return "names no law";
  for (const { citation, spots } of read.found) {
    const provision = citation.provisions[spots.findIndex((each) => each.start < end && start < each.end)];
    if (!provision) continue;
    const one = { ...citation, kind: "statute" as const, provisions: [{ ...provision, former: false }] };
    const [query] = dutch.locate(one, read.names);
    if (!query || !("lawId" in query)) return citation.law ? "not read" : "name in no register";
    const isSame = query.article.number.toLowerCase() === reference.locatie?.artikel?.toLowerCase();
    if (isSame && query.lawId === reference.bwb_id) return "right";
    return read.differs.has(reference.text) ? "editors differ" : "wrong";
  }
  return /\b(?:article|of the|paragraph)\b/i.test(reference.text) && !/artikel/i.test(reference.text)
    ? "foreign"
    : "not read";
};

/** What the text says, where the editors linked to something else: their slip, or the text's own. */
export const editorsDiffer = new Set([
  "artikel 85a, tweede lid, en 108, vierde lid, van de Wet op het voortgezet onderwijs",
  "artikel 5:1 lid 4 Besluit Politiegegevens",
  "art. 225, lid 1 en 2 WvSr",
  "artikel 1:1, onderdeel h, van de Douane- en Accijnswet BES",
  "5:20 van de Algemene wet bestuursrecht",
  "art. 257e Sv",
  "Artikel 62 leden 2 en 3 van Boek 4",
  "artikel 18d, eerste lid, onderdelen a en b, en derde lid, van de Wet LB",
  "art. 5e van het Archiefbesluit 1995",
  "artikelen 11 tot en met 14 van de Uitvoeringsbeschikking omzetbelasting 1968",
  "458 van Boek 7",
  "art. 33 Sv",
  "artikel 5.4.2.3, tweede lid, onderdeel a, van de Algemene wet bestuursrecht",
  "art. 38 Besluit BOA",
  "artikel 184 van het Wetboek van Strafvordering BES",
  // A full stop for the colon: looked up as written, it is an article that does not exist.
  "artikel 3.11 van de Algemene wet bestuursrecht",
  "artikel 1.3, eerste lid, van de Algemene wet bestuursrecht",
  "artikel 9.14 van de Awb",
]);

/** A line of the register: an official heading, from which names are read as from the heading of any loaded law. */
export const namesOf = (line: string): LawNames => {
  const [lawId = "", , title = ""] = line.split("\t");
  return { lawId, title, citationTitle: "", isNotLoaded: true };
};

/** The same list every time: tables of names are made once for each list. */
let headings: readonly LawNames[] | undefined;

/** The headings of October 2012, as a register of names; none where the register is not beside this checkout. */
export const headings2012 = (): readonly LawNames[] => {
  const register = sharedData("law-titles-2012/titles.tsv.gz");
  headings ??= register
    ? linesOf(gunzipSync(readFileSync(register)).toString("utf8"))
        .slice(1)
        .map(namesOf)
    : [];
  return headings;
};

/** The references of cite-nl-bwb; none where the set is not beside this checkout. */
export const citeNlBwb = (): Reference[] => {
  const set = sharedData("cite-nl-bwb/references.jsonl.gz");
  return set ? linesOf(gunzipSync(readFileSync(set)).toString("utf8")).map((line) => JSON.parse(line)) : [];
};
