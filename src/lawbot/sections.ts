import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { IndexEntry } from "../search/full-text-index.ts";
import type { OpenLaw } from "./open-law.ts";

/** Parts of a section: searched with it, never on their own. */
const parts = new Set(
  "lid li definitie-item specificatie-item noot subsection paragraph subparagraph item point".split(" "),
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

/** All that search should find in one version. Repealed text and text not yet in force are left out. */
export function* indexEntries(law: OpenLaw): Generator<IndexEntry> {
  const facets = { version: [law.version.docUid], law: [law.version.lawId] };
  for (const unit of law.canonical.units) {
    const section = sectionOf(law, unit);
    const body = section ? law.slice(section.start, section.end).trimEnd() : "";
    if (body === "") continue;
    const about = { kind: "statute", date: law.version.validFrom, people: [], facets };
    yield { id: law.evidenceId(unit), title: titleOf(law, unit), body, ...about };
  }
}

/** Address and the nearest headings: `art. 7:611 BW – Afdeling 1. Algemene bepalingen – Titel 10. Arbeidsovereenkomst`. */
export const titleOf = (law: OpenLaw, unit: Unit): string => {
  const around = law.headings(unit).reverse();
  const own = unit.element === "artikel" ? (around[0] ?? "").replace(/^Artikel \S+?\.?(?: |$)/, "") : around[0];
  return [law.address(unit), own, ...around.slice(1, 3)].filter(Boolean).join(" – ");
};
