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

/** Days of a month that a text names, with their year or without: `12-8` for 8 December. */
export const calendarDays = (text: string): string[] =>
  tokensOf(text).flatMap((token) =>
    token.kind === "date" && token.day.month !== undefined && token.day.day !== undefined
      ? [`${token.day.month}-${token.day.day}`]
      : [],
  );

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
