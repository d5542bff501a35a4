import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { clausesOf } from "./clauses.ts";
import { type OperatorKind, operators } from "./language/operators.ts";
import { grammarsFor } from "./language/tongue.ts";
import { fold, type Word, wordsIn } from "./language/words.ts";
import { type Source, sourceOf } from "./source.ts";
import { saysToken } from "./support.ts";
import { readTokens } from "./tokens/read-tokens.ts";
import type { Range, Token } from "./tokens/token.ts";

/** A stretch by which two texts that are compared may differ, in code points of its own text. */
export interface ComparedWord {
  readonly kind: OperatorKind | "token";
  readonly startChar: number;
  readonly endChar: number;
  /** The other text says nothing of the kind: no such day or amount, no word of the same pole. */
  readonly isAlone: boolean;
}

/** A sentence and the words that it rests on, each with what is to be compared in it. */
export interface Compared {
  readonly sentence: readonly ComparedWord[];
  /** Of each entry, in code points of its excerpt, or of its statement. */
  readonly entries: readonly (readonly ComparedWord[])[];
}

/**
 * What a person compares in a sentence and in the words it rests on: days, amounts, names, and what turns a clause without being what it is
 * about (modality, quantity, condition, cause, negation, order, comparison). All of it is told, in both; what stands in one alone is told
 * apart. It decides nothing: no look, no refusal and no fingerprint knows it.
 */
export const comparedWords = (text: string, entries: readonly LedgerEntry[]): Compared => {
  const texts = [text, ...entries.map(wordsOf)];
  const known = new Set(texts.flatMap((one) => wordsIn(one).flatMap((word) => (isSmall(word) ? [word.text] : []))));
  const own = readText(text, known);
  const others = entries.map((entry) => ({ source: sourceOf(entry, known), ...readText(wordsOf(entry), known) }));
  return {
    // What it quotes letter by letter differs in nothing.
    sentence: told({ ...own, found: own.found.filter((one) => !isQuoted(one, text, texts.slice(1))) }, (one) =>
      "token" in one
        ? others.some(({ source }) => saysToken(source, one.token))
        : others.some(({ found }) => found.some((other) => isSamePole(one, other))),
    ),
    entries: others.map(({ source, ...read }) =>
      told(read, (one) =>
        own.found.some((other) =>
          "token" in one ? "token" in other && areSame(one.token, other.token, source) : isSamePole(one, other),
        ),
      ),
    ),
  };
};

const wordsOf = ({ span, evidence }: LedgerEntry): string =>
  span?.excerpt || (evidence?.evidence.case === "statement" ? evidence.evidence.value.text : "");

const isQuoted = ({ start, end }: Range, text: string, sources: readonly string[]): boolean =>
  Array.from(text.matchAll(/“([^”]+)”/gu)).some(
    ({ 0: { length }, 1: words = "", index }) =>
      index <= start && end <= index + length && sources.some((source) => onOneLine(source).includes(onOneLine(words))),
  );

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

const isSmall = ({ text }: Word): boolean => /^\p{Ll}/u.test(text);

type Found = Range & ({ readonly token: Token } | { readonly kind: OperatorKind; readonly poles: readonly string[] });

/** The number of an article is no number of anything; citations are the draft check's. */
const articles = /(?<!\p{L})art(?:ikel|icle|\.)?\s+\d+:\d+\p{L}?/giu;

interface Read {
  readonly text: string;
  readonly found: readonly Found[];
}

const readText = (text: string, known: ReadonlySet<string>): Read => {
  const grammars = grammarsFor(text, "");
  const struck = Array.from(text.matchAll(articles), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  const tokens = readTokens(text, { grammars, known, struck });
  const words = wordsIn(text);
  const opening = grammars.flatMap((grammar) => clausesOf(text, grammar).map(({ words: [first] }) => first?.start));
  const found = words.flatMap((word, index): Found[] => {
    if (tokens.some(({ start, end }) => start <= word.start && word.end <= end)) return [];
    // `voor`, `na`, `tot` order something only in front of what has a time.
    const isBare =
      grammars.some(({ prepositions }) => prepositions.has(word.folded)) &&
      !tokens.some(({ start }) => start >= word.end && start < (words[index + 3]?.end ?? text.length));
    const poles = operators.filter((one) => one.words.has(word.folded));
    const kind = poles[0]?.kind;
    // `als een goed werkgever` is no condition.
    if (/^(?:als|as)$/u.test(word.folded) && !opening.includes(word.start)) return [];
    if (kind !== undefined)
      return kind === "order" && isBare
        ? []
        : [{ ...word, kind, poles: poles.map((one) => `${one.group} ${one.pole}`) }];
    return grammars.some(({ negations }) => negations.has(word.folded))
      ? [{ ...word, kind: "negation", poles: ["no"] }]
      : [];
  });
  return {
    text,
    found: [...found, ...tokens.map((token) => ({ token, start: token.start, end: token.end }))].toSorted(
      (a, b) => a.start - b.start,
    ),
  };
};

const isSamePole = (one: Found, other: Found): boolean =>
  "poles" in one && "poles" in other && one.poles.some((pole) => other.poles.includes(pole));

/** Whether the token of an excerpt is what a token of the sentence says. */
const areSame = (one: Token, token: Token, source: Source): boolean =>
  one.kind === "name" && token.kind === "name"
    ? one.names.some((name) => token.names.includes(name))
    : one.kind === token.kind && saysToken({ ...source, tokens: [one], ownDays: [], ...namedBy(one) }, token);

const namedBy = ({ text }: Token) => ({
  words: new Set(wordsIn(text).map(({ folded }) => folded)),
  namings: [fold(text)],
});

const told = ({ text, found }: Read, isElsewhere: (one: Found) => boolean): ComparedWord[] =>
  found.map((one) => {
    const startChar = [...text.slice(0, one.start)].length;
    return {
      kind: "token" in one ? "token" : one.kind,
      startChar,
      endChar: startChar + [...text.slice(one.start, one.end).replace(/[.,;:]+$/u, "")].length,
      isAlone: !isElsewhere(one),
    };
  });
