import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { findSteps, plainMark, several } from "./port/find-steps.ts";
import type { Finding, UnitQuery, UnitTree } from "./port/unit-query.ts";

/** Units one citation may name; a range over a whole book is a mistake or a wish for the whole text. */
export const unitsMax = 100;

/**
 * Finds what a query names: the article, then part by part downwards among its descendants, levels in between accepted.
 * Fails when a given part does not exist and when several units answer to it; nothing is guessed.
 */
export const findUnits = (law: UnitTree, query: UnitQuery): Finding => {
  const found = findArticles(law, query);
  const [only, another] = "units" in found ? found.units : [];
  if (!only || query.steps.length === 0) return found;
  if (another) return { message: `${query.part} names a part of a range of articles; name one article`, existing: [] };
  return findSteps(law, only, query.steps, query.part);
};

/** Whether a law has an article of the number that a query names, once or more often. */
export const hasArticle = (law: UnitTree, { elements, article }: UnitQuery): boolean =>
  law.canonical.units.some(
    (unit) => elements.includes(unit.element) && plainMark(unit.number) === plainMark(article.number),
  );

const findArticles = (law: UnitTree, query: UnitQuery): Finding => {
  const articles = law.canonical.units.filter((unit) => query.elements.includes(unit.element));
  const { number, through } = query.article;
  const first = articles.filter((unit) => plainMark(unit.number) === plainMark(number));
  const word = query.elements.includes("overweging") ? "recital" : "article";
  if (first.length === 0) return noArticle(law, articles, `${word} ${number}`);
  if (first.length > 1) return several(law, first, `${word} ${number}`);
  if (through === "") return { units: first };
  const last = articles.findLastIndex((unit) => plainMark(unit.number) === plainMark(through));
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
