import { onlyDay, writtenDays } from "./days.ts";
import { type LabelOf, letterForms } from "./forms.ts";
import {
  type Cell,
  cellsOf,
  freePart,
  headLinesMax,
  type Labelled,
  labelledIn,
  labelledOf,
  part,
  type Said,
} from "./lines.ts";

/** The words that date a paper, with their day, and the place that stands beside them. */
export interface Dated {
  readonly day: Said & { readonly day: string };
  readonly place: Said | undefined;
}

/**
 * The day that dates the letter: behind its label, behind a place (`Utrecht, 3 mei 2030`), alone on a line of the head, or below
 * the name. Two days that could be it are none.
 */
export const letterDay = (
  head: readonly (readonly Cell[])[],
  labelled: readonly Labelled[],
  tail: readonly (readonly Cell[])[],
  isDayFirst: boolean,
): Dated | undefined => {
  const behind = (what: LabelOf) => daysBehind(labelled, what, isDayFirst);
  const free = head.flat().flatMap((cell) => freePart(cell, labelled) ?? []);
  const placed = free.flatMap((cell) => placedDay(cell, isDayFirst));
  const alone = free.flatMap((cell) => {
    const day = onlyDay(cell.value, isDayFirst);
    return day && isWeekday(restOf(cell.value, day))
      ? [{ day: { ...part(cell, day.start, day.end), day: day.day }, place: undefined }]
      : [];
  });
  const below = tail.flat().flatMap((cell) => placedDay(cell, isDayFirst));
  const [first] = [behind("day"), placed, alone, below, behind("sent")].flatMap(oneDay);
  if (!first) return undefined;
  const place = placed.find(({ day }) => day.day === first.day.day)?.place ?? first.place;
  return { ...first, place };
};

/** The days behind labels of a sort. */
const daysBehind = (labelled: readonly Labelled[], what: LabelOf, isDayFirst: boolean): Dated[] =>
  labelledOf(labelled, what).flatMap((one) => {
    const day = onlyDay(one.value, isDayFirst);
    if (!day || isOfSomethingElse(one.value.slice(0, day.start))) return [];
    return [{ day: { ...part(one, day.start, day.end), day: day.day }, place: undefined }];
  });

/** Words between a label and its day that go on to say what the day dates: `Datum in dienst: 1 september 2030`. */
const isOfSomethingElse = (between: string): boolean => /\p{L}[^:]*:/u.test(between);

/** The first of several that name one day; none where they name two. */
const oneDay = ([one, ...more]: readonly Dated[]): Dated[] =>
  one && more.every(({ day }) => day.day === one.day.day) ? [one] : [];

/**
 * The one day that labels of a paper's first lines call its date, as on an invoice. Of several dates it is that of what the first line
 * says that the paper is: `Datum rapport` below `Inspectierapport`. Undefined for none, and for two.
 */
export const labelledDay = (text: string): Dated["day"] | undefined => {
  const head = cellsOf(text).slice(0, headLinesMax);
  const own = head.flatMap((cells) => ownDates(cells, wordsOf(head.find(({ length }) => length > 0) ?? [])));
  const [day] = [own, daysBehind(labelledIn(head), "day", true)].flatMap(oneDay);
  return day?.day;
};

const wordsOf = (cells: readonly Said[]): string[] =>
  cells.flatMap(({ value }) => value.toLowerCase().split(/[^\p{L}]+/u));

/** The days of a line behind labels that call them the date of what the words of the title end with: `Datum rapport:`. */
const ownDates = (cells: readonly Cell[], title: readonly string[]): Dated[] =>
  cells.flatMap((cell, at) => {
    const { label = "", what = "" } = /^(?<label>\p{L}+)\s+(?<what>\p{L}{4,})\s*:/u.exec(cell.value)?.groups ?? {};
    const isOwn = title.some((word) => what !== "" && word.endsWith(what.toLowerCase()));
    if (!isOwn || letterForms.labelOf.get(label.toLowerCase()) !== "day") return [];
    return [cell, cells[at + 1]].flatMap((said) => {
      const day = said && onlyDay(said.value, true);
      return day ? [{ day: { ...part(said, day.start, day.end), day: day.day }, place: undefined }] : [];
    });
  });

