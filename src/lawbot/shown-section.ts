import type { OpenLaw } from "./open-law.ts";
import { sectionOf, titleOf } from "./sections.ts";

/** What a hit in a section shows, whatever was searched for. */
export interface ShownSection {
  readonly title: string;
  readonly address: string;
  readonly link: string;
  /** Code point of the canonical text at which the section begins; undefined for a unit that is none. */
  readonly start: number | undefined;
}

/** Kept with the opened law and for as long: the same sections are found again and again. */
const kept = new WeakMap<OpenLaw, Map<string, ShownSection>>();

/** How a section is shown; undefined for a path that the law does not have. */
export const shownSection = (law: OpenLaw, path: string): ShownSection | undefined => {
  const sections = kept.get(law) ?? new Map<string, ShownSection>();
  kept.set(law, sections);
  const known = sections.get(path);
  if (known) return known;
  const unit = law.unit(path);
  if (!unit) return undefined;
  const shown = {
    title: titleOf(law, unit),
    address: law.address(unit),
    link: law.publicPage(unit),
    start: sectionOf(law, unit)?.start,
  };
  sections.set(path, shown);
  return shown;
};
