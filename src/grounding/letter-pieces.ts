import { complementizers } from "#kit/complementizers.ts";
import { wordsOf } from "#kit/lexicon.ts";
import type { LetterPart } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { clausesOf } from "./clauses.ts";
import { grammarsFor } from "./language/tongue.ts";
import { hasFiniteVerb } from "./letter-mood.ts";

// A sentence of a letter that is true in part is taken in two or more pieces, each of which is answered by itself.

/** Between two pieces of one sentence stand at most a comma and a blank. */
const gapMost = 2;

/** Whether the sentence of a part goes on in another part, or began in one. */
export const isPiece = ({ span }: LetterPart, all: readonly LetterPart[]): boolean =>
  span !== undefined && all.some((other) => other.span && (continues(other.span, span) || continues(span, other.span)));

interface Stretch {
  readonly excerpt: string;
  readonly startChar: number;
  readonly endChar: number;
}

/** Whether one stretch goes on right behind another that no mark ends. A capital begins something of its own, such as the next row of a table. */
export const continues = (before: Stretch, behind: Stretch): boolean => {
  const gap = behind.startChar - before.endChar;
  const isOpen = !/[.!?:;…]["'’”)\]]*$/u.test(before.excerpt) && !/^\p{Lu}/u.test(behind.excerpt);
  return gap >= 0 && gap <= gapMost && isOpen;
};

/** The words of a piece as they are quoted: dots say that its sentence began before them, or goes on behind them. */
export const asPiece = (words: string): string =>
  `${/^\p{Ll}/u.test(words) ? "…" : ""}${words}${/[.!?…]["'’”)\]]*$/u.test(words) ? "" : "…"}`;

/**
 * Where a sentence may be taken in two, as code points of its text: before each of its clauses but the first that tells something by a
 * verb of its own, or hangs on what stands before it, where that tells something too. What tells the contents of a saying (`blijkt dat …`)
 * stays with it. In order; none where it is one clause.
 */
export const proposedCuts = (excerpt: string): number[] => {
  const [grammar] = grammarsFor(excerpt, "");
  if (!grammar) return [];
  const clauses = clausesOf(excerpt, grammar);
  const isContents = ({ opener }: { readonly opener: string }): boolean => complementizers.has(opener);
  const starts = clauses.flatMap((clause, at) => {
    const { start, text, opener, words } = clause;
    const first = words[0]?.folded ?? "";
    const isTelling = opener !== "" || relatives.has(first) || hasFiniteVerb(text);
    const behind = clauses[at + 1];
    const count = words.length + (behind && isContents(behind) ? behind.words.length : 0);
    if (at === 0 || count < wordsLeast || !isTelling || isContents(clause)) return [];
    const before = clauses.slice(0, at);
    // An article alone tells nothing, whatever its noun looks like.
    if (!before.some((one) => one.words.length >= wordsLeast && hasFiniteVerb(one.text))) return [];
    return [start + (/^\s*/u.exec(text)?.[0].length ?? 0)];
  });
  return starts.map((at) => [...excerpt.slice(0, at)].length).filter((at) => piecesOf(excerpt, [at]).length === 2);
};

const relatives = wordsOf("nl", "relative");

/** Fewer words tell nothing that could be answered by itself. */
const wordsLeast = 3;

/** A stretch of a sentence, as code points of its text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a sentence comes to when it is cut before these code points: what stands between without the blanks and the comma at its ends. */
export const piecesOf = (excerpt: string, cuts: readonly number[]): Piece[] => {
  const chars = [...excerpt];
  const borders = [0, ...cuts.filter((at) => at > 0 && at < chars.length).toSorted((a, b) => a - b), chars.length];
  return borders.slice(0, -1).flatMap((from, at) => {
    const isLast = at === borders.length - 2;
    const whole = chars.slice(from, borders[at + 1]).join("");
    const lead = [...(/^[\s,]*/u.exec(whole)?.[0] ?? "")].length;
    const text = whole.replace(/^[\s,]*/u, "").replace(isLast ? /\s*$/u : /[\s,]*$/u, "");
    return /[\p{L}\p{N}]/u.test(text) ? [{ start: from + lead, end: from + lead + [...text].length, text }] : [];
  });
};
