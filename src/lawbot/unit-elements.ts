/** Elements whose labels make an address of their own; inside them labels are strung together, around them they are not. */
export const citedWhole: ReadonlySet<string> = new Set(["artikel", "enig-artikel", "section", "article"]);

/** Parts of those. */
export const inCited: ReadonlySet<string> = new Set([
  ..."lid li definitie-item specificatie-item".split(" "),
  ..."subsection paragraph subparagraph item point".split(" "),
]);

/** Those of a unit and the units around it, the unit first, whose labels make its address, outermost first. */
export const addressChain = <T>(chain: readonly T[], elementOf: (unit: T) => string): T[] => {
  const article = chain.findIndex((each) => citedWhole.has(elementOf(each)));
  const end = article >= 0 ? article : chain.findIndex((each) => !inCited.has(elementOf(each)));
  return chain.slice(0, (end < 0 ? 0 : end) + 1).reverse();
};
