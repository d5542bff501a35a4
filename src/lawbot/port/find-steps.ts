import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { NumberRange } from "../../citation/citation.ts";
import type { Finding, UnitStep, UnitTree } from "./unit-query.ts";

/** Units that a message names. */
const namedMax = 20;

/** Numbers compare without case and degree sign, so that `sub 1` finds `1°`, and `7A` `7a`. */
export const plainMark = (number: string): string => number.toLowerCase().replace(/[°.]+$/, "");

/** Finds the way down from a unit, step by step. `part` is what the way is called where a step names several units. */
export const findSteps = (law: UnitTree, unit: Unit, steps: readonly UnitStep[], part = law.address(unit)): Finding => {
  let found: Finding = { units: [unit] };
  for (const step of steps) {
    if (!("units" in found)) return found;
    if (found.units.length !== 1)
      return { message: `${part} names a part of a range of articles; name one article`, existing: [] };
    found = findPart(law, found.units[0] as Unit, step);
  }
  return found;
};

/** What is told where a number stands in several places. */
export const several = (law: UnitTree, units: readonly Unit[], what: string): Finding => ({
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
    const matches = like.filter((each) => plainMark(each.number) === plainMark(step.range.number));
    if (matches.length > 1) return several(law, matches, `${step.word} ${step.range.number}`);
    if (matches.length === 1) return inRange(law, like, matches[0] as Unit, step);
  }
  return noPart(law, unit, step);
};

const inRange = (law: UnitTree, like: readonly Unit[], first: Unit, { range, word }: UnitStep): Finding => {
  if (range.through === "") return { units: [first] };
  const siblings = like.filter((each) => each.parentPath === first.parentPath);
  const last = siblings.findIndex((each) => plainMark(each.number) === plainMark(range.through));
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
