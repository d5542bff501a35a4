/** A whole day as words write it, in UTF-16 units. */
export interface WrittenDay {
  /** ISO 8601 date. */
  readonly day: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Month names of the languages in which letters come here, as the platform knows them, long and short, without a full stop. */
const monthNames: ReadonlyMap<string, number> = new Map(
  ["nl", "en", "de", "fr", "es", "it"].flatMap((locale) =>
    (["long", "short"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
      return Array.from(
        { length: 12 },
        (_, at) =>
          [
            format
              .format(Date.UTC(2000, at, 1))
              .toLowerCase()
              .replaceAll(".", ""),
            at + 1,
          ] as const,
      );
    }),
  ),
);

const forms: readonly [pattern: RegExp, order: readonly [year: number, month: number, day: number]][] = [
  [/(?<![\d/])((?:19|20)\d{2})([-_. ]?)(\d{2})\2(\d{2})(?!\d)/gu, [1, 3, 4]],
  [/(?<![\d/])(\d{1,2})([-.])(\d{1,2})\2((?:19|20)\d{2}|\d{2})(?![\d-])/gu, [4, 3, 1]],
  [
    /(?<!\d)(\d{1,2})(?:e|en|er|de|den|ste|sten|st|nd|rd|th|\.)?\s+(?:de\s+)?(\p{L}{3,12})\.?\s+(?:de\s+)?((?:19|20)\d{2})(?!\d)/giu,
    [3, 2, 1],
  ],
  [/(?<!\p{L})(\p{L}{3,12})\s+(\d{1,2})(?:st|nd|rd|th)?,\s+((?:19|20)\d{2})(?!\d)/giu, [3, 1, 2]],
];

/** With slashes the two orders are told apart only where one number is no month, or where it is known which one is meant. */
const slashed = /(?<![\d\p{L}/])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d{2})(?![\d/])/gu;

/**
 * The whole days that words name, in their order, each stretch once. `3/4/2025` has two readings and is none, unless the day is
 * known to come first.
 */
export const writtenDays = (words: string, isDayFirst = false): WrittenDay[] => {
  const found = forms.flatMap(([pattern, [year, month, day]]) =>
    [...words.matchAll(pattern)].flatMap((match) =>
      said(match, match[year] ?? "", match[month] ?? "", match[day] ?? ""),
    ),
  );
  for (const match of words.matchAll(slashed)) {
    const [, first = "", second = "", year = ""] = match;
    if (isDayFirst || Number(first) > 12) found.push(...said(match, year, second, first));
    else if (first === second) found.push(...said(match, year, first, second));
  }
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((one, at, all) => !all.slice(0, at).some(({ start, end }) => one.start < end && start < one.end));
};

const said = (match: RegExpExecArray, yearWord: string, monthWord: string, dayWord: string): WrittenDay[] => {
  const year = yearWord.length === 2 ? 2000 + Number(yearWord) : Number(yearWord);
  const month = /^\d+$/u.test(monthWord) ? Number(monthWord) : (monthNames.get(monthWord.toLowerCase()) ?? 0);
  const date = new Date(Date.UTC(year, month - 1, Number(dayWord)));
  if (month < 1 || month > 12 || date.getUTCDate() !== Number(dayWord)) return [];
  const [text] = match;
  return [{ day: date.toISOString().slice(0, 10), text, start: match.index, end: match.index + text.length }];
};

/** The only day that words name; undefined for none, and for more than one. */
export const onlyDay = (words: string, isDayFirst = false): WrittenDay | undefined => {
  const [first, ...others] = writtenDays(words, isDayFirst);
  return first && others.every(({ day }) => day === first.day) ? first : undefined;
};
