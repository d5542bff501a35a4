import { wordsOf } from "#kit/lexicon.ts";
import { houseOf, isCalled } from "#kit/mail-house.ts";
import { dayNumber, type PartialDay } from "./language/calendar.ts";
import { kin } from "./language/kin.ts";
import { isNoNoun } from "./language/no-noun.ts";
import { fullNames } from "./language/roles.ts";
import type { Source } from "./source.ts";
import { sameTime } from "./tokens/clock.ts";
import { isMeasure, measureOf } from "./tokens/measures.ts";
import { endOfRate, saysRate } from "./tokens/rates.ts";
import type { Token } from "./tokens/token.ts";

/** What is asked of a source, or of any other words, that tells whether they say something. */
export type Saying = Pick<Source, "tokens" | "ownDays" | "namings" | "participants" | "words">;

/** Words of no source: those of a claim, or a day alone. */
export const bareSaying = (said: Partial<Saying>): Saying => ({
  tokens: [],
  ownDays: [],
  namings: [],
  participants: [],
  words: new Set<string>(),
  ...said,
});

/** Whether a source says this, after declared folding. */
export const saysToken = (source: Saying, token: Token): boolean => {
  switch (token.kind) {
    case "date":
      return saysDay(source, token.day);
    case "weekday":
      return source.tokens.some((one) => one.kind === "weekday" && one.weekday === token.weekday);
    case "daypart":
      return source.tokens.some(
        (one) =>
          (one.kind === "daypart" && one.from === token.from) ||
          (one.kind === "time" && token.from <= one.minutes && one.minutes <= token.to),
      );
    case "name":
      return (
        source.namings.some((text) => isNamedIn(token.names, text)) ||
        source.participants.some((one) => isCalled(houseOf(one), token.names))
      );
    case "role":
      return (
        [...source.words].some((word) => sameRole(word, token.role)) ||
        token.role.split(" ").every((word) => source.words.has(word))
      );
    case "number":
      // "Bedraagt een maandsalaris": one of what no measure counts is said by its noun.
      if (token.units.length === 1 && token.value === 1 && !token.units.some(isMeasure))
        return token.units.every((noun) => source.words.has(noun));
      return source.tokens.some((one) => sameToken(one, token) && sameRate(one, token, source));
    case "sum":
      return source.tokens.some((one) => sameToken(one, token) && sameRate(one, token, source));
    default:
      return source.tokens.some((one) => sameToken(one, token));
  }
};

/**
 * Whether a source that does not say this says another of its kind: another sum, another number of the same things, another day, time
 * or reference. Never of a name or role: whoever is not named is not another.
 */
export const saysAnother = (source: Source, token: Token): boolean => {
  if (token.kind === "date" || token.kind === "weekday")
    return source.ownDays.length > 0 || source.tokens.some(({ kind }) => kind === "date" || kind === token.kind);
  if (token.kind === "name" || token.kind === "role") return false;
  // A sum by its cents alone: `verlaagd naar 87,40` where the paper says € 212,40.
  if (token.kind === "number" && !Number.isInteger(token.value) && isBareSum(token))
    return source.tokens.some((one) => one.kind === "sum" || (one.kind === "number" && isBareSum(one)));
  return source.tokens.some((one) => one.kind === token.kind && (token.kind !== "number" || ofSameThings(one, token)));
};

const ofSameThings = (one: Token, token: NumberToken): boolean => {
  if (one.kind !== "number" || one.isPercent !== token.isPercent || same(one.value, token.value)) return false;
  const [measure, other] = [measureOf(one.units), measureOf(token.units)];
  if (measure || other) return measure !== undefined && other !== undefined && measure[0] === other[0];
  return one.units.some((unit) => token.units.some((noun) => kin(unit, noun)));
};

const sameToken = (one: Token, token: Token): boolean => {
  if (one.kind === "sum" && token.kind === "sum")
    return same(one.value, token.value) && one.currency === token.currency;
  // A table leaves the currency out; what it counts instead would stand behind the number.
  if (one.kind === "number" && token.kind === "sum")
    return same(one.value, token.value) && !one.isPercent && one.units.length === 0 && one.value >= 100;
  // So does whoever types a sum by its cents or its size: `312,40` of an invoice of `€ 312,40`.
  if (one.kind === "sum" && token.kind === "number")
    return same(one.value, token.value) && isBareSum(token) && (token.value >= 100 || !Number.isInteger(token.value));
  if (one.kind === "time" && token.kind === "time") return sameTime(one, token);
  if (one.kind === "number" && token.kind === "time")
    return one.value * 60 === token.minutes && measureOf(one.units)?.[1] === 60;
  if (one.kind === "time" && token.kind === "number")
    return token.value * 60 === one.minutes && measureOf(token.units)?.[1] === 60;
  if (one.kind === "reference" && token.kind === "reference") return one.key === token.key;
  return one.kind === "number" && token.kind === "number" && sameNumber(one, token);
};

/** With cents also in front of a word that is no noun: `87,40 op 20 april`. */
const isBareSum = ({ value, units: [noun = ""], isPercent, isRank = false }: NumberToken): boolean =>
  (noun === "" || (!Number.isInteger(value) && isNoNoun(noun))) && !isPercent && !isRank;