const restOf = (value: string, { start, end }: { start: number; end: number }): string =>
  (value.slice(0, start) + value.slice(end)).replaceAll(/[\s,.:()–-]+/gu, "");

const weekdays: ReadonlySet<string> = new Set(
  ["nl", "en", "de"].flatMap((locale) => {
    const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
    return Array.from({ length: 7 }, (_, at) => format.format(Date.UTC(2000, 0, 2 + at)).toLowerCase());
  }),
);
const isWeekday = (rest: string): boolean => rest === "" || weekdays.has(rest.toLowerCase());

/** A place in front of a day, with a comma or without: two to four words with capitals. */
const placeBefore = new RegExp(
  `^(?<place>(?:'[st]-?\\s?|${letterForms.particle}\\s)?\\p{Lu}[\\p{L}'’.-]*(?:\\s(?:${letterForms.particle}\\s){0,2}\\p{Lu}[\\p{L}'’./-]*){0,3}(?:\\s\\(\\p{L}+\\.?\\))?)\\s*,?\\s*(?:${letterForms.particle}\\s|(?<=,\\s)den)?$`,
  "u",
);

const signedBefore = new RegExp(
  `(?<!\\p{L})${letterForms.signing}\\s+(?<place>\\p{Lu}[\\p{L}'’-]*(?:\\s\\p{Lu}[\\p{L}'’-]*){0,3}),?\\s*(?:(?:op|on|d\\.?\\s?d\\.?)\\s+)?$`,
  "u",
);

const placedDay = (cell: Said, isDayFirst: boolean): Dated[] => {
  const [day, ...more] = writtenDays(cell.value, isDayFirst);
  if (!day || more.some((other) => other.day !== day.day)) return [];
  const before = cell.value.slice(0, day.start).trimEnd();
  const [last = ""] = /\p{L}+$/u.exec(before) ?? [];
  const inFront = weekdays.has(last.toLowerCase()) ? before.slice(0, -last.length) : before;
  const { place } = placeBefore.exec(inFront.trimEnd())?.groups ?? {};
  if (place === undefined || letterForms.labelOf.has(place.toLowerCase())) return [];
  const from = cell.value.indexOf(place);
  return [{ day: { ...part(cell, day.start, day.end), day: day.day }, place: part(cell, from, from + place.length) }];
};

/** Lines at the end of a paper among which its signing stands. */
const signingLinesMax = 25;

/**
 * The place and day by which a paper that is no letter says at its end that it was signed: a line of the two alone (`Utrecht, 3 mei
 * 2030`), or one that ends with them (`… ondertekend te Utrecht op 3 mei 2030`). Undefined for none, and for two days.
 */
export const signedAt = (text: string): Dated | undefined => {
  const cells = cellsOf(text)
    .filter((line) => line.length > 0)
    .slice(-signingLinesMax)
    .flat();
  const found = cells.flatMap((cell) => {
    const [day, ...more] = writtenDays(cell.value, true);
    if (!day || more.length > 0 || restOf(cell.value.slice(day.end), { start: 0, end: 0 }) !== "") return [];
    const { place } = signedBefore.exec(cell.value.slice(0, day.start))?.groups ?? {};
    return place === undefined ? placedDay(cell, true) : [datedAt(cell, day, place)];
  });
  const [first, ...more] = found;
  return first && more.every(({ day }) => day.day === first.day.day) ? first : undefined;
};

const datedAt = (cell: Said, day: { start: number; end: number; day: string }, place: string): Dated => {
  const from = cell.value.lastIndexOf(place, day.start);
  return {
    day: { ...part(cell, day.start, day.end), day: day.day },
    place: part(cell, from, from + place.length),
  };
};
