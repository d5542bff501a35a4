/** Something hard that a claim says, with its place: UTF-16 units, half-open. */
export interface ClaimToken {
  readonly kind: "day" | "sum" | "number" | "reference" | "time";
  /** After declared folding: an ISO 8601 date, digits with a point before decimals, or the reference without spaces. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const months = [
  ["januari", "january", "jan"],
  ["februari", "february", "feb"],
  ["maart", "march", "mrt", "mar"],
  ["april", "apr"],
  ["mei", "may"],
  ["juni", "june", "jun"],
  ["juli", "july", "jul"],
  ["augustus", "august", "aug"],
  ["september", "sept", "sep"],
  ["oktober", "october", "okt", "oct"],
  ["november", "nov"],
  ["december", "dec"],
];
const monthNames = months.flat().toSorted((a, b) => b.length - a.length);
const monthOf = (name: string): number => months.findIndex((names) => names.includes(name.toLowerCase())) + 1;

const written = new RegExp(
  `(?<!\\p{L}|\\d)(\\d{1,2})(?:e|ste|de|st|nd|rd|th)?\\s+(${monthNames.join("|")})\\.?\\s+(\\d{4})(?!\\d)`,
  "giu",
);
const monthFirst = new RegExp(
  `(?<!\\p{L})(${monthNames.join("|")})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`,
  "giu",
);
const numeric = /(?<!\d|[-/.])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/gu;
const iso = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
const time = /(?<![\d:.])(\d{1,2})[:.](\d{2})\s*(?:uur|u\b|h\b)|(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])/giu;
const sum = /(?:€|eur(?:o)?)\s*(\d[\d. ]*(?:,\d{1,2})?)|(?<![\d.,])(\d[\d.]*(?:,\d{1,2})?)\s*(?:€|euro)(?!\p{L})/giu;
const reference = /(?<![\p{L}\p{N}])[\p{Lu}\d]+(?:[-/.][\p{Lu}\d]+)+(?![\p{L}\p{N}])/gu;
const number = /(?<![\p{L}\p{N}.,:/-])\d+(?:[.,]\d+)*(?![\p{L}\p{N}:/-])/gu;

const isoOf = (year: number, month: number, day: number): string => {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists ? time.toISOString().slice(0, 10) : "";
};

/** `5.000,50` and `5,000.50` are 5000.5; three digits behind a single mark are thousands. */
const numberOf = (text: string): string => {
  const compact = text.replaceAll(/\s/gu, "").replace(/[.,]$/u, "");
  const decimal = /[.,]\d{1,2}$/u.exec(compact)?.[0] ?? "";
  const whole = compact.slice(0, compact.length - decimal.length).replaceAll(/[.,]/gu, "");
  return String(Number(`${whole}${decimal.replace(",", ".")}`));
};

/** The days, sums, numbers, times and references of a text, in order. What one reading takes, the next does not see. */
export const claimTokens = (text: string): ClaimToken[] => {
  const found: ClaimToken[] = [];
  let left = text;
  const take = (pattern: RegExp, kind: ClaimToken["kind"], read: (match: RegExpMatchArray) => string): void => {
    for (const match of left.matchAll(pattern)) {
      const value = read(match);
      if (value === "") continue;
      const [start, end] = [match.index, match.index + match[0].length];
      found.push({ kind, value, start, end });
      left = `${left.slice(0, start)}${" ".repeat(end - start)}${left.slice(end)}`;
    }
  };
  take(iso, "day", ([, year, month, day]) => isoOf(Number(year), Number(month), Number(day)));
  take(written, "day", ([, day, month = "", year]) => isoOf(Number(year), monthOf(month), Number(day)));
  take(monthFirst, "day", ([, month = "", day, year]) => isoOf(Number(year), monthOf(month), Number(day)));
  take(numeric, "day", ([, day, month, year]) => isoOf(Number(year), Number(month), Number(day)));
  take(sum, "sum", ([, after, before]) => numberOf(after ?? before ?? ""));
  take(time, "time", (match) => `${Number(match[1] ?? match[3])}:${match[2] ?? match[4]}`);
  take(reference, "reference", ([words]) => (/\d/u.test(words) && /\p{Lu}/u.test(words) ? words : ""));
  take(number, "number", ([words]) => numberOf(words));
  return found.toSorted((a, b) => a.start - b.start);
};

/** Whether one of these texts says the same: a sum also where only its number stands. */
export const saysToken = (token: ClaimToken, texts: readonly string[]): boolean =>
  texts.some((text) =>
    claimTokens(text).some(
      ({ kind, value }) => value === token.value && (kind === token.kind || (isAmount(kind) && isAmount(token.kind))),
    ),
  );

const isAmount = (kind: ClaimToken["kind"]): boolean => kind === "sum" || kind === "number";
