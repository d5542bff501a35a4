import type { LawTextBuilder } from "../text/law-text-builder.ts";
import { capitalised, plainNumber, type UnitCustoms } from "../text/unit-customs.ts";
import type { ActNote, ActPart, ActTree } from "./act-tree.ts";
import { isRomanOrNumber } from "./numbers.ts";

/** Segments of paths, as the official addresses of Dutch statutes have them: citations and bindings find their way by these. */
const segments: Readonly<Record<string, string>> = { li: "Onderdeel", preamble: "Aanhef" };

const labels: Readonly<Record<string, string>> = {
  artikel: "art.",
  lid: "lid",
  li: "onder",
  overweging: "overweging",
  preamble: "aanhef",
  bijlage: "bijlage",
};
const single = new Set(["intitule", "preamble", "enig-artikel", "slot", "bijlage"]);

/** Parts of acts of the Union under the names by which Dutch lawyers cite them: `art. 7 lid 1 onder a`, `overweging 4`. */
export const euCustoms: UnitCustoms = {
  labelOf(element, number, headingLabel) {
    if (element === "enig-artikel") return "enig artikel";
    const word = labels[element];
    if (word) return `${word} ${number}`.trim();
    return headingLabel || `${element} ${number}`.trim();
  },
  segmentOf: (element) => segments[element] ?? capitalised(element),
  isSingle: (element) => single.has(element),
  numberOf: (element, written) =>
    element === "li" || element === "lid" || element === "overweging" ? plainNumber(written) : lastNumber(written),
  prefixOf: (_, written) => written,
  // The file is the act of one day: what was repealed by then is not in it.
  isRepealed: () => false,
  isNotInForce: () => false,
};

/** `Article 7` is numbered `7`, `CHAPTER II` `II`; words alone are no number. */
const lastNumber = (written: string): string => {
  const last = written.trim().split(/\s+/).at(-1) ?? "";
  return isRomanOrNumber(plainNumber(last)) ? plainNumber(last) : "";
};

/** Writes an act: lines and units in order, each footnote behind the part that it stands in. `notes` are words by key. */
export const writeAct = (tree: ActTree, builder: LawTextBuilder, notes: ReadonlyMap<string, string>): void => {
  for (const part of tree.parts) write(part, builder, notes, false);
};

const write = (
  part: string | ActNote | ActPart,
  builder: LawTextBuilder,
  notes: ReadonlyMap<string, string>,
  isInArticle: boolean,
): void => {
  if (typeof part === "string") return void builder.line(part);
  if (!("element" in part)) return void builder.note(part.key ? (notes.get(part.key) ?? "") : part.words);
  const [first = "", ...others] = part.heading;
  const number = euCustoms.numberOf(part.element, part.number || first);
  const isArticle = part.element === "artikel";
  const element = isArticle && number === "" ? "enig-artikel" : part.element;
  // Articles are numbered through the whole act, and cited so, whatever division they stand in.
  const path = isArticle && number && !isInArticle ? `/Artikel${number.replace(/[/#]/g, "-")}` : "";
  builder.openUnit(element, path, "");
  if (part.number) builder.number(part.number);
  if (first) builder.heading(first, part.number || first, [first, ...others].join(" "));
  for (const each of part.inside) write(each, builder, notes, isInArticle || isArticle || part.element === "bijlage");
  builder.closeUnit();
};
