import { codePointLength } from "../../span/code-points.ts";
import type { FullTextHit } from "../full-text-index.ts";
import type { FoundWords } from "../postings/clause-matches.ts";
import { analyseUnstemmed } from "../words/analysis.ts";
import { readingsOf, SurfaceScanner } from "../words/surfaces.ts";

/** Characters of text shown around a match (UTF-16 units), and how many of them before it. */
const snippetMax = 240;
const snippetLead = 60;

/** What hits show of their bodies: the text around the first match, or its beginning where the body has none. */
export const viewer = (found: FoundWords): ((body: string) => Pick<FullTextHit, "snippet" | "matchStart">) => {
  const firstMatch = matchFinder(found);
  return (body) => {
    const match = firstMatch(body);
    return {
      snippet: snippetAt(body, Math.max(0, match)),
      matchStart: match < 0 ? -1 : codePointLength(body.slice(0, match)),
    };
  };
};

type IsWanted = (word: string) => boolean;

/**
 * Finds where a match stands in a text, UTF-16 units; -1 where only title, people or filters matched. The first that is
 * written as a wanted word is; where none is (`re-integratie`, `één`), the first that reads as one.
 */
const matchFinder = ({ words, beginnings }: FoundWords): ((body: string) => number) => {
  const isWanted = (word: string): boolean =>
    words.has(word) || beginnings.some((beginning) => word.startsWith(beginning));
  const isWrittenSo = surfaceJudge(isWanted);
  const heads = headsOf([...words, ...beginnings]);
  return (body) => {
    const at = heads.length <= headsMax ? firstOf(heads, body, isWrittenSo) : -1;
    return at >= 0 || heads.length === 0 ? at : firstReading(body, isWanted);
  };
};

/** With more words than this the text is better read once than searched for each. */
const headsMax = 24;

/** Those of the words that do not begin with another of them: where it stands, they may. */
const headsOf = (words: readonly string[]): string[] =>
  words.filter((word) => !words.some((other) => other !== word && word.startsWith(other)));

/** Searching for a string is a hundred times faster than taking a text apart. */
const firstOf = (
  heads: readonly string[],
  body: string,
  isWrittenSo: (text: string, at: number) => boolean,
): number => {
  const text = body.toLowerCase();
  // A few letters are two in lower case: places would be others.
  if (text.length !== body.length) return -1;
  let first = -1;
  for (const head of heads) {
    let at = text.indexOf(head);
    while (at >= 0 && (first < 0 || at < first) && !isWrittenSo(text, at)) at = text.indexOf(head, at + 1);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
};

/** What may belong to a word, signs that join it to more included (see the analysis): half a compound is another word. */
const surfaceFrom = /[^\s!-&(-*;-?[-^{-~]{1,80}/uy;
const letterBefore = /[\p{L}\p{N}]$/u;

/** Whether a wanted word begins at a place. Judges each way of writing once. */
const surfaceJudge = (isWanted: IsWanted): ((text: string, at: number) => boolean) => {
  const judged = new Map<string, boolean>();
  const judge = (surface: string): boolean => {
    const [first] = analyseUnstemmed(surface);
    return first !== undefined && first.start === 0 && isWanted(first.raw);
  };
  return (text, at) => {
    // Two units, since a letter may take both.
    if (letterBefore.test(text.slice(Math.max(0, at - 2), at))) return false;
    surfaceFrom.lastIndex = at;
    const [surface = ""] = surfaceFrom.exec(text) ?? [];
    const verdict = judged.get(surface) ?? judge(surface);
    judged.set(surface, verdict);
    return verdict;
  };
};

/** The text taken apart as the index does, surface by surface. */
const firstReading = (body: string, isWanted: IsWanted): number => {
  for (scanner.load(body); scanner.next(); ) {
    const surface = body.slice(scanner.start, scanner.end);
    const { words, extras } = readingsOf(surface);
    if (!words.some(isWanted) && !extras.some(isWanted)) continue;
    return scanner.start + (analyseUnstemmed(surface).find(({ raw }) => isWanted(raw))?.start ?? 0);
  }
  return -1;
};

const scanner = new SurfaceScanner();

/** Text around a place on one line, cut at words, with … where text was left out. Well-formed if the text is. */
export const snippetAt = (body: string, match: number): string => {
  const start = wordBorder(body, Math.max(0, match - snippetLead), -1);
  const end = wordBorder(body, Math.min(body.length, start + snippetMax), 1);
  const words = body
    .slice(start, end)
    .replaceAll(/\s{2,}|[^\S ]/gu, " ")
    .trim();
  return `${start > 0 ? "… " : ""}${words}${end < body.length ? " …" : ""}`;
};

/** As `\s` has it; of ASCII it is decided without a pattern. */
const isBlank = (code: number): boolean =>
  code < 128 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(String.fromCharCode(code));

/** The nearest white space in one direction, not farther than a long word. */
const wordBorder = (body: string, at: number, step: 1 | -1): number => {
  if (at <= 0 || at >= body.length) return at;
  for (let border = at; border > 0 && border < body.length && Math.abs(border - at) < 40; border += step) {
    if (isBlank(body.charCodeAt(border))) return border;
  }
  return (body.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
};
