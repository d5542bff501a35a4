import { digits, isScale, numberWord } from "../language/numbers.ts";
import { fold, wordsIn } from "../language/words.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

const edge = "(?<![\\p{L}\\p{N}])";
const amount =
  "\\d{1,3}(?:[.\\u00a0\\u202f ']\\d{3})+(?:,\\d{1,2})?|\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d+(?:[.,]\\d+)?";
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
const clock =
  /(?<![\p{L}\p{N}.,:/-])(?<h>[01]?\d|2[0-4])(?:[:.](?<m>[0-5]\d))\s*(?<uur>uur|u|h|am|pm|a\.m\.|p\.m\.)?(?![\p{L}\p{N}:/-]|[.,]\d)/giu;
const hourOf = /(?<![\p{L}\p{N}.,:/-])(?<h>[01]?\d|2[0-4])\s*(?<half>am|pm|a\.m\.|p\.m\.)(?!\p{L})/giu;
const plain = new RegExp(`${edge}(?<![\\d.,:/-])(?<amount>${amount})${scale}(?!\\p{N})`, "giu");

const signs: Readonly<Record<string, string>> = {
  "€": "eur",
  $: "usd",
  "£": "gbp",
  dollar: "usd",
  pound: "gbp",
  pond: "gbp",
};
const currencyOf = (written: string): string => {
  const word = fold(written).replace(/'?s$/u, "");
  return signs[word] ?? (word.startsWith("eur") ? "eur" : word);
};
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
    return { kind: "sum" as const, value: value * scaleOf(times), currency: currencyOf(written) };
  };
  const wholes = [
    ...scan.take(sumBefore, sum),
    ...scan.take(sumAfter, sum),
    ...scan.take(percent, (match) => quantity(digits(match.groups?.amount ?? ""), [], true)),
    ...scan.take(clock, timeOf),
    ...scan.take(hourOf, ({ groups: g }) => ({ kind: "time" as const, minutes: hour(g?.h, g?.half) * 60 })),
  ];
  const plains = scan.take(plain, (match) => {
    const value = digits(match.groups?.amount ?? "");
    return value === undefined
      ? undefined
      : quantity(value * scaleOf(match.groups?.scale), unitsAfter(scan.text, match.index + match[0].length), false);
  });
  return [...wholes, ...plains, ...times(scan), ...terms(scan), ...inWords(scan)];
};

const quantity = (value: number | undefined, units: readonly string[], isPercent: boolean) =>
  value === undefined ? undefined : { kind: "number" as const, value, units, isPercent };

const hour = (written: string | undefined, half: string | undefined): number =>
  (Number(written) % 12) + (half?.toLowerCase().startsWith("p") ? 12 : 0);

/** `10:42`, and `10.42 uur`: without `uur`, a point stands between digits of a number or a clause. */
const timeOf = ({ 0: found, groups: g }: RegExpExecArray) => {
  if (found.includes(".") && g?.uur === undefined) return undefined;
  const isHalfDay = /^[ap]/iu.test(g?.uur ?? "");
  const hours = isHalfDay ? hour(g?.h, g?.uur) : Number(g?.h);
  return { kind: "time" as const, minutes: hours * 60 + Number(g?.m) };
};

/** `tweemaal`, `twice`: how often. `eenmaal` counts only in front of a period ("eenmaal per maand"). */
const times = (scan: Scan): Token[] =>
  scan.take(
    /(?<!\p{L})(?:(?<number>\p{L}{3,12})maal|(?<english>once|twice|thrice))(?!\p{L})(?<per>\s+(?:per|a|in\s+de)\s)?/giu,
    ({ groups: g }) => {
      const value = g?.english
        ? { once: 1, twice: 2, thrice: 3 }[g.english.toLowerCase()]
        : numberWord(g?.number ?? "");
      return value === undefined || (value === 1 && g?.per === undefined)
        ? undefined
        : quantity(value, ["keer"], false);
    },
  );

/** `binnen een week`, `within a month`: one of a measure, where a term is set. */
const terms = (scan: Scan): Token[] =>
  scan.take(/(?<=(?<!\p{L})(?:binnen|within)\s)(?:een|a|an|one)\s+(?<unit>\p{L}+)/giu, ({ groups: g }) =>
    isMeasure(fold(g?.unit ?? "")) ? quantity(1, [fold(g?.unit ?? "")], false) : undefined,
  );

/** The three words behind a number, as far as its noun can stand: it ends with the clause. */
const unitsAfter = (text: string, at: number): string[] =>
  wordsIn(text.slice(at, at + 60).split(/[.;:!?()\n]|,\s/u, 1)[0] ?? "")
    .slice(0, 3)
    .map(({ folded }) => folded);

const wordLike = /[\p{L}]+(?:[-‐‑][\p{L}]+)*/gu;

