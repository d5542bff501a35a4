import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { NumberRange } from "../citation/citation.ts";
import type { Finding, UnitQuery, UnitStep, UnitTree } from "./port/unit-query.ts";

/** Units one citation may name; a range over a whole book is a mistake or a wish for the whole text. */
export const unitsMax = 100;
const namedMax = 20;

/**
 * Finds what a query names: the article, then part by part downwards among its descendants, levels in between accepted.
 * Fails when a given part does not exist and when several units answer to it; nothing is guessed.
 */
export const findUnits = (law: UnitTree, query: UnitQuery): Finding => {
  let found = findArticles(law, query);
  for (const step of query.steps) {
    if (!("units" in found)) return found;
    if (found.units.length !== 1)
      return { message: `${query.part} names a part of a range of articles; name one article`, existing: [] };
    found = findPart(law, found.units[0] as Unit, step);
  }
  return found;
};

/** Numbers compare without case and degree sign, so that `sub 1` finds `1°`, and `7A` `7a`. */
const plain = (number: string): string => number.toLowerCase().replace(/[°.]+$/, "");

/** Whether a law has an article of the number that a query names, once or more often. */
export const hasArticle = (law: UnitTree, { elements, article }: UnitQuery): boolean =>
  law.canonical.units.some((unit) => elements.includes(unit.element) && plain(unit.number) === plain(article.number));

const findArticles = (law: UnitTree, query: UnitQuery): Finding => {
  const articles = law.canonical.units.filter((unit) => query.elements.includes(unit.element));
  const { number, through } = query.article;
  const first = articles.filter((unit) => plain(unit.number) === plain(number));
  const word = query.elements.includes("overweging") ? "recital" : "article";
  if (first.length === 0) return noArticle(law, articles, `${word} ${number}`);
  if (first.length > 1) return several(law, first, `${word} ${number}`);
  if (through === "") return { units: first };
  const last = articles.findLastIndex((unit) => plain(unit.number) === plain(through));
  if (last < 0) return noArticle(law, articles, `${word} ${through}`);
  const range = articles.slice(articles.indexOf(first[0] as Unit), last + 1);
  if (range.length === 0)
    return { message: `${word} ${through} stands before ${word} ${number}; turn the range round`, existing: [] };
  if (range.length > unitsMax)
    return { message: `the range holds ${range.length} articles; name at most ${unitsMax}`, existing: [] };
  return { units: range };
};

const noArticle = (law: UnitTree, articles: readonly Unit[], number: string): Finding => {
  const near = nearest(articles, number);
  return {
    message: `${law.version.docUid} has no ${number}${near.length > 0 ? `; near it are ${near.map((unit) => unit.number).join(", ")}` : ""}`,
    existing: near.map((unit) => law.address(unit)),
  };
};

/** The articles whose numbers are closest, in order of the text. */
const nearest = (articles: readonly Unit[], number: string): Unit[] => {
  const value = (text: string) => (text.match(/\d+/g) ?? []).reduce((sum, digits) => sum * 1000 + Number(digits), 0);
  const wanted = value(number);
  const byDistance = articles
    .filter((unit) => /\d/.test(unit.number))
    .map((unit, rank) => ({ unit, rank, distance: Math.abs(value(unit.number) - wanted) }))
    .sort((a, b) => a.distance - b.distance || a.rank - b.rank);
  return byDistance
    .slice(0, 5)
    .sort((a, b) => a.rank - b.rank)
    .map(({ unit }) => unit);
};

const several = (law: UnitTree, units: readonly Unit[], what: string): Finding => ({
  message: `${what} stands in ${units.length} places; cite the one you mean by its address here`,
  existing: units.slice(0, namedMax).map((unit) => law.address(unit)),
});

const findPart = (law: UnitTree, unit: Unit, step: UnitStep): Finding => {
  for (
    let level = [...law.children(unit)];
    level.length > 0;
    level = level.flatMap((each) => [...law.children(each)])
  ) {
    const like = level.filter((each) => step.elements.includes(each.element));
    const matches = like.filter((each) => plain(each.number) === plain(step.range.number));
    if (matches.length > 1) return several(law, matches, `${step.word} ${step.range.number}`);
    if (matches.length === 1) return inRange(law, like, matches[0] as Unit, step);
  }
  return noPart(law, unit, step);
};

const inRange = (law: UnitTree, like: readonly Unit[], first: Unit, { range, word }: UnitStep): Finding => {
  if (range.through === "") return { units: [first] };
  const siblings = like.filter((each) => each.parentPath === first.parentPath);
  const last = siblings.findIndex((each) => plain(each.number) === plain(range.through));
  const units = siblings.slice(siblings.indexOf(first), last + 1);
  if (units.length > 0) return { units };
  return {
    message: `${law.address(first)} is not followed by ${word} ${range.through}`,
    existing: siblings.slice(0, namedMax).map((each) => law.address(each)),
  };
};

const noPart = (law: UnitTree, unit: Unit, { elements, range, word }: UnitStep): Finding => {
  const parts = law.children(unit).filter((each) => elements.includes(each.element));
  const address = law.address(unit);
  const plural = word === "lid" ? "leden" : "onderdelen";
  if (parts.length === 0)
    return { message: `${address} has no ${plural}; cite it without ${rangeText(word, range)}`, existing: [address] };
  return {
    message: `${address} has no ${rangeText(word, range)}; it has ${parts
      .slice(0, namedMax)
      .map((each) => each.label)
      .join(", ")}`,
    existing: parts.slice(0, namedMax).map((each) => law.address(each)),
  };
};

const rangeText = (word: string, { number, through }: NumberRange): string =>
  `${word} ${number}${through && ` t/m ${through}`}`;
