/** Elements whose labels make an address of their own; inside them labels are strung together, around them they are not. */
export const citedWhole: ReadonlySet<string> = new Set(["artikel", "enig-artikel", "section", "article"]);

/** Parts of those. */
export const inCited: ReadonlySet<string> = new Set([
  ..."lid li definitie-item specificatie-item".split(" "),
  ..."subsection paragraph subparagraph item point".split(" "),
]);

/**
 * Those of a unit and the units around it, the unit first, whose labels make its address, outermost first. An article is
 * named whatever stands around it; anything else by all that does, since sections and items are numbered anew in each.
 */
export const addressChain = <T>(chain: readonly T[], elementOf: (unit: T) => string): T[] => {
  const article = chain.findIndex((each) => citedWhole.has(elementOf(each)));
  return (article < 0 ? [...chain] : chain.slice(0, article + 1)).reverse();
};

/** Those whose labels begin its title in search: of a unit in no article only the nearest that is no part of another. */
export const titleChain = <T>(chain: readonly T[], elementOf: (unit: T) => string): T[] => {
  const article = chain.findIndex((each) => citedWhole.has(elementOf(each)));
  const end = article >= 0 ? article : chain.findIndex((each) => !inCited.has(elementOf(each)));
  return chain.slice(0, (end < 0 ? 0 : end) + 1).reverse();
};
