import { byText } from "#kit/by-text.ts";
import { plainSigns } from "#kit/plain-signs.ts";
import type { Grammar } from "../language/grammar.ts";
import { readDates } from "./dates.ts";
import { readDayparts } from "./dayparts.ts";
import { readNames, readRoles } from "./names.ts";
import { readNumbers } from "./numbers.ts";
import { readReferences } from "./references.ts";
import { Scan } from "./scan.ts";
import type { Range, Token } from "./token.ts";

export interface Reading {
  readonly grammars: readonly Grammar[];
  /** Words that stand in small letters somewhere in the memo: no names. */
  readonly known: ReadonlySet<string>;
  /** What others have read already, such as citations and places. */
  readonly struck?: readonly Range[];
}

const prepositionTen = /(?<!\p{L})[Tt]en(?=\s+\p{Ll})/gu;

/** Numerals that no reader counts with: raised, circled, of mathematics, Roman ones of one sign. */
const numerals = /[^\P{N}0-9]+/gu;
/** Those that are written beside a measure or for a part. */
const usual = /^[¹²³¼½¾⅓⅔⅛]$/u;

/** They are compared as they stand: nothing that looks like a number goes unread. */
const readNumerals = (scan: Scan): Token[] =>
  scan.take(numerals, ([run]) => (usual.test(run) ? undefined : { kind: "reference" as const, key: run }));

/** What is read of a text whatever memo it stands in, and what is left of it for names. */
interface Hard {
  readonly tokens: readonly Token[];
  readonly left: string;
}

/** What one reader takes, the next does not see. */
const readHard = (text: string, struck: readonly Range[]): Hard => {
  const scan = new Scan(plainSigns(text));
  for (const range of struck) scan.strike(range);
  const whole = readDates(scan);
  // `ten slotte`: a number in English only.
  if (scan.tongue === "nl")
    for (const { index } of text.matchAll(prepositionTen)) scan.strike({ start: index, end: index + "ten".length });
  const dayparts = readDayparts(scan);
  const numerals = readNumerals(scan);
  const references = readReferences(scan);
  const numbers = readNumbers(scan);
  const roles = readRoles(scan);
  return { tokens: [...whole, ...dayparts, ...numerals, ...references, ...numbers, ...roles], left: scan.text };
};

/** What was read of a text, by what others had struck out of it. */
const hardBy = byText((_text) => new Map<string, Hard>());

/** Every token of a text, in its order. */
export const readTokens = (text: string, { grammars, known, struck = [] }: Reading): Token[] => {
  if (text === "") return [];
  const read = hardBy(text);
  const without = struck.map(({ start, end }) => `${start}-${end}`).join();
  const hard = read.get(without) ?? readHard(text, struck);
  read.set(without, hard);
  const names = readNames(new Scan(hard.left), grammars, known);
  return [...hard.tokens, ...names].toSorted((a, b) => a.start - b.start || a.end - b.end);
};
