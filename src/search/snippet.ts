import { codePointLength } from "../span/code-points.ts";
import { analyse, type Token } from "./analysis.ts";
import type { FullTextHit } from "./full-text-index.ts";
import type { Clause } from "./query.ts";

/** Characters of text shown around a match (UTF-16 units), and how many of them before it. */
const snippetMax = 240;
const snippetLead = 60;
/** Text analysed at a time while looking for the first match; most stand in the first piece. */
const pieceSize = 4_096;

/** What hits show of their bodies: the text around the first match, or its beginning where the body has none. */
export const viewer = (clauses: readonly Clause[]): ((body: string) => Pick<FullTextHit, "snippet" | "matchStart">) => {
  const firstMatch = matchFinder(clauses);
  return (body) => {
    const match = firstMatch(body);
    return {
      snippet: snippetAt(body, Math.max(0, match)),
      matchStart: match < 0 ? -1 : codePointLength(body.slice(0, match)),
    };
  };
};

/**
 * Finds where the first match stands in a text, UTF-16 units; -1 where only title, people or filters matched. Words that
 * begin like a wanted form are looked at first; only where none of them matches is the whole text analysed.
 */
export const matchFinder = (clauses: readonly Clause[]): ((body: string) => number) => {
  const wanted = clauses.filter(({ demand }) => demand !== "not");
  if (wanted.length === 0) return () => -1;
  const matches = matcherOf(wanted);
  const likely = likelyFinder(wanted, matches);
  return (body) => {
    const at = likely(body);
    return at >= 0 ? at : analysedMatch(body, matches);
  };
};

type Matches = (token: Token) => boolean;

const matcherOf = (wanted: readonly Clause[]): Matches => {
  const forms = new Set(formsOf(wanted));
  const prefixes = wanted.filter(({ isPrefix }) => isPrefix).map(({ words }) => words.at(-1)?.raw ?? "");
  return ({ raw, stems }) =>
    forms.has(raw) ||
    stems.some((stem) => forms.has(stem)) ||
    prefixes.some((prefix) => prefix !== "" && raw.startsWith(prefix));
};

const formsOf = (wanted: readonly Clause[]): string[] =>
  wanted.flatMap(({ words, extras }) => [...words, ...extras].flatMap(({ raw, stems }) => [raw, ...stems]));

/** Letters by which a word is recognised as worth a look, and the longest word looked at. */
const headLength = 3;
const wordMax = 80;
/** What may belong to the word, signs that join it to more included (see the analysis): half a compound is another word. */
const surfaceRest = "[^\\s!-&(-*;-?[-^{-~]";
const notAscii = /[^\0-\x7f]/;

const likelyFinder = (wanted: readonly Clause[], matches: Matches): ((body: string) => number) => {
  const heads = new Set(formsOf(wanted).map((form) => form.slice(0, headLength).replaceAll(/[.+/]/g, "\\$&")));
  const begins = `(?:${[...heads].join("|")})${surfaceRest}{0,${wordMax}}`;
  // In text of ASCII alone, which most is, plain classes mean the same and are found several times faster.
  const anywhere = new RegExp(`(?<![\\p{L}\\p{N}])${begins}`, "giu");
  const inAscii = new RegExp(`(?<![A-Za-z0-9])${begins}`, "gi");
  const judged = new Map<string, boolean>();
  const isMatch = (surface: string): boolean => {
    const [first] = analyse(surface, "both");
    return first !== undefined && first.start === 0 && matches(first);
  };
  return (body) => {
    const pattern = notAscii.test(body) ? anywhere : inAscii;
    pattern.lastIndex = 0;
    for (let found = pattern.exec(body); found !== null; found = pattern.exec(body)) {
      const [surface] = found;
      const verdict = judged.get(surface) ?? isMatch(surface);
      judged.set(surface, verdict);
      if (verdict) return found.index;
      // What follows within the surface may begin like a wanted form as well.
      pattern.lastIndex = found.index + 1;
    }
    return -1;
  };
};

const analysedMatch = (body: string, matches: Matches): number => {
  for (let from = 0; from < body.length; ) {
    const to = pieceEnd(body, from);
    const match = analyse(body.slice(from, to), "both").find(matches);
    if (match) return from + match.start;
    from = to;
  }
  return -1;
};

/** A piece ends at white space, so that no word is cut. */
const pieceEnd = (body: string, from: number): number => {
  if (from + pieceSize >= body.length) return body.length;
  const blank = body.slice(from + pieceSize, from + 2 * pieceSize).search(/\s/);
  return blank < 0 ? Math.min(body.length, from + 2 * pieceSize) : from + pieceSize + blank;
};

/** Text around a place on one line, cut at words, with … where text was left out. Well-formed if the text is. */
export const snippetAt = (body: string, match: number): string => {
  const start = wordBorder(body, Math.max(0, match - snippetLead), -1);
  const end = wordBorder(body, Math.min(body.length, start + snippetMax), 1);
  const words = body.slice(start, end).replaceAll(/\s+/gu, " ").trim();
  return `${start > 0 ? "… " : ""}${words}${end < body.length ? " …" : ""}`;
};

/** The nearest white space in one direction, not farther than a long word. */
const wordBorder = (body: string, at: number, step: 1 | -1): number => {
  if (at <= 0 || at >= body.length) return at;
  for (let border = at; border > 0 && border < body.length && Math.abs(border - at) < 40; border += step) {
    if (/\s/.test(body[border] as string)) return border;
  }
  return (body.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
};
