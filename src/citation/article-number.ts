import { monthNames } from "#kit/months.ts";
import type { Scanner } from "./scanner.ts";

const latin = "bis|ter|quater|quinquies|sexies|septies|octies|nonies";
/** 611, 658a, 8:29, 9.14, 7A:1576h, 417bis; a capital may follow at once (`82Sr`: the law begins at the capital). */
const number = new RegExp(
  String.raw`((?:[1-9]\d{0,4}[Aa]?(?=[:.]\d)(?:[:.]\d{1,4}[a-z]?(?=[:.]\d))*[:.]\d{1,4}|[1-9]\d{0,4})(?:[a-z]?(?:${latin})|[A-Z](?![\p{L}\p{N}])|[a-z]{0,3}))(?![\p{Ll}\d°º])(?![:.]\d)`,
  "uy",
);
const roman = /([IVXLC]+[a-z]?(?:[.:]\d+)*)(?![\p{L}\p{N}])/uy;
/**
 * `10 bis van`, `22 b lid 2`: a Latin suffix that stands apart, and a letter that does where a lid follows, which no item
 * goes before. Any other letter behind a space is an item: `artikel 3 a van de wet` is item a of article 3.
 */
const lidBehind = String.raw`\s*,?\s+(?:lid|aanhef)(?!\p{L})|\s*,\s*(?:eerste|tweede|derde|vierde|vijfde|zesde|zevende|achtste|negende|tiende)\s+lid`;
const apart = new RegExp(String.raw`\s((?:${latin})(?![\p{L}\p{N}])|[a-z](?=${lidBehind}))`, "uy");
/** `7: 611`: a space that was typed behind the book. */
const spaced = /([1-9][Aa]?|10):\s([1-9]\d{0,3}[a-z]{0,2})(?![\p{L}\d:])/uy;
/**
 * Articles numbered with a letter in front: `F 2` of the Kieswet, `I-S102a`. A space stays, it is part of the number. The
 * Roman number of an amending act goes before its lid: `artikel II 2e lid`.
 */
const lettered =
  /((?:[IVX]{1,4}-)?(?![IVXLC]{2,}\s)[A-Z]{1,2}[ -]?(?!\d+(?:e|de|ste)\s)[1-9]\d{0,2}[a-z]?)(?![\p{L}\p{N}]|[:.]\d)/uy;
/** What shows that a bare number counts something and is no article. */
const counted = new RegExp(
  String.raw`\s+(?:${monthNames.nl.join("|")}|euro|procent|dagen|weken|maanden|jaar|jaren|uur|keer)(?!\p{L})|\s*%`,
  "iuy",
);

/** Reads one article number; Roman ones (amending acts) only where a keyword says that an article follows. */
export const readArticleNumber = (scanner: Scanner, hasKeyword: boolean): string | undefined =>
  scanner.attempt(() => {
    const pieces = hasKeyword ? scanner.take(spaced) : undefined;
    if (pieces) return `${pieces[1]?.toUpperCase()}:${pieces[2]}`;
    const text =
      scanner.take(number)?.[1] ?? (hasKeyword ? (scanner.take(lettered) ?? scanner.take(roman))?.[1] : undefined);
    if (!text) return undefined;
    if (hasKeyword && /^\d+$/.test(text)) {
      const letter = scanner.take(apart)?.[1];
      if (letter) return text + letter;
    }
    const end = scanner.at;
    if (!hasKeyword && scanner.take(counted)) return undefined;
    scanner.at = end;
    return text.replace(/^(\d+)a(?=:)/, "$1A");
  });

/** The end of a range takes the book or chapter of its start: `7:669-671b` ends at `7:671b`. */
export const withPrefixOf = (start: string, end: string): string => {
  const prefix = /^.*[:.]/.exec(start)?.[0];
  return prefix && !/[:.]/.test(end) ? prefix + end : end;
};
