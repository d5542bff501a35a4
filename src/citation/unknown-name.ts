import { endsTitle } from "./name-borders.ts";
import type { Scanner } from "./scanner.ts";

const kind =
  /(?:wet|wetboek|besluit|reglement|regeling|verordening|maatregel|beschikking|statuut|verdrag|beleidsregels?|circulaire|richtlijn|voorschriften)$/iu;
/**
 * A word of a title: also `W.V.O.` and `v.w.o.-h.a.v.o.`, a year or two of them (`2003/2004`, `1940-1945`), and `(PVV)` in front of a
 * year.
 */
const word =
  /\s?((?:\p{Lu}\.){2,}(?:\p{Lu}(?!\p{L}))?|(?:\p{Ll}\.){2,}(?:-(?:\p{Ll}\.)+)*|\p{L}[\p{L}\p{N}'’/-]*|-\p{Ll}{3,}|\((?:re|her)\)\p{L}+|\(\p{Lu}{2,6}\)(?=\s(?:1[89]|20)\d\d)|(?:1[89]|20)\d\d(?:(?:\/|\s?[-–]\s?)(?:(?:1[89]|20)\d\d))?)/uy;
/** What a title lists: `Regeling preventie, bestrijding en monitoring van …`, `Wet … Bonaire, Sint Eustatius en Saba`. */
const listed =
  /(?:,\s\p{Ll}[\p{L}-]*)+\s+en\s+\p{Ll}[\p{L}-]*|(?:,\s(?!\p{L}*(?:wet|besluit|regeling|verordening)(?!\p{L}))\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)?)+\s+en\s+\p{Lu}[\p{L}-]*/uy;
/** A kind of law a few words behind the capital: `Algemeen militair ambtenarenreglement`, `Organisatie-, mandaat- en volmachtbesluit`. */
const kindAhead = /(?:-?,?\s(?:\p{Ll}[\p{L}-]*-,\s)?(?:en\s)?\p{Ll}[\p{L}-]*){1,3}/uy;
/** Words that join two others of a title, and end none. */
const joins =
  /^(?:op|van|voor|inzake|tot|en|de|het|in|bij|aan|der|des|den|ter|tegen|ten|door|met|over|tussen|om|te|uit|of)$/u;
/** What goes on with capitals beside a capital: `Handvest der Verenigde Naties`. */
const amongCapitals = /^(?:\p{Lu}|\(\p{Lu}|(?:1[89]|20)\d\d|(?:op|van|voor|inzake|tot|en|de|het|der|des|den)$)/u;
/** Words of an unknown law that are told to a person. */
const wordsMax = 14;

/** Whether a word is a kind of law or ends with one: `wet`, `Rechtspositiebesluit`. */
export const isKindOfLaw = (written: string): boolean => kind.test(written);

/** Whether the words of an unknown law are a title of their own: a kind of law with a capital. */
export const isLawTitle = (words: string): boolean => /^\p{Lu}/u.test(words) && kind.test(words.split(" ")[0] ?? "");

/**
 * The words that name an unknown law from this place on, as far as a title goes: `Wet op de lijkbezorging`. A title that begins
 * with a kind of law, or comes to one soon, goes on through small letters until a word of the sentence; any other name
 * goes on as long as capitals do. "" where none stands here.
 */
export const unknownName = (scanner: Scanner): string => {
  const start = scanner.at;
  const ahead = endOfKind(scanner);
  const first = ahead ?? scanner.take(word)?.[1];
  if (first === undefined) return "";
  let isTitle = ahead !== undefined || (/^\p{Lu}/u.test(first) && kind.test(first));
  let end = scanner.at;
  for (let count = 1; count < wordsMax; count++) {
    if (isTitle && scanner.take(listed)) end = scanner.at;
    const next = scanner.take(word)?.[1];
    if (next === undefined || (isTitle ? !goesOnWith(scanner, next) : !amongCapitals.test(next))) break;
    isTitle ||= /^\p{Lu}/u.test(next) && kind.test(next);
    if (!joins.test(next)) end = scanner.at;
  }
  scanner.at = end;
  return scanner.text.slice(start, end).replace(/\s+/g, " ").trim();
};

/** A title's words that end in a kind of law without being one by its first; takes them. */
const endOfKind = (scanner: Scanner): string | undefined =>
  scanner.attempt(() => {
    const first = /^\p{Lu}/u.test(scanner.text[scanner.at] ?? "") ? scanner.take(word)?.[1] : undefined;
    if (first === undefined || kind.test(first)) return undefined;
    const from = scanner.at;
    const few = scanner.take(kindAhead)?.[0] ?? "";
    let length = 0;
    for (const one of few.matchAll(/\p{Ll}[\p{L}-]*/gu)) {
      if (!joins.test(one[0]) && endsTitle(one[0])) return undefined;
      if (!kind.test(one[0])) continue;
      length = one.index + one[0].length;
      break;
    }
    if (length === 0) return undefined;
    scanner.at = from + length;
    return first + few.slice(0, length);
  });

/** Whether a title goes on with this word, which was just taken: `ter` only as titles have it, in front of a noun. */
const goesOnWith = (scanner: Scanner, next: string): boolean =>
  next === "ter" ? /^\s\p{Ll}{4,}/u.test(scanner.text.slice(scanner.at, scanner.at + 8)) : !endsTitle(next);
