import type { Scanner } from "./scanner.ts";

const latin = "bis|ter|quater|quinquies|sexies|septies|octies|nonies";
/** 611, 658a, 8:29, 9.14, 7A:1576h, 417bis; a capital may follow at once (`82Sr`: the law begins at the capital). */
const number = new RegExp(
  String.raw`((?:[1-9]\d{0,4}[Aa]?(?=[:.]\d)(?:[:.]\d{1,4}[a-z]?(?=[:.]\d))*[:.]\d{1,4}|[1-9]\d{0,4})(?:[a-z]?(?:${latin})|[A-Z](?![\p{L}\p{N}])|[a-z]{0,3}))(?![\p{Ll}\d°º])(?![:.]\d)`,
  "uy",
);
const roman = /([IVXLC]+[a-z]?(?:[.:]\d+)*)(?![\p{L}\p{N}])/uy;
/** What shows that a bare number counts something and is no article. */
const counted =
  /\s+(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|euro|procent|dagen|weken|maanden|jaar|jaren|uur|keer)(?!\p{L})|\s*%/iuy;

/** Reads one article number; Roman ones (amending acts) only where a keyword says that an article follows. */
export const readArticleNumber = (scanner: Scanner, hasKeyword: boolean): string | undefined =>
  scanner.attempt(() => {
    const text = scanner.take(number)?.[1] ?? (hasKeyword ? scanner.take(roman)?.[1] : undefined);
    if (!text) return undefined;
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
