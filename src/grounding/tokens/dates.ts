import { dayNumber, monthOf, monthWords, type PartialDay, weekdayOf, weekdayWords } from "../language/calendar.ts";
import { dutch } from "../language/dutch.ts";
import { english } from "../language/english.ts";
import type { Grammar } from "../language/grammar.ts";
import { isScale, numberWord, ordinalWord } from "../language/numbers.ts";
import { fold } from "../language/words.ts";
import { isCurrency } from "./after-number.ts";
import { isMeasure } from "./measures.ts";
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
/** `2026-04`, `04-2026`, `04/2026`: a month in digits, as payslips and accounts name it. */
const yearMonth = new RegExp(`${edge}${year}-(?<m>0[1-9]|1[0-2])(?![\\p{L}\\p{N}]|-\\d)`, "gu");
const monthYear = new RegExp(`${edge}(?<![-/.])(?<m>0[1-9]|1[0-2])[-/]${year}${end}`, "gu");
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
const yearAlone = new RegExp(`(?<![\\p{L}\\p{N}/.,:-])${year}(?![\\p{L}\\p{N}/]|[.,:]\\d|-\\d)`, "gu");
const shortYear = /(?<![\p{L}\p{N}])['’](?<yy>\d{2})(?![\p{L}\p{N}])/gu;
/** `woensdagmiddag` is a Wednesday too. */
const weekday = new RegExp(
  `${edge}(?<name>${weekdayWords})(?:(?:en|s)?${end}|(?=(?:ochtend|morgens?|namiddag|middag|avond|nacht)(?:en|s)?${end}))`,
  "giu",
);

/** `de negende van die maand`, `the 25th day of each month`: a day of a month that is named elsewhere. */
const ofMonth = new RegExp(
  `${edge}(?:(?<d>\\d{1,2})(?:e|ste|de|st|nd|rd|th)|(?<dw>[\\p{L}-]{4,18}))\\s+(?:(?:dag|day)\\s+)?(?:van|of)\\s+(?:die|deze|dezelfde|de|elke|iedere|that|this|the|the\\s+same|each|every)\\s+(?:maand|month)${end}`,
  "giu",
);
/** `uiterlijk de 25e`, `by the 16th`: what ranks nothing that stands behind it is a day, whose month is named elsewhere. */
const dayAlone = new RegExp(
  `${edge}(?<d>\\d{1,2})(?:e|ste|de|st|nd|rd|th)(?:\\s+(?<next>\\p{L}[\\p{L}-]*)|${end})`,
  "giu",
);
/** Days that have a name instead of a number (Algemene termijnenwet art. 3; Banking and Financial Dealings Act 1971). */
const feasts: readonly (readonly [words: string, month: number, day: number])[] = [
  ["nieuwjaarsdag|new\\s+year['’]s\\s+day", 1, 1],
  ["koningsdag|king['’]s\\s+day", 4, 27],
  ["bevrijdingsdag|liberation\\s+day", 5, 5],
  ["kerstavond|christmas\\s+eve", 12, 24],
  ["tweede\\s+kerstdag|boxing\\s+day", 12, 26],
  ["(?:eerste\\s+)?kerst(?:dag|mis)?|christmas(?:\\s+day)?", 12, 25],
  ["oudejaarsdag|oudejaarsavond|new\\s+year['’]s\\s+eve", 12, 31],
];
const feastPatterns = feasts.map(
  ([words, month, day]) => [new RegExp(`${edge}(?:${words})(?:dagen)?${end}`, "giu"), { month, day }] as const,
);
/** Movable ones, and the end of the week: days of their own kind, counted on from Saturday. */
const movable = [
  "weekend(?:en|s)?|weekeinden?",
  "goede\\s+vrijdag|good\\s+friday",
  "(?:eerste\\s+)?paas(?:dag)?|pasen|easter(?:\\s+sunday)?",
  "tweede\\s+paasdag|easter\\s+monday",
  "hemelvaart(?:sdag)?|ascension\\s+day",
  "(?:eerste\\s+)?pinksterdag|pinksteren|whitsun|pentecost",
  "tweede\\s+pinksterdag|whit\\s+monday",
].map((words, at) => [new RegExp(`${edge}(?:${words})${end}`, "giu"), 7 + at] as const);

const readFeasts = (scan: Scan): Token[] => [
  ...movable
    .toReversed()
    .flatMap(([pattern, code]) => scan.take(pattern, () => ({ kind: "weekday" as const, weekday: code }))),
  ...feastPatterns.flatMap(([pattern, day]) => scan.take(pattern, () => ({ kind: "date" as const, day }))),
];

/** `in tweeduizendtweeëntwintig`, `since twenty twenty-two`: a year in words, behind a preposition of time, where nothing is counted by it. */
const yearWords =
  /(?<=(?<!\p{L})(?:in|sinds|vanaf|eind|begin|medio|jaar|van|since|from|until|during|early|late|year|of)\s)(?<rest>(?:twee|negentien|twenty|nineteen|two)[\p{L}-]*(?:\s+(?:thousand|and|[\p{L}]+-[\p{L}]+|[\p{L}]{3,9})){0,3})/giu;
const readYearWords = (scan: Scan): Token[] =>
  scan.take(yearWords, (match) => {
    const { year, length } = yearInWords(match.groups?.rest ?? "");
    const next = /^\s+(\p{L}+)/u.exec(scan.text.slice(match.index + length))?.[1] ?? "";
    if (year === undefined || isScale(next) || isMeasure(fold(next)) || isCurrency(next)) return undefined;
    match[0] = match[0].slice(0, length);
    return date(String(year));
  });

/** `de jaren negentig`, `the nineties`: ten years at once, never told by a year of them. */
const decades = new RegExp(
  `${edge}(?:jaren\\s+(?<nl>twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)|(?<en>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))${end}`,
  "giu",
);
const readDecades = (scan: Scan): Token[] =>
  scan.take(decades, ({ groups: g }) => {
    const value = numberWord(g?.nl ?? (g?.en ?? "").replace(/ies$/iu, "y"));
    return value === undefined
      ? undefined
      : { kind: "number" as const, value, units: ["decade"], isPercent: false, rate: "" };
  });

/** `€ 2026`, `2026 euro`, `2026 uur`: four digits that say how much are no year, though a year of the same digits may stand in the source. */
const isCounted = (text: string, at: number): boolean => {
  const before = /(?<sign>[€$£])\s*$|(?<!\p{L})(?<word>\p{L}+)\.?\s*$/u.exec(
    text.slice(Math.max(0, at - 16), at),
  )?.groups;
  return (
    before?.sign !== undefined ||
    isCurrency(before?.word ?? "") ||
    isQuantity(text, at + 4) ||
    countsNoun(text.slice(0, at), text.slice(at + 4))
  );
};

/** Whether a number that ends here is so much of something: money, a share, time or measure stands behind it. */
const isQuantity = (text: string, end: number): boolean => {
  const { sign, word = "" } =
    /^(?:,[-–—=]+)?\s*(?:(?<sign>[€$£%])|(?<word>\p{L}+))/u.exec(text.slice(end, end + 24))?.groups ?? {};
  return (
    sign !== undefined ||
    isCurrency(word) ||
    isScale(word) ||
    isMeasure(fold(word)) ||
    /^pro?cent$|^percent$/iu.test(word)
  );
};

/**
 * `2026 klachten`: right in front of a plural in small letters it counts, where what stands before it is nothing that a year
 * follows: a preposition of time, a month or season, a noun that is called by its year (`de begroting 2025`).
 */
const countsNoun = (before: string, behind: string): boolean => {
  const noun = /^\s(?<noun>\p{Ll}{3,}(?:en|s))(?!\p{L})/u.exec(behind)?.groups?.noun ?? "";
  const lead = fold(/(?:^|[\s(])(?<lead>[\p{L}’']*)\s?$/u.exec(before)?.groups?.lead ?? "-");
  if (noun === "" || tongues.some((grammar) => isNoNoun(fold(noun), grammar))) return false;
  return lead === "" ? /(?:^|[.!?])\s*$/u.test(before) : tongues.some((grammar) => leadsCount(lead, grammar));
};
const tongues: readonly Grammar[] = [dutch, english];

const isNoNoun = (word: string, grammar: Grammar): boolean =>
  grammar.functionWords.has(word) ||
  grammar.auxiliaries.has(word) ||
  grammar.modals.has(word) ||
  grammar.isPast(word) ||
  grammar.saysNow(word) ||
  grammar.isParticiple(word, "");

/** An article, a verb or an adverb: nobody says a year right behind it. */
const leadsCount = (word: string, grammar: Grammar): boolean =>
  !grammar.prepositions.has(word) &&
  (grammar.determiners.has(word) ||
    grammar.auxiliaries.has(word) ||
    grammar.isPast(word) ||
    grammar.functionWords.has(word));

/** Every date of the text, whole or partial, in digits or words, and every weekday. */
export const readDates = (scan: Scan): Token[] => [
  ...readFeasts(scan),
  ...readDecades(scan),
  ...scan.take(iso, ({ groups: g }) => date(g?.year, g?.m, g?.d)),
  ...scan.take(numeric, ({ groups: g }) => date(g?.year, g?.m, g?.d)),
  ...scan.take(shortNumeric, ({ groups: g }) => date(`20${g?.yy}`, g?.m, g?.d)),
  ...[yearMonth, monthYear].flatMap((one) => scan.take(one, ({ groups: g }) => date(g?.year, g?.m))),
  ...manyDays(scan),
  // `In juli 24 uur extra`: so many hours in a month.
  ...scan.take(monthFirst, ({ index, 0: { length }, groups: g }) =>
    g?.year === undefined && isQuantity(scan.text, index + length)
      ? undefined
      : date(g?.year, monthNumber(g?.month), g?.d),
  ),
  ...scan.take(inWords, dateInWords),
  ...scan.take(ofMonth, ({ groups: g }) => {
    const day = g?.d === undefined ? ordinalWord(g?.dw ?? "") : Number(g.d);
    return day === undefined || day > 31 ? undefined : { kind: "date" as const, day: { day } };
  }),
  ...scan.take(dayAlone, dayByRank),
  ...readYearWords(scan),
  ...scan.take(monthAlone, (match) =>
    isMonth(match) ? date(match.groups?.year, monthNumber(match.groups?.month)) : undefined,
  ),
  ...scan.take(yearAlone, ({ index, groups: g }) => (isCounted(scan.text, index) ? undefined : date(g?.year))),
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

const dayByRank = (match: RegExpExecArray): { kind: "date"; day: PartialDay } | undefined => {
  const { d = "", next } = match.groups ?? {};
  if (next !== undefined) {
    if (
      ![dutch, english].some(
        ({ functionWords, prepositions }) => functionWords.has(fold(next)) || prepositions.has(fold(next)),
      )
    )
      return undefined;
    // What stands behind the day is no part of it.
    match[0] = match[0].slice(0, -next.length).trimEnd();
  }
  return date(undefined, undefined, d);
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
