import { listOf } from "#kit/lexicon.ts";
import { Derivation_Kind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { kin } from "./language/kin.ts";
import { type Source, wholeDays } from "./source.ts";
import { dayOf } from "./tokens/dates.ts";
import { measureOf } from "./tokens/measures.ts";
import type { Token } from "./tokens/token.ts";

/** What follows from cited entries by counting, and from which. */
export interface Derived {
  readonly kind: Derivation_Kind;
  readonly sources: readonly Source[];
}

/** Things a memo counts by what it cites: documents and those who speak in them. */
const documentNouns = listOf("nl en", "counted-paper");
const speakerNouns = listOf("nl en", "counted-speaker");

/**
 * How a number follows from what is cited: the time between two days in whole days, weeks, months or years; how many
 * documents or speakers; the sum or difference of two amounts. Undefined: it does not.
 */
export const derive = (token: Token, sources: readonly Source[], before = ""): Derived | undefined => {
  if (token.kind === "date") return besideOf(token, before, sources);
  if (token.kind === "sum") return roundedOf(token, before, sources) ?? sumOf(token.value, token.currency, sources);
  if (token.kind !== "number" || token.isPercent) return undefined;
  const measure = measureOf(token.units);
  const rounded = roundedOf(token, before, sources);
  if (rounded) return rounded;
  if (measure === undefined || measure[0] === "time") return countOf(token, sources);
  return (
    periodOf(token.value, measure, sources) ??
    // "Bijna vier maanden" are three and some days.
    (below.test(before) || about.test(before) ? periodOf(token.value - 1, measure, sources) : undefined)
  );
};

/** `Daags voor 3 september`, `the day after 2 September`: the day that is named is one away from a day that is cited. */
const besideOf = (token: Token, before: string, sources: readonly Source[]): Derived | undefined => {
  const day = dayOf(token);
  const step = dayBefore.test(before) ? -1 : dayAfter.test(before) ? 1 : 0;
  if (day === undefined || step === 0) return undefined;
  const source = sources.find((one) => wholeDays(one).includes(day + step));
  return source && { kind: Derivation_Kind.PERIOD, sources: [source] };
};
const dayBefore = /(?<!\p{L})(?:daags\s+v[oó][oó]r|de\s+dag\s+v[oó][oó]r|the\s+day\s+before)\s+$/iu;
const dayAfter = /(?<!\p{L})(?:daags\s+na|de\s+dag\s+na|the\s+day\s+after)\s+$/iu;

/** `ruim € 600`, `nog geen zevenhonderd euro`: said to be rounded, within a tenth of the sum and on the side it says. */
const above = /(?:ruim|meer\s+dan|over|more\s+than|just\s+over)\s+$/iu;
const below = /(?:bijna|nog\s+geen|nog\s+net\s+geen|minder\s+dan|almost|nearly|under|less\s+than|just\s+under)\s+$/iu;
const about = /(?:circa|ca\.|ongeveer|rond(?:\s+de)?|about|around|approximately|some)\s+$/iu;

const roundedOf = (
  token: Extract<Token, { kind: "sum" | "number" }>,
  before: string,
  sources: readonly Source[],
): Derived | undefined => {
  const [lowest, highest] = above.test(before)
    ? [1, 1.1]
    : below.test(before)
      ? [0.9, 1]
      : about.test(before)
        ? [0.95, 1.05]
        : [1, 1];
  if (lowest === highest) return undefined;
  const source = sources.find(({ tokens }) =>
    tokens.some(
      (one) => isAlike(one, token) && sizeOf(one) >= sizeOf(token) * lowest && sizeOf(one) <= sizeOf(token) * highest,
    ),
  );
  return source && { kind: Derivation_Kind.SUM, sources: [source] };
};

/** Amounts of one currency, or numbers of one measure. */
const isAlike = (one: Token, token: Token): boolean => {
  if (one.kind === "sum" && token.kind === "sum") return one.currency === token.currency;
  if (one.kind !== "number" || token.kind !== "number" || one.isPercent !== token.isPercent) return false;
  const [a, b] = [measureOf(one.units), measureOf(token.units)];
  return a !== undefined && b !== undefined && a[0] === b[0];
};

const sizeOf = (token: Token): number => {
  if (token.kind === "sum") return token.value;
  return token.kind === "number" ? token.value * (measureOf(token.units)?.[1] ?? 1) : 0;
};

const periodOf = (
  value: number,
  [unit, factor]: readonly [string, number],
  sources: readonly Source[],
): Derived | undefined => {
  if (unit !== "day" && unit !== "month") return undefined;
  const days = sources.flatMap((source) => wholeDays(source).map((day) => ({ source, day })));
  for (const from of days)
    for (const to of days) {
      if (to.day <= from.day) continue;
      const whole =
        unit === "day"
          ? Math.floor((to.day - from.day) / factor)
          : Math.floor(monthsBetween(from.day, to.day) / factor);
      if (whole === value) return { kind: Derivation_Kind.PERIOD, sources: [...new Set([from.source, to.source])] };
    }
  return undefined;
};

const monthsBetween = (from: number, to: number): number => {
  const [a, b] = [new Date(from * 86_400_000), new Date(to * 86_400_000)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return b.getUTCDate() < a.getUTCDate() ? months - 1 : months;
};

const countOf = (
  { value, units }: Extract<Token, { kind: "number" }>,
  sources: readonly Source[],
): Derived | undefined => {
  const documents = sources.filter(({ isDocument }) => isDocument);
  const has = (nouns: readonly string[]): boolean => units.some((unit) => nouns.some((noun) => kin(unit, noun)));
  const isTimes = measureOf(units)?.[0] === "time";
  const ids = new Set(documents.map(({ entry }) => entry.span?.docUid || evidenceId(entry)));
  const speakers = new Set(documents.map(({ speaker }) => speaker).filter((speaker) => speaker !== ""));
  const fits =
    ((has(documentNouns) || isTimes) && ids.size === value) || (has(speakerNouns) && speakers.size === value);
  return fits && value > 1 ? { kind: Derivation_Kind.COUNT, sources: documents } : undefined;
};

const evidenceId = (entry: Source["entry"]): string =>
  entry.evidence?.evidence.case === "document" ? entry.evidence.evidence.value.evidenceId : entry.entryId;

const sumOf = (value: number, currency: string, sources: readonly Source[]): Derived | undefined => {
  const sums = sources.flatMap((source) =>
    source.tokens.flatMap((token) =>
      token.kind === "sum" && token.currency === currency ? [{ source, value: token.value }] : [],
    ),
  );
  for (const [at, one] of sums.entries())
    for (const other of sums.slice(at + 1))
      if (
        [one.value + other.value, Math.abs(one.value - other.value)].some((result) => Math.abs(result - value) < 0.005)
      )
        return { kind: Derivation_Kind.SUM, sources: [...new Set([one.source, other.source])] };
  return undefined;
};
