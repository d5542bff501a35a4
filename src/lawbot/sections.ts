import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { IndexEntry } from "../search/full-text-index.ts";
import type { OpenLaw } from "./open-law.ts";
import { firstInside, rowsOf, type UnitRows } from "./text/unit-rows.ts";

/** Parts of a section: searched with it, never on their own. */
const parts = new Set(
  "lid li definitie-item specificatie-item noot subsection paragraph subparagraph level item point".split(" "),
);
/** What names or closes a law and says nothing. */
const frames = new Set([
  "intitule",
  "citeertitel",
  "wetsluiting",
  "regeling-sluiting",
  "circulaire-sluiting",
  "bijlage-sluiting",
]);

/** A stretch of text that search finds as one: an article with its leden, or the text of a division that has no articles. */
export interface Section {
  readonly unit: Unit;
  /** Code points of the canonical text, number and heading excluded. */
  readonly start: number;
  readonly end: number;
}

/** The words of a unit itself, up to the first section inside; undefined when it has none, or none that may be quoted. */
export const sectionOf = (law: OpenLaw, unit: Unit): Section | undefined => {
  if (!unit.quotable || parts.has(unit.element) || frames.has(unit.element)) return undefined;
  const inner = law.children(unit).find((child) => !parts.has(child.element));
  const end = inner ? inner.startChar : unit.endChar;
  return end > unit.quotableStartChar ? { unit, start: unit.quotableStartChar, end } : undefined;
};

/** A version whose sections are to be searched: opened, or on its way in and not yet in any store. */
export interface SectionSource {
  readonly version: LawVersion;
  readonly units: UnitRows;
  slice(start: number, end: number): string;
  /** Under which id and title the section of a unit is found. */
  named(rank: number): { readonly id: string; readonly title: string };
}

/** All that search should find in one version, one after the other. Repealed text and text not yet in force are left out. */
export function* sectionEntries({ version, units, slice, named }: SectionSource): Generator<IndexEntry> {
  const facets = { version: [version.docUid], law: [version.lawId] };
  const about = { kind: "statute", date: version.validFrom, people: [], facets };
  const firstSections = firstInside(units, parts);
  for (let rank = 0; rank < units.length; rank++) {
    const element = units.element(rank);
    if (!units.isQuotable(rank) || parts.has(element) || frames.has(element)) continue;
    const inner = firstSections[rank] as number;
    const body = slice(units.quotableStart(rank), inner < 0 ? units.end(rank) : units.start(inner)).trimEnd();
    if (body !== "") yield { ...named(rank), body, ...about };
  }
}

/** All that search should find in an opened version. */
export const indexEntries = (law: OpenLaw): Generator<IndexEntry> => {
  const { units } = law.canonical;
  const named = (rank: number) => {
    const unit = units[rank] as Unit;
    return { id: law.evidenceId(unit), title: titleOf(law, unit) };
  };
  return sectionEntries({
    version: law.version,
    units: rowsOf(units),
    slice: (start, end) => law.slice(start, Math.max(start, end)),
    named,
  });
};

/** Address and the nearest headings: `art. 7:611 BW – Afdeling 1. Algemene bepalingen – Titel 10. Arbeidsovereenkomst`. */
export const titleOf = (law: OpenLaw, unit: Unit): string =>
  sectionTitle(unit.element, law.titleAddress(unit), law.headings(unit).reverse());

/** The same from its parts; `around` are the unit's own heading and those of the units around it, the nearest first. */
export const sectionTitle = (element: string, address: string, around: readonly string[]): string => {
  const own = element === "artikel" ? (around[0] ?? "").replace(/^(?:Artikel|Article) \S+?\.?(?: |$)/, "") : around[0];
  return [address, own, ...around.slice(1, 3)].filter(Boolean).join(" – ");
};
