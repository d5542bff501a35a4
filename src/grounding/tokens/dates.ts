import { dayNumber, monthOf, monthWords, type PartialDay, weekdayOf, weekdayWords } from "../language/calendar.ts";
import { numberWord, ordinalWord } from "../language/numbers.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

const edge = "(?<![\\p{L}\\p{N}])";
const end = "(?![\\p{L}\\p{N}])";
const ordinal = "(?:e|ste|de|st|nd|rd|th)?";
const month = `(?<month>${monthWords})\\.?`;
const year = "(?<year>(?:19|20)\\d{2})";

const iso = new RegExp(`${edge}${year}-(?<m>\\d{1,2})-(?<d>\\d{1,2})(?!\\d)`, "giu");
const numeric = new RegExp(`${edge}(?<d>\\d{1,2})(?<sep>[-/.])(?<m>\\d{1,2})\\k<sep>(?<year>\\d{4})${end}`, "giu");
const shortNumeric = new RegExp(`${edge}(?<d>\\d{1,2})(?<sep>[-/])(?<m>\\d{1,2})\\k<sep>(?<yy>\\d{2})${end}`, "giu");
/** `3, 5 en 9 maart 2025`, `1-5 maart`: the days before the last share its month and year. */
const dayFirst = new RegExp(
  `${edge}(?<more>(?:\\d{1,2}${ordinal}\\s*(?:,|-|–|en|of|and|or|t/m|tot(?:\\s+en\\s+met)?|to|until)\\s*)*)(?<d>\\d{1,2})${ordinal}(?:\\s+of)?\\s+${month}(?:,?\\s+${year})?${end}`,
  "giu",
);
const monthFirst = new RegExp(`${edge}${month}\\s+(?:the\\s+)?(?<d>\\d{1,2})${ordinal}(?:,?\\s+${year})?${end}`, "giu");
const monthAlone = new RegExp(`${edge}${month}(?:\\s+(?:van\\s+|of\\s+)?${year})?${end}`, "giu");
const inWords = new RegExp(
  `${edge}(?<dw>[\\p{L}-]{3,24})(?:\\s+of)?\\s+(?<month>${monthWords})(?:,?\\s+(?<rest>[\\p{L}\\p{N}-]+(?:\\s+[\\p{L}-]+){0,4}))?`,
  "giu",
);
const yearAlone = new RegExp(`(?<![\\p{L}\\p{N}/.,:-])${year}(?![\\p{L}\\p{N}/:]|[.,]\\d|-\\d)`, "gu");
const shortYear = /(?<![\p{L}\p{N}])['’](?<yy>\d{2})(?![\p{L}\p{N}])/gu;
/** `woensdagmiddag` is a Wednesday too. */
const weekday = new RegExp(
  `${edge}(?<name>${weekdayWords})(?:(?:en|s)?${end}|(?=(?:ochtend|morgens?|namiddag|middag|avond|nacht)(?:en|s)?${end}))`,
  "giu",
);

/** Every date of the text, whole or partial, in digits or words, and every weekday. */
export const readDates = (scan: Scan): Token[] => [
  ...scan.take(iso, ({ groups: g }) => date(g?.year, g?.m, g?.d)),
  ...scan.take(numeric, ({ groups: g }) => date(g?.year, g?.m, g?.d)),
  ...scan.take(shortNumeric, ({ groups: g }) => date(`20${g?.yy}`, g?.m, g?.d)),
  ...manyDays(scan),
  ...scan.take(monthFirst, ({ groups: g }) => date(g?.year, monthNumber(g?.month), g?.d)),
  ...scan.take(inWords, dateInWords),
  ...scan.take(monthAlone, (match) =>
    isMonth(match) ? date(match.groups?.year, monthNumber(match.groups?.month)) : undefined,
  ),
  ...scan.take(yearAlone, ({ groups: g }) => date(g?.year)),
  ...scan.take(shortYear, ({ groups: g }) => date(`${Number(g?.yy) > 60 ? 19 : 20}${g?.yy}`)),
  ...scan.take(weekday, ({ groups: g }) => ({ kind: "weekday" as const, weekday: weekdayOf(g?.name ?? "") })),
];

const monthNumber = (name: string | undefined): string => String(monthOf(name ?? ""));

const date = (y?: string, m?: string, d?: string): { kind: "date"; day: PartialDay } | undefined => {
  const [month, day] = [m === undefined ? undefined : Number(m), d === undefined ? undefined : Number(d)];
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > 31)) return undefined;
  return {
    kind: "date",
    day: {
      ...(y === undefined ? {} : { year: Number(y) }),
      ...(month === undefined ? {} : { month }),
      ...(day === undefined ? {} : { day }),
    },
  };
};

