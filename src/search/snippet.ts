import { analyse, type Token } from "./analysis.ts";
import type { Clause } from "./query.ts";

/** Characters of text shown around a match (UTF-16 units), and how many of them before it. */
const snippetMax = 240;
const snippetLead = 60;
/** Text analysed at a time while looking for the first match; most stand in the first piece. */
const pieceSize = 4_096;

/**
 * Where the first match stands in the text, UTF-16 units; -1 where only title, people or filters matched. Words that
 * begin like a wanted form are looked at first; only where none of them matches is the whole text analysed.
 */
export const firstMatch = (body: string, clauses: readonly Clause[]): number => {
  const wanted = clauses.filter(({ demand }) => demand !== "not");
  if (wanted.length === 0) return -1;
  const matches = matcherOf(wanted);
  const likely = likelyMatch(body, wanted, matches);
  return likely >= 0 ? likely : analysedMatch(body, matches);
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

const likelyMatch = (body: string, wanted: readonly Clause[], matches: Matches): number => {
  const heads = new Set(formsOf(wanted).map((form) => form.slice(0, headLength).replaceAll(/[.+/]/g, "\\$&")));
  const begins = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...heads].join("|")})`, "giu");
  for (const { index } of body.matchAll(begins)) {
    const [first] = analyse(body.slice(index, index + wordMax), "both");
    if (first && first.start === 0 && matches(first)) return index;
  }
  return -1;
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
