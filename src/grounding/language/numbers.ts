import { countsOf, listOf } from "#kit/lexicon.ts";
import { fold } from "./words.ts";

/** The words of a class in order, with what each counts. */
const counted = (tongue: "nl" | "en", name: string, from = 0, step = 1): Readonly<Record<string, number>> =>
  Object.fromEntries(listOf(tongue, name).map((word, at) => [word, from + at * step]));

/**
 * Numbers in words. Dutch writes them as one word up to a thousand (`vijfentwintig`, `tweehonderdvijftig`), English with
 * hyphens and spaces (`twenty-five`, `two hundred and fifty`); both are sums of these.
 */
const dutchUnits = counted("nl", "number-unit");
const dutchTens = counted("nl", "number-ten", 20, 10);
const englishUnits = counted("en", "number-unit");
const englishTens = counted("en", "number-ten", 20, 10);
const scales = countsOf("nl en", "number-scale");
/** Halves that Dutch says in one word. */
const halves: Readonly<Record<string, number>> = { anderhalf: 1.5, anderhalve: 1.5 };

/** The value of one Dutch number word; undefined: it is none. `een` alone is an article, and no number. */
const dutchNumber = (word: string): number | undefined => {
  if (word in dutchUnits) return dutchUnits[word];
  if (word in dutchTens) return dutchTens[word];
  const [, unit, tens] = /^(\p{L}+)en(\p{L}+tig)$/u.exec(word) ?? [];
  if (unit !== undefined && tens !== undefined && unit in dutchUnits && tens in dutchTens)
    return (dutchUnits[unit] ?? 0) + (dutchTens[tens] ?? 0);
  for (const scale of ["duizend", "honderd"]) {
    const at = word.indexOf(scale);
    if (at < 0) continue;
    const [left, right] = [word.slice(0, at), word.slice(at + scale.length).replace(/^en/u, "")];
    const times = left === "" ? 1 : dutchNumber(left);
    const rest = right === "" ? 0 : dutchNumber(right);
    return times === undefined || rest === undefined ? undefined : times * (scales.get(scale) ?? 0) + rest;
  }
  return undefined;
};

/** The value of one word of number in either language; undefined: it is none. */
export const numberWord = (written: string): number | undefined => {
  const word = fold(written);
  if (word in halves) return halves[word];
  const [, whole] = /^(\p{L}+?)en(?:een)?hal(?:f|ve)$/u.exec(word) ?? [];
  if (whole !== undefined && whole in dutchUnits) return (dutchUnits[whole] ?? 0) + 0.5;
  const scale = scales.get(word);
  if (scale !== undefined) return scale;
  const [tens, unit] = word.split(/[-‐‑]/u);
  if (tens !== undefined && tens in englishTens) {
    if (unit === undefined) return englishTens[tens];
    return unit in englishUnits ? (englishTens[tens] ?? 0) + (englishUnits[unit] ?? 0) : undefined;
  }
  if (word in englishUnits) return englishUnits[word];
  return word.length > 40 ? undefined : dutchNumber(word);
};

export const isScale = (written: string): boolean => scales.has(fold(written));

/** Ordinals up to thirty-one, as days are written in words. */
export const ordinalWord = (written: string): number | undefined => {
  const word = fold(written);
  const irregular = irregularOrdinals.get(word);
  if (irregular !== undefined) return irregular;
  const dutch = /^(\p{L}+?)(?:ste|de)$/u.exec(word)?.[1];
  const dutchValue = dutch === undefined ? undefined : dutchNumber(dutch);
  if (dutchValue !== undefined) return dutchValue <= 31 ? dutchValue : undefined;
  const english = /^(\p{L}+-)?(\p{L}+?)th$/u.exec(word);
  const value = english && numberWord(`${english[1] ?? ""}${english[2] ?? ""}`);
  return value !== undefined && value !== null && value <= 31 ? value : undefined;
};

const irregularOrdinals = countsOf("nl en", "ordinal");

/** `5.000`, `5,000.00`, `2,5`: the value of digits as Dutch or English write them; thousands stand in groups of three. */
export const digits = (written: string): number | undefined => {
  const part = fractions[written.at(-1) ?? ""];
  if (part !== undefined) {
    const whole = digits(written.slice(0, -1));
    return whole === undefined ? part : whole + part;
  }
  const text = written.replaceAll(/[\s\u00a0\u202f']/gu, "").replace(/[.,](?:[-–—=]+)?$|,[-–—]+$/u, "");
  if (/^\d+$/u.test(text)) return Number(text);
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u.test(text)) return Number(text.replaceAll(".", "").replace(",", "."));
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(text)) return Number(text.replaceAll(",", ""));
  return /^\d+[.,]\d+$/u.test(text) ? Number(text.replace(",", ".")) : undefined;
};

const fractions: Readonly<Record<string, number>> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };
