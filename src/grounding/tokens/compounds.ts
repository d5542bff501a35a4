import { countsOf, pairsOf } from "#kit/lexicon.ts";
import { numberWord } from "../language/numbers.ts";
import { fold } from "../language/words.ts";
import { unitsAfter } from "./after-number.ts";
import { isMeasure } from "./measures.ts";
import { type Amount, amountOf } from "./quantity.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

/**
 * Second parts of Dutch words that begin with a number (ANS 12.4: samenstellende afleidingen with a numeral), each with the
 * noun that is counted; empty: the nouns behind the word are.
 */
const heads = pairsOf("nl", "number-head");
const dutch = heads.map(
  ([forms, noun]) =>
    [
      new RegExp(
        `(?<![\\p{L}\\p{N}.,])(?<number>\\d{1,4}(?:[.,]\\d+)?|\\p{L}{2,24}?)-?(?:${forms})(?:e|en|s)?(?<rest>\\p{L}*)(?![\\p{L}\\p{N}])`,
        "giu",
      ),
      noun,
    ] as const,
);

/** `36-urige`, `driedaagse`, `halfjaarlijks`, `zestal`: a number that a word begins with, and what it counts. */
const inDutchWords = (scan: Scan): Token[] =>
  dutch.flatMap(([pattern, noun]) =>
    scan.take(pattern, ({ groups: g, index, 0: found }) => {
      const value = partNumber(g?.number ?? "");
      // `achturige` has a number in front, `jarige` none; "éénmaal" and the like are told as times.
      if (value === undefined) return undefined;
      return noun === "procent"
        ? amountOf(value, [], true)
        : amountOf(value, noun === "" ? unitsAfter(scan.text, index + found.length) : [noun], false);
    }),
  );

const partNumber = (written: string): number | undefined => {
  if (/^\d/u.test(written)) return Number(written.replace(",", "."));
  const word = fold(written);
  return word === "half" ? 0.5 : numberWord(word);
};

/** `forty-hour week`, `a seven-year contract`, `five-thousand-euro`, `two-bedroom`; `threefold`. */
const inEnglishWords = (scan: Scan): Token[] => [
  ...scan.take(/(?<![\p{L}\p{N}-])\p{L}+(?:[-‐‑]\p{L}+)+(?![\p{L}\p{N}-])/giu, ({ 0: found }) => {
    const parts = fold(found).split(/[-‐‑]/u);
    const from = parts.findIndex((part) => numberWord(part) === undefined);
    const noun = parts[from];
    if (from < 1 || noun === undefined || isRankOrShare(noun)) return undefined;
    const value = parts.slice(0, from).reduce((sum, part) => joined(sum, numberWord(part) ?? 0), 0);
    return value < 2 && !isMeasure(noun) ? undefined : amountOf(value, [noun], false);
  }),
  ...scan.take(/(?<!\p{L})(?<number>\p{L}{3,12})-?fold(?!\p{L})/giu, ({ groups: g }) => {
    const value = numberWord(g?.number ?? "");
    return value === undefined ? undefined : amountOf(value, ["voud"], false);
  }),
  ...scan.take(/(?<!\p{L})one-(?:off|time)(?!\p{L})/giu, () => amountOf(1, ["keer"], false)),
  ...scan.take(/(?<!\p{L})(?<word>biennial|fortnightly|bimonthly|semi-?annual)(?:ly)?(?!\p{L})/giu, ({ groups: g }) => {
    const [value, unit] = periodic[fold(g?.word ?? "").replace("-", "")] ?? [0, ""];
    return amountOf(value, [unit], false);
  }),
  ...scan.take(/(?<!\p{L})(?:het|the)\s+(?:dubbele|double|driedubbele|triple)(?!\p{L})/giu, ({ 0: found }) =>
    amountOf(/dri|tri/iu.test(found) ? 3 : 2, ["voud"], false),
  ),
  ...scan.take(
    /(?<!\p{L})(?:(?<two>double|dubbele?)|(?<three>triple|driedubbele?))\s+(?:the|de|het)(?!\p{L})/giu,
    ({ groups: g }) => amountOf(g?.two ? 2 : 3, ["voud"], false),
  ),
];

const periodic: Readonly<Record<string, readonly [value: number, unit: string]>> = {
  biennial: [2, "year"],
  fortnightly: [14, "day"],
  bimonthly: [2, "month"],
  semiannual: [6, "month"],
};

/** Twenty and five are added, five and thousand multiplied. */
const joined = (sum: number, value: number): number => (value >= 100 && sum > 0 ? sum * value : sum + value);

