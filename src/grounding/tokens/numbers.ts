import { isNoNoun } from "../language/no-noun.ts";
import { digits, numberWord } from "../language/numbers.ts";
import { fold } from "../language/words.ts";
import { currencyOf, unitsAfter } from "./after-number.ts";
import { readClocks } from "./clock.ts";
import { readCompounds } from "./compounds.ts";
import { isMeasure } from "./measures.ts";
import { readNumberWords } from "./number-words.ts";
import { amountOf } from "./quantity.ts";
import { readRanks } from "./ranks.ts";
import { rateAfter } from "./rates.ts";
import type { Scan } from "./scan.ts";
import { readShares } from "./shares.ts";
import type { Token } from "./token.ts";

const edge = "(?<![\\p{L}\\p{N}])";
const amount =
  "\\d{1,3}(?:[.\\u00a0\\u202f ']\\d{3})+(?:,\\d{1,2})?|\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d+(?:[.,]\\d+)?(?:\\s?[½¼¾])?";
const scale = "(?:\\s*(?<scale>honderd|duizend|miljoen|miljard|hundred|thousand|million|billion|mln|mld)(?!\\p{L}))?";
const currency = "€|\\$|£|eur(?:o(?:'s|s)?)?|usd|gbp|dollars?|pounds?|pond";

const sumBefore = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<currency>${currency})\\s*(?<amount>${amount})(?:,?[-–—=]+)?${scale}`,
  "giu",
);
const sumAfter = new RegExp(
  `${edge}(?<amount>${amount})(?:,[-–—]+)?${scale}\\s*(?<currency>${currency})(?!\\p{L})`,
  "giu",
);
const percent = new RegExp(`${edge}(?<amount>${amount})\\s*(?:%|procent|percent|per\\s+cent)(?!\\p{L})`, "giu");
/** Behind a hyphen only as what is taken off, in a table: `3-5` and `2026-0917` are no amounts. */
const plain = new RegExp(`${edge}(?<![\\d.,:/]|(?<!^|[\\s|])-)(?<amount>${amount})${scale}(?!\\p{N})`, "giu");

const scaleOf = (written: string | undefined): number => {
  const value = written === "mln" ? 1_000_000 : written === "mld" ? 1_000_000_000 : numberWord(written ?? "");
  return value ?? 1;
};

/** Every sum, percentage, time and number of the text. `read` is the text as it was, for the words behind a number. */
export const readNumbers = (scan: Scan): Token[] => {
  const sum = (match: RegExpExecArray) => {
    const value = digits(match.groups?.amount ?? "");
    if (value === undefined) return undefined;
    const { currency: written = "", scale: times } = match.groups ?? {};
    const rate = rateAfter(scan.text, match.index + match[0].length);
    return { kind: "sum" as const, value: value * scaleOf(times), currency: currencyOf(written), rate };
  };
  const wholes = [
    ...scan.take(sumBefore, sum),
    ...scan.take(sumAfter, sum),
    ...readShares(scan),
    ...scan.take(percent, (match) => quantity(digits(match.groups?.amount ?? ""), [], true)),
    ...readClocks(scan),
    ...readCompounds(scan),
  ];
  const ranks = readRanks(scan);
  const plains = scan.take(plain, (match) => {
    const value = digits(match.groups?.amount ?? "");
    return value === undefined
      ? undefined
      : quantity(
          value * scaleOf(match.groups?.scale),
          unitsOf(scan.text, match.index, match.index + match[0].length),
          false,
          rateAfter(scan.text, match.index + match[0].length),
        );
  });
  return [
    ...wholes,
    ...ranks,
    ...plains,
    ...times(scan),
    ...terms(scan),
    ...amountNouns(scan),
    ...readNumberWords(scan),
  ];
};

/**
 * The words behind a number in digits; none where it is what its noun is told apart by, and what stands behind it is no noun (`doos 17 en 18
 * ontbraken`, `doos 18 er niet`).
 */
const unitsOf = (text: string, start: number, end: number): string[] => {
  const units = unitsAfter(text, end);
  const [noun] = labelled.exec(text.slice(Math.max(0, start - 60), start))?.slice(1) ?? [];
  const isLabel = noun !== undefined && !isNoNoun(fold(noun));
  return isLabel && units.slice(0, 2).every(isNoNoun) ? [] : units;
};
const labelled = /(\p{L}{3,})\s+(?:\d+(?:\s*,\s*|\s+\p{L}{2,3}\s+))*$/u;

const quantity = (value: number | undefined, units: readonly string[], isPercent: boolean, rate = "") =>
  value === undefined ? undefined : amountOf(value, units, isPercent, rate);

/** Focus particles: what stands behind them is an amount (ANS 15.3.2; Quirk et al. 8.116). */
const focus =
  /(?<!\p{L})(?:slechts|maar|alleen|enkel|hooguit|hoogstens|minstens|ten\s?minste|precies|exact|only|just|merely|exactly|at\s+(?:least|most))\s+$/iu;

/** `tweemaal`, `twice`: how often. `eenmaal` counts in front of a period ("eenmaal per maand") or behind a focus particle. */
const times = (scan: Scan): Token[] =>
  scan.take(
    /(?<!\p{L})(?:(?<number>\p{L}{3,12})maal|(?<english>once|twice|thrice))(?!\p{L})(?<per>\s+(?:per|a|in\s+de)\s)?/giu,
    ({ groups: g, index }) => {
      const value = g?.english
        ? { once: 1, twice: 2, thrice: 3 }[g.english.toLowerCase()]
        : numberWord(g?.number ?? "");
      const isAmount =
        value !== 1 || g?.per !== undefined || focus.test(scan.text.slice(Math.max(0, index - 20), index));
      const word = `${g?.number ?? ""}${g?.number ? "maal" : (g?.english ?? "")}`;
      return isAmount ? quantity(value, ["keer"], false, rateAfter(scan.text, index + word.length)) : undefined;
    },
  );

/** `binnen een week`, `within a month`: one of a measure, where a term is set. */
const terms = (scan: Scan): Token[] =>
  scan.take(/(?<=(?<!\p{L})(?:binnen|within)\s)(?:een|a|an|one)\s+(?<unit>\p{L}+)/giu, ({ groups: g }) =>
    isMeasure(fold(g?.unit ?? "")) ? quantity(1, [fold(g?.unit ?? "")], false) : undefined,
  );

/** `bedraagt een maandsalaris`: a verb of measure takes an amount (ANS 20.1.6), here one of its noun. */
const amountNouns = (scan: Scan): Token[] =>
  scan.take(
    /(?<=(?<!\p{L})(?:bedraagt|bedragen|bedroeg|bedroegen|beloopt|belopen|amounts?\s+to|amounted\s+to|totals|equals)\s)(?:een|a|an|one)\s+(?<unit>\p{L}{4,})/giu,
    ({ groups: g }) => quantity(1, [fold(g?.unit ?? "")], false),
  );