/** The last day of a list and, each as a token of its own at the same place, those before it. */
const manyDays = (scan: Scan): Token[] =>
  scan
    .take(dayFirst, (match) => {
      const all = [...(match.groups?.more ?? "").matchAll(/\d{1,2}/gu)].map(([day]) => day);
      const read = [...all, match.groups?.d].flatMap(
        (day) => date(match.groups?.year, monthNumber(match.groups?.month), day) ?? [],
      );
      return read.length === 0 ? undefined : { read };
    })
    .flatMap(({ read, start, end: stop, text }) => read.map((one) => ({ ...one, start, end: stop, text })));

/** `negen december tweeduizendvijfentwintig`, `the ninth of December`. */
const dateInWords = (match: RegExpExecArray): { kind: "date"; day: PartialDay } | undefined => {
  const { dw = "", month: name = "", rest = "" } = match.groups ?? {};
  const day = numberWord(dw) ?? ordinalWord(dw);
  if (day === undefined || day > 31 || !Number.isInteger(day)) return undefined;
  const value = yearInWords(rest);
  // Only what belongs to the date is taken: the pattern reads on, and a year is all that may follow.
  match[0] = match[0].slice(0, match[0].length - rest.length + value.length).trimEnd();
  return date(value.year === undefined ? undefined : String(value.year), monthNumber(name), String(day));
};

const yearInWords = (rest: string): { year?: number; length: number } => {
  const pieces = rest.split(/\s+/u);
  const first = /^(?:19|20)\d{2}$/u.test(pieces[0] ?? "") ? Number(pieces[0]) : numberWord(pieces[0] ?? "");
  if (first !== undefined && first >= 1900 && first < 2100) return { year: first, length: (pieces[0] ?? "").length };
  const values = pieces.map((piece) => numberWord(piece));
  // `twenty twenty-five`, and `two thousand [and] twenty-five`.
  const [a, b] = values;
  if ((a === 20 || a === 19) && b !== undefined && b < 100)
    return { year: a * 100 + b, length: `${pieces[0]} ${pieces[1]}`.length };
  if (a === 2 && b === 1000) {
    const at = pieces[2] === "and" ? 3 : 2;
    const more = values[at];
    if (more === undefined) return { year: 2000, length: `${pieces[0]} ${pieces[1]}`.length };
    return { year: 2000 + more, length: pieces.slice(0, at + 1).join(" ").length };
  }
  return { length: 0 };
};

/**
 * Names of months that are words as well: `mei` is none, but "may" is a modal, "march" and "mar" a walk, "jan" a name, and
 * "dec" or "sept" short for others. English writes its months with a capital; a short form needs its year.
 */
const isMonth = ({ groups: g, 0: found, index, input }: RegExpExecArray): boolean => {
  const name = g?.month ?? "";
  if (name.length <= 4 && !["mei", "juni", "juli", "june", "july", "may"].includes(name.toLowerCase()))
    return g?.year !== undefined;
  if (["may", "march", "august"].includes(name.toLowerCase()))
    return (
      /^\p{Lu}/u.test(found) &&
      (g?.year !== undefined || /(?:in|of|since|until|by|from|during|early|late|mid)\s+$/iu.test(input.slice(0, index)))
    );
  return true;
};

/** Days since 1970 of a whole date. */
export const dayOf = (token: Token): number | undefined => (token.kind === "date" ? dayNumber(token.day) : undefined);