const isRankOrShare = (word: string): boolean =>
  /^(?:half|quarters?|thirds?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|first|second)$/u.test(word);

/** Words that hold a number of their own; of plurals of a number, of which nobody says how many, it is below zero. */
const collectives = { nl: countsOf("nl", "collective"), en: countsOf("en", "collective") };
const collectiveIn = new RegExp(
  `(?<!\\p{L})(?<half>(?:een\\s+half|half\\s+a)\\s+)?(?<word>${[...collectives.nl.keys(), ...collectives.en.keys()].join("|")})(?!\\p{L})`,
  "giu",
);

const collective = (scan: Scan): Token[] =>
  scan.take(collectiveIn, ({ groups: g, index, 0: found }) => {
    const word = fold(g?.word ?? "");
    // In a Dutch text `dozen` are boxes.
    const counted = collectives.nl.get(word) ?? (scan.tongue === "nl" ? undefined : collectives.en.get(word));
    return counted === undefined
      ? undefined
      : amountOf(counted * (g?.half ? 0.5 : 1), unitsAfter(scan.text, index + found.length), false);
  });

/** Nouns that are an amount of money by themselves, in whole units of it. */
const moneyNouns = countsOf("nl en", "money-noun");
const moneyNoun = new RegExp(
  `(?<!\\p{L})(?:(?<half>een\\s+halve?|half\\s+an?)|(?<one>een|één|an?|one)|(?<number>\\p{L}{3,20}|\\d{1,4}(?:[.,]\\d)?))\\s+(?<noun>${[...moneyNouns.keys()].join("|")})(?!\\p{L})`,
  "giu",
);

/** `een halve ton`, `zes tientjes`, `five grand`. */
const money = (scan: Scan): Token[] =>
  scan.take(moneyNoun, ({ groups: g }) => {
    const times = g?.half ? 0.5 : g?.one ? 1 : partNumber(g?.number ?? "");
    if (times === undefined) return undefined;
    return {
      kind: "sum" as const,
      value: times * (moneyNouns.get(fold(g?.noun ?? "")) ?? 0),
      currency: "eur",
      rate: "",
    };
  });

/** `een half uur`, `half an hour`, `an hour and a half`, `a fortnight`. */
const halves = (scan: Scan): Token[] => [
  ...scan.take(
    /(?<!\p{L})(?:een|an?)\s+(?<unit>\p{L}+)\s+(?:and\s+a\s+half|en\s+een\s+halve?)(?!\p{L})/giu,
    ({ groups: g }) => measured(1.5, g?.unit),
  ),
  ...scan.take(
    /(?<!\p{L})(?<!(?:\sen|\sand)\s+an?\s+)(?<!\sen\s+een\s+)(?:half|halve)[\s-](?:an?\s+)?(?<unit>\p{L}+)(?!\p{L})/giu,
    ({ groups: g }) => measured(0.5, g?.unit),
  ),
  ...scan.take(/(?<!\p{L})an?\s+fortnight(?!\p{L})/giu, () => amountOf(1, ["fortnight"], false)),
];

const measured = (value: number, unit: string | undefined): Amount | undefined =>
  isMeasure(fold(unit ?? "")) ? amountOf(value, [fold(unit ?? "")], false) : undefined;

/** Adverbials of time in which the article counts: `gedurende een maand`, `a year later` (ANS 9.8; Quirk et al. 8.51–8.78). */
const spans = (scan: Scan): Token[] => [
  ...scan.take(
    /(?<=(?<!\p{L})(?:gedurende|al|sinds|voor\s+de\s+duur\s+van|during|for|lasted|duurde|duurt)\s)(?:een|an?)\s+(?<unit>\p{L}+)(?!\p{L})/giu,
    ({ groups: g }) => measured(1, g?.unit),
  ),
  ...scan.take(
    /(?<!\p{L})(?:een|an?)\s+(?<unit>\p{L}+)(?=\s+(?:later|geleden|eerder|daarvoor|daarna|lang|tevoren|ago|earlier|before|after|long)(?!\p{L}))/giu,
    ({ groups: g }) => measured(1, g?.unit),
  ),
];

/** Every number that stands inside a word, or in a word of its own kind. */
export const readCompounds = (scan: Scan): Token[] => [
  ...inDutchWords(scan),
  ...inEnglishWords(scan),
  ...collective(scan),
  ...money(scan),
  ...halves(scan),
  ...spans(scan),
];
