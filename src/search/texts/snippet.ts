import { codePointLength } from "../../span/code-points.ts";
import { sentenceEnd } from "../../span/sentences.ts";
import type { FullTextHit } from "../full-text-index.ts";
import type { FoundWords } from "../postings/clause-matches.ts";
import { analyseUnstemmed } from "../words/analysis.ts";
import { sequencesIn } from "../words/sequences.ts";
import { readingsOf, SurfaceScanner } from "../words/surfaces.ts";

/** Characters of text shown around a match (UTF-16 units), and how many of them before it. */
const snippetMax = 240;
const snippetLead = 60;

/** A body, and where what is shown of it begins (UTF-16 units): a header block before it is searched and never shown. */
export interface ShownBody {
  readonly body: string;
  readonly start: number;
}

/** What hits show of their bodies: the text around the place where most of the words stand, or its beginning where it has none. */
export const viewer = (found: FoundWords): ((shown: ShownBody) => Pick<FullTextHit, "snippet" | "matchStart">) => {
  const matchesIn = matchFinder(found);
  return ({ body, start }) => {
    const match = densest(matchesIn(body, start));
    return {
      snippet: snippetAt(body, match < 0 ? start : match, start),
      matchStart: match < 0 ? -1 : codePointLength(body.slice(0, match)),
    };
  };
};

type IsWanted = (word: string) => boolean;

/** Where one of the words stands, and which: what tells two of them apart. */
interface Found {
  readonly at: number;
  readonly what: string;
}

/** Matches looked at for each word, and in all where a text is taken apart: the rest is more of the same. */
const [matchesMax, readMax] = [3, 400];

/** The first match of the stretch, as long as a snippet, that has the most different words; -1 for none. */
const densest = (matches: readonly Found[]): number => {
  let [best, bestCount] = [-1, 0];
  for (let number = 0; number < matches.length && matches.length - number > bestCount; number++) {
    const { at } = matches[number] as Found;
    const seen: string[] = [];
    for (let next = number; next < matches.length; next++) {
      const { at: there, what } = matches[next] as Found;
      if (there > at + snippetMax - snippetLead) break;
      if (!seen.includes(what)) seen.push(what);
    }
    if (seen.length > bestCount) [best, bestCount] = [at, seen.length];
  }
  return best;
};

/**
 * Finds where matches stand in a text, ascending. Those that are written as a wanted word is; where none is
 * (`re-integratie`, `één`, `9 december 2025`), those that read as one; and where there is none either, compounds.
 */
const matchFinder = ({ words, beginnings, compounds, clauseCount }: FoundWords): MatchesIn => {
  const isFirstEnough = clauseCount < 2;
  const finders = [finderOf(words, beginnings, isFirstEnough), finderOf(compounds, [], isFirstEnough)];
  return (body, start) => {
    for (const { written } of finders) {
      const found = written(body, start);
      if (found.length > 0) return found;
    }
    for (const { read } of finders) {
      const found = read(body, start);
      if (found.length > 0) return found;
    }
    return [];
  };
};

type MatchesIn = (body: string, start: number) => readonly Found[];

/** Finds words as they are written, which is quick, and as a text reads. `isFirstEnough`: the words are one clause's. */
const finderOf = (
  words: ReadonlySet<string>,
  beginnings: readonly string[],
  isFirstEnough: boolean,
): { written: MatchesIn; read: MatchesIn } => {
  const isWanted = (word: string): boolean =>
    words.has(word) || beginnings.some((beginning) => word.startsWith(beginning));
  const isWrittenSo = surfaceJudge(isWanted);
  const heads = headsOf([...words, ...beginnings]);
  const find = isFirstEnough ? firstWritten : writtenSo;
  const maySequence = heads.some((head) => /\d{4}/.test(head));
  return {
    written: (body, start) =>
      heads.length > 0 && heads.length <= headsMax ? find(heads, body, start, isWrittenSo) : [],
    read: (body, start) =>
      heads.length > 0 ? readAs(body, start, isWanted, { most: isFirstEnough ? 1 : readMax, maySequence }) : [],
  };
};

/** With more words than this the text is better read once than searched for each. */
const headsMax = 24;

/** Those of the words that do not begin with another of them, in order: where it stands, they may. */
export const headsOf = (words: readonly string[]): string[] => {
  const heads: string[] = [];
  // In order a word comes behind those that it begins with, and between the two stand others that begin so alone: a pattern may be hundreds of thousands of words.
  for (const word of [...words].sort()) {
    const last = heads.at(-1);
    if (last === undefined || !word.startsWith(last)) heads.push(word);
  }
  return heads;
};

