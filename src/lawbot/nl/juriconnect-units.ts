import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { JuriconnectPart } from "../../citation/juriconnect.ts";
import type { Finding, UnitTree } from "../port/unit-query.ts";

/** Elements that a part may stand for, where it is not the element of its own name. */
const elementsOf: Readonly<Record<string, readonly string[]>> = {
  artikel: ["artikel", "enig-artikel"],
  o: ["li", "definitie-item", "specificatie-item"],
};
/** Parts of an article: the nearest one is meant, since lists inside lists begin at a again. */
const inner = new Set(["lid", "o"]);
/** Parts that name nothing that has an address here. */
const placeless = new Set(["aanwijzing", "inhoudsopgave", "verdragtekst", "wijzig-artikel"]);
const namedMax = 20;

/**
 * The units that the parts of a reference name, found part by part among the descendants of the one before: levels may be
 * skipped, as the official links do. Fails when a part does not exist and when several units answer to it.
 */
export const findReferenced = (law: UnitTree, parts: readonly JuriconnectPart[]): Finding => {
  let at: readonly Unit[] = [];
  for (const [index, part] of parts.entries()) {
    const isListed = part.name === "lid" && parts[index - 1]?.name === "lid";
    const around = isListed ? parentsOf(law, at) : at;
    const finding = findPart(law, around, part, index === 0);
    if (!("units" in finding)) return finding;
    at = isListed ? [...at, ...finding.units] : finding.units;
  }
  if (at.length > 0) return { units: at };
  return {
    message: `it names ${law.version.lawId} as a whole; add what is meant of it, such as &artikel=1, or read the whole text`,
    existing: [],
  };
};

const parentsOf = (law: UnitTree, units: readonly Unit[]): Unit[] =>
  [...new Set(units.map((unit) => unit.parentPath))].flatMap((path) => law.unit(path) ?? []);

const findPart = (law: UnitTree, around: readonly Unit[], part: JuriconnectPart, isFirst: boolean): Finding => {
  if (placeless.has(part.name))
    return { message: `${part.name} has no address of its own here; leave it out`, existing: [] };
  const elements = elementsOf[part.name] ?? [part.name];
  const named = (unit: Unit) => elements.includes(unit.element) && plain(unit.number) === plain(part.value);
  const candidates = isFirst
    ? law.canonical.units.filter(named)
    : inner.has(part.name)
      ? nearest(law, around, named)
      : descendants(law, around).filter(named);
  if (candidates.length === 1) return { units: candidates };
  const where = around[0] ? law.address(around[0]) : law.version.docUid;
  if (candidates.length > 1)
    return {
      message: `${part.name} ${part.value} stands in ${candidates.length} places of ${where}; name the part around it`,
      existing: candidates.slice(0, namedMax).map((unit) => `${law.address(unit)} (${unit.path})`),
    };
  const like = (isFirst ? law.canonical.units : descendants(law, around)).filter((unit) =>
    elements.includes(unit.element),
  );
  return {
    message: `${where} has no ${part.name} ${part.value}${like.length > 0 ? "" : `, and no ${part.name} at all`}`,
    existing: closest(like, part.value).map((unit) => law.address(unit)),
  };
};

/** Case, spaces, a degree sign and punctuation do not count: `P_25` finds `P25`, `o=1` finds `1°`. */
const plain = (number: string): string =>
  number
    .toLowerCase()
    .replace(/\s*\(oud\)$/, "")
    .replace(/\s+/g, "")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

const descendants = (law: UnitTree, units: readonly Unit[]): Unit[] =>
  units.flatMap((unit) => {
    const children = law.children(unit);
    return [...children, ...descendants(law, children)];
  });

/** The matches on the first level below that has any. */
const nearest = (law: UnitTree, around: readonly Unit[], named: (unit: Unit) => boolean): Unit[] => {
  for (let level = childrenOf(law, around); level.length > 0; level = childrenOf(law, level)) {
    const found = level.filter(named);
    if (found.length > 0) return found;
  }
  return [];
};

const childrenOf = (law: UnitTree, units: readonly Unit[]): Unit[] => units.flatMap((unit) => [...law.children(unit)]);

/** Some of what does exist, around the number that was asked for. */
const closest = (like: readonly Unit[], asked: string): Unit[] => {
  const wanted = Number.parseInt(/\d+/.exec(asked)?.[0] ?? "", 10) || 0;
  const distance = (unit: Unit) => Math.abs((Number.parseInt(/\d+/.exec(unit.number)?.[0] ?? "", 10) || 0) - wanted);
  const near = new Set([...like].sort((a, b) => distance(a) - distance(b)).slice(0, 5));
  return like.filter((unit) => near.has(unit));
};
