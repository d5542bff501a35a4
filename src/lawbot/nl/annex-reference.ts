import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { LawNames } from "../../citation/known-law.ts";
import type { MachineReference } from "../port/citation-language.ts";
import { findSteps, several } from "../port/find-steps.ts";
import type { Finding, QueryFault, UnitStep, UnitTree } from "../port/unit-query.ts";
import { dutchNames } from "./dutch-names.ts";
import { locateDutch } from "./locate.ts";

/** Marks: `2`, `A`, `IV`, `1a`. */
const mark = String.raw`(?:\d{1,3}[a-z]?|[IVXLC]{1,6}|[A-Z])`;
const annex = new RegExp(
  String.raw`^\s*(?:de\s+|het\s+)?(bijlage|tabel)(?:\s+(${mark}))?(?![\p{L}\d])((?:\s*,?\s*(?:onderdeel|onder|sub|post|nummer)\s+[\p{L}\d][\p{L}\d.°]{0,11})*)\s*,?\s+(?:(?:behorende?\s+)?bij|van)\s+(?:(?:de|het)\s+)?(artikel(?:en)?\s)?(?=\S)`,
  "iu",
);
const part = /(onderdeel|onder|sub|post|nummer)\s+([\p{L}\d][\p{L}\d.°]*)/giu;
const annexElements: ReadonlySet<string> = new Set(["bijlage"]);
/** A table may be an annex of its own, or a division of one. */
const tableElements: ReadonlySet<string> = new Set(["bijlage", "divisie", "circulaire.divisie"]);
const itemElements = ["li", "definitie-item", "specificatie-item", "divisie"] as const;

/**
 * Reads `bijlage 2 bij de Wet X`, `Tabel I, post b.1, van de Wet Y`, `bijlage A, onder c, bij …`: an annex or a table of a law, whole or by an
 * item of it. Undefined for any other text. A fault where no law of that name is known, or where an annex is named by an article alone.
 */
export const readAnnex = (text: string, laws: readonly LawNames[]): MachineReference | QueryFault | undefined => {
  const [whole, word = "", number = "", parts = "", isOfArticle] = annex.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (isOfArticle) return { reason: "CITATION_INVALID", message: ofArticle, part: text.trim() };
  const name = text.slice(whole.length).replace(/[\s.;,]+$/, "");
  const match = dutchNames.table(laws).match(name, 0);
  const isNamed = match?.end === name.length && !match.law.among;
  const law = isNamed ? match.law.short : "";
  const citation = { kind: "statute" as const, law, lawRaw: isNamed ? "" : name, provisions: [], caseNumber: "" };
  const [fault] = isNamed ? [] : locateDutch(citation, laws);
  if (fault && "reason" in fault) return fault;
  const lawId = match?.law.books?.[match.book] ?? match?.law.id ?? "";
  if (!lawId) return { reason: "LAW_NOT_FOUND", message: notHere(name), part: text.trim() };
  const found = { citation, start: 0, end: text.length, spots: [] };
  const named = { word: word.toLowerCase(), number, marks: [...parts.matchAll(part)].map(([, , each = ""]) => each) };
  return { lawId, found, inForceOn: "", knownOn: "", find: (tree) => findAnnex(tree, named) };
};

const ofArticle =
  "an annex is cited by its own mark and its law, as in bijlage 2 bij de Wet X; leave the article out that it belongs to";
const notHere = (name: string): string =>
  `"${name}" is no regulation of the Basiswettenbestand with annexes of its own; name the book or the regulation`;

interface NamedAnnex {
  readonly word: string;
  readonly number: string;
  readonly marks: readonly string[];
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const findAnnex = (law: UnitTree, { word, number, marks }: NamedAnnex): Finding => {
  const isTable = word === "tabel";
  const all = law.canonical.units.filter(
    ({ element, label }) =>
      (isTable ? tableElements : annexElements).has(element) && (!isTable || /^tabel/i.test(label)),
  );
  const found = all.filter((unit) => (number === "" ? all.length === 1 : same(unit.number, number)));
  const [only, another] = found;
  const what = `${word} ${number}`.trim();
  if (another) return several(law, found, what);
  if (!only) return none(law, all, what);
  return marks.length === 0 ? { units: [only] } : findMarks(law, only, marks);
};

/** `post b.1` is the item of that mark, or item 1 of item b. */
const findMarks = (law: UnitTree, unit: Unit, marks: readonly string[]): Finding => {
  const whole = findSteps(law, unit, marks.map(stepOf));
  const taken = marks.flatMap((each) => each.split(".").filter(Boolean));
  if ("units" in whole || taken.length === marks.length) return whole;
  return findSteps(law, unit, taken.map(stepOf));
};

const stepOf = (number: string): UnitStep => ({
  elements: itemElements,
  range: { number, through: "" },
  word: "onder",
});

const shownMax = 20;

const none = (law: UnitTree, all: readonly Unit[], what: string): Finding => ({
  message: `${law.version.docUid} has no ${what} that is told apart so${
    all.length > 0
      ? `; it has ${all
          .slice(0, shownMax)
          .map(({ label }) => label)
          .join(", ")}`
      : ""
  }`,
  existing: all.slice(0, shownMax).map((unit) => law.address(unit)),
});
