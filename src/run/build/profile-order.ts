import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";

type Titled = { readonly title: string };

/** The headings of a profile in its order, in a language, or else the first that it has. */
export const headingsOf = ({ sections }: Pick<WorkflowProfile, "sections">, locale: string): string[] =>
  sections.map(({ heading }) => (heading.find((one) => one.locale === locale) ?? heading[0])?.text ?? "");

/** Where a section of this place in the profile comes in: behind the last that the profile has before it, else in front. */
export const placeAmong = (sections: readonly Titled[], headings: readonly string[], order: number): number =>
  sections.findLastIndex(({ title }) => headings.indexOf(title) >= 0 && headings.indexOf(title) < order) + 1;

/**
 * An outline whose last sections are new and have headings of the profile, each of them in the profile's place: whoever adds a part
 * adds it at the end, and a reader looks for the facts before the request. Sections that were there stay in their order, which a
 * person may have chosen, and so does a new one that was put among them or has a heading of a person's own.
 */
export const newInPlace = <T extends Titled>(
  sections: readonly T[],
  isNew: (section: T) => boolean,
  headings: readonly string[],
): T[] => {
  const end = sections.findLastIndex((section) => !isNew(section)) + 1;
  const placed = sections.slice(0, end);
  // An outline of nothing but new sections is in the order in which it was said.
  if (placed.length === 0) return [...sections];
  for (const section of sections.slice(end)) {
    const order = headings.indexOf(section.title);
    const isKnown = order >= 0 && placed.some(({ title }) => headings.includes(title));
    placed.splice(isKnown ? placeAmong(placed, headings, order) : placed.length, 0, section);
  }
  return placed;
};
