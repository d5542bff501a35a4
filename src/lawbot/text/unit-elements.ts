/** A paragraph right inside a schedule of an act: it has the place that a section has outside. */
export const scheduleParagraph = "schedule-paragraph";

/** Elements whose labels make an address of their own; inside them labels are strung together, around them they are not. */
export const citedWhole: ReadonlySet<string> = new Set([
  "artikel",
  "enig-artikel",
  "section",
  "article",
  "schedule",
  "overweging",
]);

/** Parts of those, and recitals: what has a number in front of its words and no heading. */
export const inCited: ReadonlySet<string> = new Set([
  ..."lid li definitie-item specificatie-item overweging".split(" "),
  ..."subsection paragraph subparagraph level item point".split(" "),
]);

/**
 * Those of a unit and the units around it, the unit first, whose labels make its address, outermost first. An article is
 * named whatever stands around it; anything else by all that does, since sections and items are numbered anew in each.
 */
export const addressChain = <T>(chain: readonly T[], elementOf: (unit: T) => string): T[] => {
  const article = chain.findIndex((each) => citedWhole.has(elementOf(each)));
  return (article < 0 ? [...chain] : fromCited(chain.slice(0, article + 1), elementOf)).reverse();
};

/** From a unit up to what is cited whole. A schedule's paragraphs are numbered on through its parts, which go unnamed. */
const fromCited = <T>(chain: readonly T[], elementOf: (unit: T) => string): T[] =>
  chain.filter((each, rank) => {
    const element = elementOf(each);
    return rank === 0 || citedWhole.has(element) || inCited.has(element) || element === scheduleParagraph;
  });

/** Those whose labels begin its title in search: of a unit in no article only the nearest that is no part of another. */
export const titleChain = <T>(chain: readonly T[], elementOf: (unit: T) => string): T[] => {
  const article = chain.findIndex((each) => citedWhole.has(elementOf(each)));
  if (article >= 0) return fromCited(chain.slice(0, article + 1), elementOf).reverse();
  const end = chain.findIndex((each) => !inCited.has(elementOf(each)));
  return chain.slice(0, (end < 0 ? 0 : end) + 1).reverse();
};