const isOneThing = ({ value, units, isPercent }: NumberToken): boolean =>
  value === 1 && !isPercent && units.length > 0 && measureOf(units) === undefined;

/** "In één keer", "one key": one of a thing is told nearly as an article is, and is false only where a source counts it otherwise. */
export const isUncounted = (token: Token, sources: readonly Source[]): boolean => {
  // An amount ("bedraagt een maandsalaris") holds its noun.
  if (token.kind !== "number" || !isOneThing(token) || token.text.includes(" ")) return false;
  const [noun = ""] = token.units;
  return !sources.some(({ tokens }) =>
    tokens.some((one) => one.kind === "number" && one.value !== 1 && one.units.some((unit) => kin(unit, noun))),
  );
};

/** What the sentence counts anew ("per maand") the source does too, with the amount or in a word of its own ("maandhuur"). */
const sameRate = (one: Token, token: SumOrNumber, source: Saying): boolean =>
  token.rate === "" ||
  ((one.kind === "sum" || one.kind === "number") && one.rate !== "" && kin(one.rate, token.rate)) ||
  saysRate(token.rate, source.words);

/** Where the words of a token end that no source says: an amount which one says, and not for what it is counted anew, with that. */
export const endOfUnsaid = (text: string, token: Token, sources: readonly Saying[]): number => {
  if (token.kind !== "sum" && token.kind !== "number") return token.end;
  const once = { ...token, rate: "" };
  return sources.some((source) => saysToken(source, once)) ? endOfRate(text, token.end, token.rate) : token.end;
};

type SumOrNumber = Extract<Token, { kind: "sum" | "number" }>;

const same = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;

type NumberToken = Extract<Token, { kind: "number" }>;

const countsAny = wordsOf("nl en", "counts-any");

/** Equal values of one measure (two weeks are fourteen days), or of the same things. */
const sameNumber = (one: NumberToken, token: NumberToken): boolean => {
  if (one.isPercent !== token.isPercent || (one.isRank ?? false) !== (token.isRank ?? false)) return false;
  const [measure, other] = [measureOf(one.units), measureOf(token.units)];
  if (measure && other) return measure[0] === other[0] && same(one.value * measure[1], token.value * other[1]);
  if (!same(one.value, token.value)) return false;
  if (one.isPercent || one.units.length === 0) return true;
  // A bare number of the sentence may be any thing that many of which the source has ("de drie").
  if (token.units.length === 0) return true;
  if (measure || other) return false;
  // `Sleutels: 3 stuks` counts what stands elsewhere.
  if ([one, token].some(({ units: [noun = ""] }) => countsAny.has(noun))) return true;
  return one.units.some((unit) => token.units.some((noun) => kin(unit, noun)));
};

/** A day is said where everything the sentence tells of it is. Without a year in the words, that of the document counts. */
const saysDay = (source: Saying, wanted: PartialDay): boolean => {
  const said = source.tokens.flatMap((one) => (one.kind === "date" ? [one.day] : []));
  const all = [...said, ...source.ownDays, ...said.flatMap((day) => withYears(day, source.ownDays))];
  return all.some((day) => covers(day, wanted));
};

/** Whether the words of a source say the day, rather than that it is the day of the document. */
export const saysDayInWords = (said: readonly PartialDay[], own: readonly PartialDay[], wanted: PartialDay): boolean =>
  [...said, ...said.flatMap((day) => withYears(day, own))].some((day) => covers(day, wanted));

const covers = (day: PartialDay, wanted: PartialDay): boolean =>
  (["year", "month", "day"] as const).every((part) => wanted[part] === undefined || day[part] === wanted[part]);

/**
 * A day written without its year, as near to the document's own day as can be: within half a year, or in the document's own year within
 * eight months ("niet voor 1 december" in a mail of May).
 */
const withYears = (day: PartialDay, own: readonly PartialDay[]): PartialDay[] => {
  if (day.year !== undefined || day.month === undefined) return [];
  return own.flatMap(({ year, month, day: date = 1 }) => {
    // A year alone (“Verslag 2024”) dates nothing: the year it tells of need not be that of writing.
    if (year === undefined || month === undefined) return [];
    const at = dayNumber({ year, month, day: date }) ?? 0;
    return [year - 1, year, year + 1]
      .map((one) => ({ ...day, year: one }))
      .filter((one) => {
        const away = Math.abs((dayNumber({ year: one.year, month: one.month ?? 1, day: one.day ?? 15 }) ?? 1e9) - at);
        return away <= (one.year === year ? daysOfOwnYear : daysNear);
      });
  });
};
const [daysNear, daysOfOwnYear] = [183, 245] as const;

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

/** One noun, its inflection aside; a compound's head is named by the head alone (`arts` of `bedrijfsarts`), its first part is not. */
export const sameRole = (word: string, role: string): boolean => {
  const [short, long] = word.length < role.length ? [word, role] : [role, word];
  if (short === long) return true;
  if (short.length <= 4) return false;
  return (long.startsWith(short) && long.length - short.length <= 3) || (word.endsWith(role) && role.length > 5);
};
