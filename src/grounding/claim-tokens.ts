import { isoOf } from "./language/calendar.ts";
import { dutch } from "./language/dutch.ts";
import { english } from "./language/english.ts";
import { wordsIn } from "./language/words.ts";
import { readTokens } from "./tokens/read-tokens.ts";
import type { Token } from "./tokens/token.ts";

/** Something hard that a claim says, with its place: UTF-16 units, half-open. */
export interface ClaimToken {
  readonly kind: "day" | "sum" | "number" | "reference" | "time";
  /** After declared folding: an ISO 8601 date, a number with a point before decimals, `h:mm`, or the reference without spaces. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The whole days, sums, numbers, times and references of a text, in order, as the check of a draft reads them. Names and
 * roles are the business of speakers, and what is partial (a month, a weekday) says too little by itself.
 */
export const claimTokens = (text: string): ClaimToken[] =>
  tokensOf(text).flatMap((token) => {
    const told = toldBy(token);
    return told === undefined ? [] : [{ ...told, start: token.start, end: token.end }];
  });

const tokensOf = (text: string): Token[] =>
  readTokens(text, { grammars: [dutch, english], known: new Set(wordsIn(text).map(({ folded }) => folded)) });

/** A day that a text names, with its place: UTF-16 units, half-open. */
export interface NamedDay {
  /** ISO 8601 date; without its year where the text leaves that out: `--12-08` for 8 December. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The days of a month that a text names, with their year or without, in order. */
export const calendarDays = (text: string): NamedDay[] =>
  tokensOf(text).flatMap((token) => {
    if (token.kind !== "date" || token.day.month === undefined || token.day.day === undefined) return [];
    const [month, day] = [token.day.month, token.day.day].map((part) => String(part).padStart(2, "0"));
    return [{ value: isoOf(token.day) ?? `--${month}-${day}`, start: token.start, end: token.end }];
  });

/**
 * Days of a month as they are numbered in a text, where it names them by that alone or with their month: `by the 25th` is 25, and
 * `16 November` is 16. `alone`: those without their month.
 */
export const numberedDays = (text: string): { readonly all: readonly number[]; readonly alone: readonly number[] } => {
  const days = tokensOf(text).flatMap((token) => (token.kind === "date" ? [token.day] : []));
  const numbered = (some: typeof days) => some.flatMap(({ day }) => day ?? []);
  return { all: numbered(days), alone: numbered(days.filter(({ month }) => month === undefined)) };
};

/** The months that a text names with their year and without a day, as `2025-12`: what is paid for december 2025. */
export const calendarMonths = (text: string): string[] =>
  tokensOf(text).flatMap((token) => {
    if (token.kind !== "date") return [];
    const { year, month, day } = token.day;
    return year === undefined || month === undefined || day !== undefined
      ? []
      : [`${year}-${String(month).padStart(2, "0")}`];
  });

/** Whether two days may be the same: one that leaves its year out is of any year. */
export const maySameDay = (a: string, b: string): boolean =>
  a.startsWith("--") || b.startsWith("--") ? a.slice(-5) === b.slice(-5) && a !== "" : a === b;

const toldBy = (token: Token): Pick<ClaimToken, "kind" | "value"> | undefined => {
  switch (token.kind) {
    case "date": {
      const value = isoOf(token.day);
      return value === undefined ? undefined : { kind: "day", value };
    }
    case "time":
      return {
        kind: "time",
        value: `${Math.floor(token.minutes / 60)}:${String(token.minutes % 60).padStart(2, "0")}`,
      };
    case "sum":
    case "number":
      return { kind: token.kind, value: String(token.value) };
    case "reference":
      return { kind: "reference", value: token.key.toUpperCase() };
    default:
      return undefined;
  }
};

/** Whether one of these texts says the same: a sum also where only its number stands. */
export const saysToken = (token: ClaimToken, texts: readonly string[]): boolean =>
  texts.some((text) =>
    claimTokens(text).some(
      ({ kind, value }) => value === token.value && (kind === token.kind || (isAmount(kind) && isAmount(token.kind))),
    ),
  );

const isAmount = (kind: ClaimToken["kind"]): boolean => kind === "sum" || kind === "number";