/** Searching for a string is a hundred times faster than taking a text apart. */
const writtenSo = (
  heads: readonly string[],
  body: string,
  start: number,
  isWrittenSo: (text: string, at: number) => boolean,
): Found[] => {
  const text = body.toLowerCase();
  // A few letters are two in lower case: places would be others.
  if (text.length !== body.length) return [];
  return heads
    .flatMap((head) => {
      const found: Found[] = [];
      for (let at = text.indexOf(head, start); at >= 0 && found.length < matchesMax; at = text.indexOf(head, at + 1))
        if (isWrittenSo(text, at)) found.push({ at, what: head });
      return found;
    })
    .sort((a, b) => a.at - b.at);
};

/** The same, but for the first of all: what stands behind the first found so far is not looked at. */
const firstWritten: typeof writtenSo = (heads, body, start, isWrittenSo) => {
  const text = body.toLowerCase();
  if (text.length !== body.length) return [];
  let first = -1;
  for (const head of heads) {
    let at = text.indexOf(head, start);
    while (at >= 0 && (first < 0 || at < first) && !isWrittenSo(text, at)) at = text.indexOf(head, at + 1);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first < 0 ? [] : [{ at: first, what: "" }];
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

/** The text taken apart as the index does, surface by surface, and what several words say together. */
const readAs = (
  body: string,
  start: number,
  isWanted: IsWanted,
  { most, maySequence }: { most: number; maySequence: boolean },
): Found[] => {
  const found: Found[] = [];
  const [raws, starts]: [string[], number[]] = [[], []];
  for (scanner.load(body); found.length < most && scanner.next(); ) {
    if (scanner.start < start) continue;
    const surface = body.slice(scanner.start, scanner.end);
    const { words, extras } = readingsOf(surface);
    for (const word of maySequence ? words : []) {
      raws.push(word);
      starts.push(scanner.start);
    }
    const what = words.find(isWanted) ?? extras.find(isWanted);
    if (what === undefined) continue;
    const inside = analyseUnstemmed(surface).find(({ raw }) => isWanted(raw))?.start ?? 0;
    found.push({ at: scanner.start + inside, what });
  }
  for (const { at, reading } of sequencesIn(raws))
    if (isWanted(reading)) found.push({ at: starts[at] as number, what: reading });
  return found.sort((a, b) => a.at - b.at);
};

const scanner = new SurfaceScanner();

/**
 * Text around a place on one line: the sentence in which it stands and as many whole ones after it as fit, nothing of before `from`; of a
 * sentence that is longer than two of them the stretch around the place, cut at words. With … where text was left out. Well-formed if the text is.
 */
export const snippetAt = (body: string, match: number, from = 0): string => {
  const { start, end } = sentencesAt(body, match, from) ?? stretchAt(body, match, from);
  const words = body
    .slice(start, end)
    .replaceAll(/\s{2,}|[^\S ]/gu, " ")
    .trim();
  const isBegun = start > from && body.slice(from, start).trim() !== "";
  return `${isBegun ? "… " : ""}${words}${body.slice(end).trim() === "" ? "" : " …"}`;
};

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The longest that a sentence is shown whole. */
const wholeMax = 2 * snippetMax;

const sentencesAt = (body: string, match: number, from: number): Stretch | undefined => {
  const earliest = Math.max(from, match - wholeMax);
  // A text of a million characters without a full stop is not gone through.
  const near = body.slice(earliest, match + 2 * wholeMax);
  const isLast = earliest + near.length === body.length;
  const endFrom = (at: number): number => {
    const end = sentenceEnd(near, at);
    return end < 0 && isLast && at <= near.length ? near.length : end;
  };
  let start = earliest === from ? 0 : -1;
  const place = match - earliest;
  for (let end = sentenceEnd(near, 0); end >= 0 && end <= place; end = sentenceEnd(near, end)) start = end;
  let end = start < 0 ? -1 : endFrom(place);
  if (end < 0 || end - start > wholeMax) return undefined;
  // As far as the words go for which this place was chosen, and at least as long as a snippet is.
  for (let next = endFrom(end); next > end; next = endFrom(end)) {
    if (next - start > (end < place + snippetMax - snippetLead ? wholeMax : snippetMax)) break;
    end = next;
  }
  return { start: earliest + start, end: earliest + end };
};

const stretchAt = (body: string, match: number, from: number): Stretch => {
  const start = Math.max(from, wordBorder(body, Math.max(from, match - snippetLead), -1));
  return { start, end: wordBorder(body, Math.min(body.length, start + snippetMax), 1) };
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
