import { dayNumber, type PartialDay } from "./language/calendar.ts";
import { kin } from "./language/kin.ts";
import { fullNames } from "./language/roles.ts";
import type { Source } from "./source.ts";
import { measureOf } from "./tokens/numbers.ts";
import type { Token } from "./tokens/token.ts";

/** Whether a source says this, after declared folding. */
export const saysToken = (source: Source, token: Token): boolean => {
  switch (token.kind) {
    case "date":
      return saysDay(source, token.day);
    case "weekday":
      return source.tokens.some((one) => one.kind === "weekday" && one.weekday === token.weekday);
    case "name":
      return source.namings.some((text) => isNamedIn(token.names, text));
    case "role":
      return (
        [...source.words].some((word) => sameRole(word, token.role)) ||
        token.role.split(" ").every((word) => source.words.has(word))
      );
    default:
      return source.tokens.some((one) => sameToken(one, token));
  }
};

const sameToken = (one: Token, token: Token): boolean => {
  if (one.kind === "sum" && token.kind === "sum")
    return same(one.value, token.value) && one.currency === token.currency;
  // A table leaves the currency out; what it counts instead would stand behind the number.
  if (one.kind === "number" && token.kind === "sum")
    return same(one.value, token.value) && !one.isPercent && one.units.length === 0 && one.value >= 100;
  if (one.kind === "time" && token.kind === "time") return one.minutes === token.minutes;
  if (one.kind === "number" && token.kind === "time")
    return one.value * 60 === token.minutes && measureOf(one.units)?.[1] === 60;
  if (one.kind === "time" && token.kind === "number")
    return token.value * 60 === one.minutes && measureOf(token.units)?.[1] === 60;
  if (one.kind === "reference" && token.kind === "reference") return one.key === token.key;
  return one.kind === "number" && token.kind === "number" && sameNumber(one, token);
};

const same = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;

type NumberToken = Extract<Token, { kind: "number" }>;

/** Equal values of one measure (two weeks are fourteen days), or of the same things. */
const sameNumber = (one: NumberToken, token: NumberToken): boolean => {
  if (one.isPercent !== token.isPercent) return false;
  const [measure, other] = [measureOf(one.units), measureOf(token.units)];
  if (measure && other) return measure[0] === other[0] && same(one.value * measure[1], token.value * other[1]);
  if (!same(one.value, token.value)) return false;
  if (one.isPercent || one.units.length === 0) return true;
  // A bare number of the sentence may be any thing that many of which the source has ("de drie").
  if (token.units.length === 0) return true;
  if (measure || other) return false;
  return one.units.some((unit) => token.units.some((noun) => kin(unit, noun)));
};

/** A day is said where everything the sentence tells of it is. Without a year in the words, that of the document counts. */
const saysDay = (source: Source, wanted: PartialDay): boolean => {
  const said = source.tokens.flatMap((one) => (one.kind === "date" ? [one.day] : []));
  const all = [...said, ...source.ownDays, ...said.flatMap((day) => withYears(day, source.ownDays))];
  return all.some((day) => covers(day, wanted));
};

/** Whether the words of a source say the day, rather than that it is the day of the document. */
export const saysDayInWords = (said: readonly PartialDay[], own: readonly PartialDay[], wanted: PartialDay): boolean =>
  [...said, ...said.flatMap((day) => withYears(day, own))].some((day) => covers(day, wanted));

const covers = (day: PartialDay, wanted: PartialDay): boolean =>
  (["year", "month", "day"] as const).every((part) => wanted[part] === undefined || day[part] === wanted[part]);

/** A day written without its year, as near to the document's own day as can be: within half a year. */
const withYears = (day: PartialDay, own: readonly PartialDay[]): PartialDay[] => {
  if (day.year !== undefined || day.month === undefined) return [];
  return own.flatMap(({ year, month = 1, day: date = 1 }) => {
    if (year === undefined) return [];
    const at = dayNumber({ year, month, day: date }) ?? 0;
    return [year - 1, year, year + 1]
      .map((one) => ({ ...day, year: one }))
      .filter(
        (one) =>
          Math.abs((dayNumber({ year: one.year, month: one.month ?? 1, day: one.day ?? 15 }) ?? 1e9) - at) <= 183,
      );
  });
};

/** Whether every word of a name stands in one place of the text, close together, in order. */
export const isNamedIn = (names: readonly string[], text: string): boolean => {
  const [first, ...rest] = names.map(literal);
  if (first === undefined) return false;
  const gap = "[^\\p{L}]{1,4}(?:\\p{L}{1,5}\\.?[^\\p{L}]{1,3}){0,3}";
  const pattern = new RegExp(`(?<!\\p{L})${[first, ...rest].join(gap)}(?:'?s)?(?!\\p{L})`, "u");
  return (
    pattern.test(text) ||
    fullNames.some(([short, full]) =>
      names.join(" ") === full ? text.includes(short) : names.join(" ") === short && text.includes(full),
    )
  );
};

/** A hyphen stands for itself outside a class, and may not be escaped there. */
const literal = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");

const sameRole = (word: string, role: string): boolean =>
  word === role ||
  (word.length > 4 &&
    role.length > 4 &&
    (word.startsWith(role) || role.startsWith(word) || (word.endsWith(role) && role.length > 5)));
