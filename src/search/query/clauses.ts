import { analyse } from "../words/analysis.ts";
import { sequencesIn } from "../words/sequences.ts";
import type { Clause, Expression } from "./expression.ts";
import type { PieceReader } from "./piece-reader.ts";

/** Clauses beyond this number are left out; nobody types so many, and each costs a lookup. */
const clausesMax = 64;

/** Stands where a clause was taken into a sequence. */
export const replaced: Expression = { kind: "some", parts: [] };

/** Makes clauses of words and phrases, and counts them. */
export class Clauses {
  readonly #reader: PieceReader;
  #made = 0;

  constructor(reader: PieceReader) {
    this.#reader = reader;
  }

  /** A word as it was typed, with what is said about signs that have no meaning here. */
  word(text: string): Expression | undefined {
    if (/^\/.+\/$/.test(text))
      this.#reader.say(
        `${text} looks like a regular expression, which is not understood; its letters were searched as words.`,
      );
    if (/^(?:w|pre|near)?\/[sp]$/i.test(text)) {
      this.#reader.say(`${text} is not understood: a distance is told in words, as in w/5. It was passed over.`);
      return undefined;
    }
    if (/^[\p{L}\p{M}]+[~%]\d?$/u.test(text))
      this.#reader.say(
        `${text.slice(-1)} for words written alike is not understood; ${text.replace(/[~%]\d?$/, "")} was searched as it stands.`,
      );
    return this.of(text);
  }

  /** A word or phrase; undefined where it has no letters, and beyond the last clause that is searched for. */
  of(text: string, isPhrase = false, isStarred = false): Expression | undefined {
    if (this.#made >= clausesMax) {
      this.#reader.say(`Only the first ${clausesMax} words were searched for.`);
      return undefined;
    }
    const wild = isPhrase ? undefined : patternOf(text);
    const isPrefix = isStarred || text.trimEnd().endsWith("*");
    const tokens = analyse(wild === undefined ? text : wild.replaceAll(/[*?]/g, ""), "both");
    const words = tokens.filter((token) => !token.isExtra);
    if (words.length === 0) return undefined;
    this.#made++;
    // Who writes a whole address wants that address, not everybody at the same firm.
    const isAddress = words.some(({ raw }) => raw.includes("@"));
    const extras = isAddress ? [] : tokens.filter((token) => token.isExtra);
    if (wild !== undefined)
      return { kind: "clause", clause: { words, extras: [], isPhrase: false, isPrefix: false, pattern: wild } };
    return { kind: "clause", clause: { words, extras, isPhrase, isPrefix } };
  }
}

/** Bare words in a row, by their places: a date or account number of several becomes one clause; the words in their order are the run. */
export const withSequences = (run: readonly number[], may: Expression[]): string[][] => {
  const clauses = run.map((at) => (may[at] as { clause: Clause }).clause);
  const words = clauses.flatMap((clause, own) => clause.words.map((word) => ({ word, own })));
  const raws = words.map(({ word }) => word.raw);
  for (const { at, count, reading, isLoose } of sequencesIn(raws)) {
    const members = words.slice(at, at + count);
    const owners = [...new Set(members.map(({ own }) => own))];
    // Only whole items: of a compound nobody takes a part away.
    if (owners.reduce((sum, own) => sum + (clauses[own]?.words.length ?? 0), 0) !== count) continue;
    const extra = { raw: reading, stems: [reading], start: 0, end: 0, isExtra: true };
    const whole: Expression = {
      kind: "clause",
      clause: { words: members.map(({ word }) => word), extras: [extra], isPhrase: false, isPrefix: false },
    };
    const first = run[owners[0] as number] as number;
    if (isLoose) {
      may[first] = { kind: "some", parts: [whole, may[first] as Expression] };
      continue;
    }
    for (const own of owners) may[run[own] as number] = replaced;
    may[first] = whole;
  }
  return [raws];
};

/** The pattern of a word with `*` or `?` elsewhere than at its end, folded; undefined for none, and for one without letters. */
const patternOf = (text: string): string | undefined => {
  const bare = text.replaceAll(/[^\p{L}\p{M}\p{N}*?]/gu, "");
  if (!/[*?]/.test(bare.slice(0, -1)) || bare.length !== text.length) return undefined;
  if ((bare.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2) return undefined;
  return bare.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
};
