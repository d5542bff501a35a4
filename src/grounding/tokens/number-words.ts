import { wordsOf } from "#kit/lexicon.ts";
import { lightNouns } from "../language/light-nouns.ts";
import { isNoNoun } from "../language/no-noun.ts";
import { isScale, numberWord } from "../language/numbers.ts";
import { fold } from "../language/words.ts";
import { currencyOf, unitsAfter } from "./after-number.ts";
import { isMeasure } from "./measures.ts";
import { rateAfter } from "./rates.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

const wordLike = /[\p{L}]+(?:[-‐‑][\p{L}]+)*/gu;

/** Runs of number words: `drie`, `two hundred and fifty`, `vijfduizend euro`. */
export const readNumberWords = (scan: Scan): Token[] => {
  const found: Token[] = [];
  const all = [...scan.text.matchAll(wordLike)];
  for (let at = 0; at < all.length; at++) {
    const run = runFrom(all, at, scan.text);
    if (run === undefined) continue;
    const token = tokenOf(withHalf(run, scan.text), scan.text);
    at = run.last;
    if (token !== undefined) found.push(token);
  }
  for (const token of found) scan.strike(token);
  return found;
};

interface Run {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly last: number;
  readonly isScaled: boolean;
}

const runFrom = (all: readonly RegExpMatchArray[], first: number, text: string): Run | undefined => {
  let [total, part, last, end] = [0, 0, first - 1, 0];
  let isScaled = false;
  for (let at = first; at < all.length; at++) {
    const word = all[at]?.[0] ?? "";
    const start = all[at]?.index ?? 0;
    if (at > first && !/^\s+$/u.test(text.slice(end, start))) break;
    const isAnd =
      at > first && /^(?:and|en)$/iu.test(word) && isScaled && numberWord(all[at + 1]?.[0] ?? "") !== undefined;
    const value = isAnd ? 0 : numberOrAccented(word, isScaled);
    if (value === undefined) break;
    if (isScale(word)) {
      isScaled = true;
      part = Math.max(1, part) * value;
      if (value >= 1000) [total, part] = [total + part, 0];
    } else if (part > 0 && !isScaled && !goesOn(part, value)) break;
    else part += value;
    [last, end] = [at, start + word.length];
  }
  if (last < first) return undefined;
  return { value: total + part, start: all[first]?.index ?? 0, end, last, isScaled };
};

/** `two and a half hours`, `drie en een halve dag`. */
const withHalf = (run: Run, text: string): Run => {
  const half = /^\s+(?:and\s+a\s+half|en\s+een\s+hal(?:f|ve))(?!\p{L})/iu.exec(text.slice(run.end));
  return half === null ? run : { ...run, value: run.value + 0.5, end: run.end + half[0].length };
};

/** `tweeduizend vijfhonderd`: what follows whole thousands or hundreds is smaller than they are. */
const goesOn = (before: number, value: number): boolean =>
  (before % 1_000 === 0 && value < 1_000) || (before % 100 === 0 && value < 100);

/** `één` is a number where an accent says so; `een` is an article, and `one` a pronoun, unless a unit of measure follows. */
const numberOrAccented = (word: string, isScaled: boolean): number | undefined => {
  const folded = fold(word);
  if (folded === "een") return /é/iu.test(word.normalize("NFC")) ? 1 : undefined;
  if (folded === "acht" && !isScaled && word !== word.toLowerCase()) return undefined;
  // "Met z'n zessen": inflected, as a group is.
  return numberWord(word) ?? (folded.length > 5 ? numberWord(/^(\p{L}+?)s?en$/u.exec(folded)?.[1] ?? "") : undefined);
};

/** `een team van vijf`, `all five`, `met z'n zessen`: the number itself is what is told. */
const isOfGroup = /(?<!\p{L})(?:\p{L}{3,}\s+(?:van|of)|alle|all|z['’]n|zijn|hun|ons|the)\s+$/iu;

/** Units by which things are measured. A number word needs one of them, or a noun; alone it is a pronoun ("een van twee"). */
const tokenOf = ({ value, start, end }: Run, text: string): Token | undefined => {
  const units = unitsAfter(text, end);
  const written = text.slice(start, end);
  const range = { start, end, text: written };
  const next = units[0] ?? "";
  if (/^(?:euro|euros|euro's|eur|dollar|dollars|pond|pounds)$/u.test(next))
    return { ...range, kind: "sum", value, currency: currencyOf(next), rate: rateAfter(text, end) };
  if (/^(?:procent|percent)$/u.test(next))
    return { ...range, kind: "number", value, units: [], isPercent: true, rate: "" };
  if (value === 1 && !isMeasure(next) && !countsOne(next)) return undefined;
  // `acht` is a verb too (deems): a number only in front of a measure.
  if (fold(written) === "acht" && !units.slice(0, 2).some(isMeasure)) return undefined;
  if (units.length === 0 && !isOfGroup.test(text.slice(0, start))) return undefined;
  if (partsOfTheText.has(units[0] ?? "") || partsOfTheText.has(units[1] ?? "")) return undefined;
  return { ...range, kind: "number", value, units, isPercent: false, rate: rateAfter(text, end) };
};

/** Whether the word behind `één` or `one` is a thing counted: of no closed class, and none of an expression ("in één adem" aside). */
const countsOne = (next: string): boolean =>
  next.length > 2 && !lightNouns.has(next) && !partsOfTheText.has(next) && !isNoNoun(next);

/** Nouns that count the author's own text and thoughts, not the case ("om twee redenen"). */
export const partsOfTheText = wordsOf("nl en", "part-of-text");
