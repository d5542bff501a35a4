import type { Citation, FoundCitation, Pinpoint, Provision } from "./citation.ts";
import { type Juriconnect, type JuriconnectPart, parseJuriconnect } from "./juriconnect.ts";
import type { LawNames } from "./known-law.ts";
import type { NameRegister } from "./name-register.ts";

/** The register of names and the laws that add theirs to it. */
export interface KnownNames {
  readonly register: NameRegister;
  readonly laws: readonly LawNames[];
}

/** References as they stand in running text: no spaces inside, no full stop or bracket behind. */
const inText =
  /(?<![\p{L}\p{N}:.])(?:jci1\.(?:0|1|31|3)|1\.[01]):[cv]:(?:BWB:)?BWB[RV]\d{7}(?:&(?:amp;)?[a-z][a-z.-]{0,39}=[^\s&<>"'|,;)\]]{0,128})*/gu;
const behind = /[.:!?]+$/;

/**
 * The citation in words that a reference stands for: the law, the article with the book it is cited by, leden and items.
 * Containers only say where the article stands, and annexes have no words: such a reference has no provisions. A law
 * nobody knows by name leaves its id in `lawRaw`.
 */
export const citationOf = (reference: Juriconnect, names: KnownNames): Citation => {
  const law = nameOf(reference.lawId, names);
  const articles = reference.parts.filter(({ name }) => name === "artikel").map(({ value }) => value);
  const pinpoint = pinpointOf(reference.parts);
  const provisions = articles.map((value): Provision => {
    const former = /\s*\(oud\)$/i;
    const book = names.register.bookOf(reference.lawId);
    const number = value.replace(former, "").replace(/\s+/g, "");
    return {
      relation: "and",
      number: book && !number.includes(":") ? `${book}:${number}` : number,
      through: "",
      andFollowing: false,
      former: former.test(value),
      pinpoints: pinpoint ? [pinpoint] : [],
    };
  });
  return { kind: "statute", law, lawRaw: law ? "" : reference.lawId, provisions, caseNumber: "" };
};

/** The name in the law table; "" where no table and no loaded law has one, or another law has the name. */
const nameOf = (lawId: string, { register, laws }: KnownNames): string => {
  const loaded = laws.find((each) => each.lawId === lawId) ?? { lawId, title: "", citationTitle: "" };
  const short = register.shortName(loaded);
  const table = register.table(laws);
  const known = table.byShort(short);
  if (known && (known.id === lawId || Object.values(known.books ?? {}).includes(lawId))) return short;
  return table.byId(lawId)?.short ?? "";
};

/** Leden are listed (`&lid=1&lid=2`), items nest (`&o=b&o=2°`). */
const pinpointOf = (parts: readonly JuriconnectPart[]): Pinpoint | undefined => {
  const paragraphs = parts.filter(({ name }) => name === "lid").map(({ value }) => ({ number: value, through: "" }));
  const marks = parts.filter(({ name }) => name === "o").map(({ value }) => value);
  if (paragraphs.length === 0 && marks.length === 0) return undefined;
  const items = marks.length > 0 ? [{ marks, through: "" }] : [];
  return { relation: "and", paragraphs, introductory: false, items, sentences: [] };
};

/** The references that stand in a text, as citations. A text that is one as a whole may hold spaces in its values. */
export const juriconnectsIn = (text: string, names: KnownNames): FoundCitation[] => {
  const at = (raw: string, start: number): FoundCitation[] => {
    const reference = parseJuriconnect(raw);
    if ("wrong" in reference) return [];
    const citation = citationOf(reference, names);
    const end = start + raw.length;
    return [{ citation, start, end, spots: citation.provisions.map(() => ({ start, end })) }];
  };
  const whole = text.trim();
  const found = whole ? at(whole, text.indexOf(whole)) : [];
  if (found.length > 0) return found;
  return [...text.matchAll(inText)].flatMap((match) => at(match[0].replace(behind, ""), match.index));
};

/** Citations in words and references together, in order; a reference wins over the numbers that could be read inside it. */
export const withJuriconnects = (
  text: string,
  citations: readonly FoundCitation[],
  names: KnownNames,
): FoundCitation[] => {
  if (!/BWB[RV]\d/.test(text)) return [...citations];
  const references = juriconnectsIn(text, names);
  const apart = citations.filter(
    (each) => !references.some((other) => each.start < other.end && other.start < each.end),
  );
  return [...references, ...apart].sort((a, b) => a.start - b.start || b.end - a.end);
};
