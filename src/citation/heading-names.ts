import { monthNames, monthOf } from "#kit/months.ts";

/** A date in words, as headings and citations write it: `8 juni 2005`. */
export const dateInWords = String.raw`(\d{1,2})\s+(${monthNames.nl.join("|")})\s+(\d{4})`;

/** The ISO date of three matched parts of `dateInWords`. */
export const isoOf = (day: string, month: string, year: string): string =>
  `${year}-${String(monthOf(month.toLowerCase())).padStart(2, "0")}-${day.padStart(2, "0")}`;

/** Longest heading that may serve as a name among others: citation titles are short, official headings a paragraph. */
const titleLengthMax = 80;
const bracketedMax = 200;
const kinds =
  "rijkswet|wet|koninklijk besluit|besluit|regeling|verordening|beschikking|beleidsregels|beleidsregel|circulaire";
const dated = new RegExp(
  String.raw`^(${kinds})(?:\s+(?:van|door)\s[^\d;]{3,200}?|\s+d\.d\.|)\s*,?\s*(?:van|d\.d\.)\s+${dateInWords}(?:\s*\[[^\]]*\])?\s*,?\s*`,
  "iu",
);
const rules = String.raw`(?:(?:de\s+)?vaststelling\s+van\s+)?(?:(?:een|de|nieuwe|nadere|algemene|enige|enkele|tijdelijke|bijzondere)\s+)*(?:regels|regelen|bepalingen|voorschriften|voorzieningen|regeling)\s+(?:inzake|omtrent|betreffende|over|voor|van|ter\s+zake\s+van|terzake\s+van|met\s+betrekking\s+tot|ten\s+aanzien\s+van|met\s+het\s+oog\s+op)\s+`;
const laidDown = /^(?:(?:houdende|tot)\s+)?(?:de\s+)?vaststelling\s+van\s/iu;
const upToDate = new RegExp(String.raw`\s*,?\s+van\s+${dateInWords}.*$`, "isu");
const about = new RegExp(
  String.raw`^(?:(?:houdende|tot|inzake|betreffende|omtrent)\s+)?(?:${rules}|(?:de\s+)?vaststelling\s+van\s+|)(?:(?:de|het)\s+)?`,
  "iu",
);

/** What an official heading tells about an act: its kind in lower case, the day it was made, and the words behind the date. */
export interface DatedHeading {
  readonly kind: string;
  readonly made: string;
  readonly rest: string;
}

/** Takes `Wet van 8 juni 2005, …` or `Regeling van de Minister van … van 9 mei 2000, nr. …` apart; undefined for any other. */
export const datedHeading = (heading: string): DatedHeading | undefined => {
  const match = dated.exec(heading);
  if (!match) return undefined;
  const [whole, kind = "", day = "", month = "", year = ""] = match;
  return { kind: kind.toLowerCase(), made: isoOf(day, month, year), rest: heading.slice(whole.length) };
};

/** The last brackets of a heading, those inside them included: `(Verordening heffing dieren (PVV) 2004)`. */
const lastBrackets = (heading: string): string | undefined => {
  const text = heading.replace(/[\s.;]+$/, "");
  if (!text.endsWith(")")) return undefined;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(" && --depth === 0) return text.slice(at + 1, -1).trim();
  }
  return undefined;
};

const noun =
  /(?:wet|wetboek|besluit|reglement|regeling|verordening|maatregel|beschikking|statuut|voorschrift|voorschriften|verdrag|overeenkomst|protocol|code|grondwet|beleidsregels?|circulaire|richtlijn)(?=\s|\d|$)/i;

/** Brackets that say whose list or which print it is. */
const notTitles =
  /^(?:ministerie|\p{L}*universiteit|staatsblad|staatscourant|tractatenblad|stb|stcrt|trb|herdruk)(?!\p{L})/iu;

/**
 * The names that an official heading holds, to be read like a title of its own: the last brackets (`… (Zorgverzekeringswet)`),
 * what it establishes (`… tot vaststelling van de Schepenwet`), what stands behind its last semicolon, and a heading that is
 * short itself. Brackets in lower case count only where they name a kind of law: "(herdruk)" does not.
 */
export const namesInHeading = (heading: string): string[] => {
  const inside = lastBrackets(heading) ?? "";
  // A place or a ministry in brackets names no law: "(Nederland)", "(Defensie)".
  const isKind = noun.test(inside) || /^\p{Lu}\p{L}*\p{Lu}[\p{L}\d/-]*(?:\s+(?:1[89]|20)\d\d)?$/u.test(inside);
  const isTitle = !notTitles.test(inside) && isKind && (/^\p{Lu}/u.test(inside) || inside.split(/\s+/).length > 2);
  const bracketed = isTitle && inside.length > 4 && inside.length <= bracketedMax ? inside : "";
  // What is laid down bears the name; behind any preposition but "tot" another act's laying down is only mentioned.
  const made =
    /(?<!\b(?:met|na|bij|door|over|voor|van|wegens)\s+(?:de\s+)?)\bvaststelling van (?:de|het|een) (?:nieuwe? )?(\p{L}[\p{L}\p{N} -]{4,159})(?= \([^()]*\)\s*$|$)/iu.exec(
      heading,
    )?.[1];
  const behind = /;\s*(\p{L}[^;()]{7,160}?)[.\s]*$/u.exec(heading)?.[1] ?? "";
  return [
    heading.length <= titleLengthMax ? heading : "",
    bracketed,
    made && /(?:wet|besluit|reglement|regeling)(?:\s|$)/i.test(made) ? made : "",
    noun.test(behind.split(/\s+/)[0] ?? "") ? behind : "",
    inBooks(heading),
  ].filter(Boolean);
};

/** `Burgerlijk Wetboek BES Boek 2` is cited as `Boek 2 van het Burgerlijk Wetboek BES`. */
const inBooks = (heading: string): string => {
  const match = /^(\p{Lu}[\p{L} ]{3,60}) Boek (\d+[A-Z]?)$/u.exec(heading);
  return match ? `Boek ${match[2]} van het ${match[1]}` : "";
};

/** Letters of a heading's description that anyone writes out. */
const describedMax = 240;

/**
 * What a law may be called by the words of its heading, where nothing closer is known: its kind with what it is about (`Wet
 * van 15 december 1995, houdende vermindering afdracht …` is the `Wet vermindering afdracht …`); for a heading without a
 * date the heading in full, up to its last brackets, and a treaty's up to its date. A dated heading in full is found by its date.
 */
export const namesByHeading = (heading: string): string[] => {
  const inside = lastBrackets(heading) ?? "";
  // Brackets that tell two laws of one heading apart, such as "(Defensie)" or "(2)", stay.
  const isName = /^\p{Lu}{3,}$/u.test(inside) || noun.test(inside) || /verdrag|overeenkomst|protocol/i.test(inside);
  const whole = isName ? heading.slice(0, heading.lastIndexOf(`(${inside}`)).trim() : heading;
  const parts = datedHeading(whole);
  if (parts) {
    const description = parts.rest.replace(/^nr\.?\s[^,]{1,60},\s*/i, "");
    const rest = description.replace(about, "");
    if (rest === "" || rest.length > describedMax) return [];
    // "… betreffende de Wet X" is about that act; only what is laid down bears the name.
    const isLaidDown = laidDown.test(description) && noun.test(rest.split(/\s+/)[0] ?? "");
    return [isLaidDown ? rest : `${parts.kind} ${rest}`];
  }
  const undated = whole.replace(upToDate, "");
  return [...new Set([heading, whole, undated])].filter((name) => name.length > titleLengthMax || name !== heading);
};