/** Runs of number words: `drie`, `two hundred and fifty`, `vijfduizend euro`. */
const inWords = (scan: Scan): Token[] => {
  const found: Token[] = [];
  const all = [...scan.text.matchAll(wordLike)];
  for (let at = 0; at < all.length; at++) {
    const run = runFrom(all, at, scan.text);
    if (run === undefined) continue;
    const token = tokenOf(run, scan.text);
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

/** `tweeduizend vijfhonderd`: what follows whole thousands or hundreds is smaller than they are. */
const goesOn = (before: number, value: number): boolean =>
  (before % 1_000 === 0 && value < 1_000) || (before % 100 === 0 && value < 100);

/** `één` is a number where an accent says so; `een` is an article, and `one` a pronoun, unless a unit of measure follows. */
const numberOrAccented = (word: string, isScaled: boolean): number | undefined => {
  const folded = fold(word);
  if (folded === "een") return /é/iu.test(word) ? 1 : undefined;
  if (folded === "acht" && !isScaled && word !== word.toLowerCase()) return undefined;
  return numberWord(word);
};

/** Units by which things are measured. A number word needs one of them, or a noun; alone it is a pronoun ("een van twee"). */
const tokenOf = ({ value, start, end }: Run, text: string): Token | undefined => {
  const units = unitsAfter(text, end);
  const written = text.slice(start, end);
  const range = { start, end, text: written };
  const next = units[0] ?? "";
  if (/^(?:euro|euros|euro's|eur|dollar|dollars|pond|pounds)$/u.test(next))
    return { ...range, kind: "sum", value, currency: currencyOf(next) };
  if (/^(?:procent|percent)$/u.test(next)) return { ...range, kind: "number", value, units: [], isPercent: true };
  if (value === 1 && !isMeasure(units[0] ?? "")) return undefined;
  // `acht` is a verb too (deems): a number only in front of a measure.
  if (fold(written) === "acht" && !units.slice(0, 2).some(isMeasure)) return undefined;
  if (units.length === 0 || partsOfTheText.has(units[0] ?? "") || partsOfTheText.has(units[1] ?? "")) return undefined;
  return { ...range, kind: "number", value, units, isPercent: false };
};

/** Nouns that count the author's own text and thoughts, not the case ("om twee redenen"). */
const partsOfTheText: ReadonlySet<string> = new Set(
  (
    "reden redenen punt punten vraag vragen grond gronden argument argumenten kwestie kwesties aspect aspecten opmerking " +
    "opmerkingen onderdeel onderdelen stelling stellingen verzoek verzoeken gevolg gevolgen voorwaarde voorwaarden mogelijkheid " +
    "mogelijkheden kanten kant dingen zaken partijen reason reasons point points question questions ground grounds argument " +
    "arguments issue issues aspect aspects remark remarks request requests condition conditions things sides parties"
  ).split(" "),
);

/** Time and measure: what one counts off, in words of either language, with how many of the smallest each is. */
const measures: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  minuut: ["minute", 1],
  minuten: ["minute", 1],
  minute: ["minute", 1],
  minutes: ["minute", 1],
  kwartier: ["minute", 15],
  uur: ["minute", 60],
  uren: ["minute", 60],
  hour: ["minute", 60],
  hours: ["minute", 60],
  dag: ["day", 1],
  dagen: ["day", 1],
  day: ["day", 1],
  days: ["day", 1],
  kalenderdagen: ["day", 1],
  daags: ["day", 1],
  daagse: ["day", 1],
  week: ["day", 7],
  weken: ["day", 7],
  weeks: ["day", 7],
  fortnight: ["day", 14],
  werkdag: ["workday", 1],
  werkdagen: ["workday", 1],
  workdays: ["workday", 1],
  maand: ["month", 1],
  maanden: ["month", 1],
  month: ["month", 1],
  months: ["month", 1],
  kwartaal: ["month", 3],
  kwartalen: ["month", 3],
  quarter: ["month", 3],
  quarters: ["month", 3],
  jaar: ["month", 12],
  jaren: ["month", 12],
  year: ["month", 12],
  years: ["month", 12],
  keer: ["time", 1],
  maal: ["time", 1],
  times: ["time", 1],
  kilometer: ["km", 1],
  km: ["km", 1],
  kilometers: ["km", 1],
  kilometres: ["km", 1],
  meter: ["m", 1],
  meters: ["m", 1],
};

export const isMeasure = (word: string): boolean => word in measures;

/** The measure among the words behind a number and how much of its smallest unit one is; undefined: it counts things. */
export const measureOf = (units: readonly string[]): readonly [unit: string, factor: number] | undefined => {
  const at = units.findIndex(isMeasure);
  return at < 0 ? undefined : measures[units[at] ?? ""];
};
