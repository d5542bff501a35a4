import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import {
  type Juriconnect,
  type JuriconnectPart,
  looksLikeJuriconnect,
  parseJuriconnect,
  renderJuriconnect,
} from "../../citation/juriconnect.ts";
import { citationOf } from "../../citation/juriconnect-citation.ts";
import type { LawNames } from "../../citation/known-law.ts";
import type { MachineReference, NamedVersion } from "../port/citation-language.ts";
import type { QueryFault } from "../port/unit-query.ts";
import { isArticle, isItem } from "./bwb/elements.ts";
import { dutchNames } from "./dutch-names.ts";
import { findReferenced } from "./juriconnect-units.ts";

/** Reads a text that as a whole is a Juriconnect reference; undefined for any other, a fault for one that is broken. */
export const readJuriconnect = (text: string, laws: readonly LawNames[]): MachineReference | QueryFault | undefined => {
  if (!looksLikeJuriconnect(text)) return undefined;
  const reference = parseJuriconnect(text);
  if ("wrong" in reference) return { reason: "CITATION_INVALID", message: reference.wrong, part: "" };
  const { lawId, parts, dates } = reference;
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const citation = citationOf(reference, { register: dutchNames, laws });
  return {
    lawId,
    found: { citation, start, end, spots: citation.provisions.map(() => ({ start, end })) },
    // A period alone names no version; the day asked for must then lie in it.
    inForceOn: dates.g ?? "",
    knownOn: dates.z ?? "",
    ...(dates.g ? {} : { from: dates.s ?? "", through: dates.e ?? "" }),
    find: (law) => findReferenced(law, withoutBook(lawId, parts)),
  };
};

/** Some write the article as lawyers do, with its book in front, in a regulation that is that book. */
const withoutBook = (lawId: string, parts: readonly JuriconnectPart[]): JuriconnectPart[] => {
  const prefix = `${dutchNames.bookOf(lawId)}:`;
  return parts.map((part) =>
    part.name === "artikel" && prefix !== ":" && part.value.startsWith(prefix)
      ? { name: part.name, value: part.value.slice(prefix.length) }
      : part,
  );
};

/**
 * The reference of a unit in one version, `chain` being the unit and those around it, outermost first. The view date is the
 * day since when the text was known, where that is later than its first day: between the two another text was taken for
 * it. Units without a number are left out, as the official references do; what is left may name another unit.
 */
export const juriconnectOf = ({ lawId, validFrom, label, knownFrom }: NamedVersion, chain: readonly Unit[]): string => {
  if (!/^BWB[RV]\d{7}$/.test(lawId)) return "";
  const viewed = knownFrom > validFrom ? knownFrom : validFrom;
  // A later text for the same day, and no register that says since when: only today's view is sure to be it.
  const isLater = knownFrom === "" && /_[1-9]\d*$/.test(label);
  const dates: Juriconnect["dates"] = isLater ? { g: validFrom } : { z: viewed, g: validFrom };
  return renderJuriconnect({ version: "1.3", type: "c", lawId, parts: partsOf(chain), dates });
};

/** Units that there is one of, which the official links name without a number. */
const named = new Set(["bijlage", "wetsluiting"]);

const partsOf = (chain: readonly Unit[]): JuriconnectPart[] => {
  const parts: JuriconnectPart[] = [];
  for (const { element, number, flags } of chain) {
    if (flags.includes("generated-number") || (number === "" && !named.has(element))) continue;
    // The standard keeps the degree sign of `1°`; the official data leave it out, and either is found.
    parts.push({ name: nameOf(element), value: isItem(element) ? number.replace(/°$/, "") : number });
  }
  return parts;
};

const nameOf = (element: string): string => (isArticle(element) ? "artikel" : isItem(element) ? "o" : element);
