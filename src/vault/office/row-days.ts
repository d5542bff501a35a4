import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { writtenDays } from "../../letter/days.ts";
import { letterForms } from "../../letter/forms.ts";
import type { TextSegment } from "../reader/port.ts";

/** Fewer days make no column of them. */
const daysLeast = 2;
/** Share of a column's filled cells that are days, but for its heading and what stands below. */
const daysShare = 3 / 4;

/**
 * The day of each row of a table, ISO 8601; empty: it has none. It stands in the first column of days: one whose filled cells are whole
 * days, but for its heading. Days of bare digits (`20261103`) are numbers like others unless the heading says that they are days.
 *
 * @param rows cells by column, from 0, as they are shown
 */
export const rowDays = (rows: readonly ReadonlyMap<number, string>[]): string[] => {
  const columns = [...new Set(rows.flatMap((cells) => [...cells.keys()]))].toSorted((a, b) => a - b);
  for (const column of columns) {
    const days = daysOf(rows.map((cells) => cells.get(column) ?? ""));
    if (days) return days;
  }
  return rows.map(() => "");
};

const daysOf = (cells: readonly string[]): string[] | undefined => {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.length < daysLeast) return undefined;
  const isFirst = isDayFirst(filled);
  const days = cells.map((cell) => dayIn(cell, isFirst));
  const dated = days.filter((day) => day !== "").length;
  if (dated < daysLeast || dated < (filled.length - 2) * daysShare) return undefined;
  const isBare = filled.some((cell) => /^\d{8}$/u.test(cell));
  return isBare && !isHeadedAsDay(filled[0] ?? "") ? undefined : days;
};

/** A whole day, and behind it at most a time of day. */
const dayIn = (cell: string, isFirst: boolean): string => {
  if (cell.length > cellCharsMax) return "";
  const [found, second] = writtenDays(cell, isFirst);
  if (found === undefined || second !== undefined || !beforeDay.test(cell.slice(0, found.start))) return "";
  return /^(?:[T ,]+\d{1,2}[:.]\d{2}\S*(?: ?[ap]\.?m\.?)?)?$/iu.test(cell.slice(found.end)) ? found.day : "";
};

/** No day with its time is longer, in UTF-16 units. */
const cellCharsMax = 40;
/** A weekday may stand in front. */
const beforeDay = /^(?:\p{L}{2,12}\.?,? )?$/u;

const slashed = /^(\d{1,2})\/(\d{1,2})\/\d{4}/u;

/** Whether days with slashes begin with the day: one of them has a number there that is no month, and none in the place of the month. */
const isDayFirst = (cells: readonly string[]): boolean => {
  const pairs = cells.flatMap((cell) => {
    const [, first, second] = slashed.exec(cell) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  return pairs.some(([first]) => first > 12) && pairs.every(([, second]) => second <= 12);
};

const isHeadedAsDay = (heading: string): boolean => {
  const words = heading.toLowerCase();
  return dayLabels.some((label) => words.endsWith(label));
};

const dayLabels = [...letterForms.labelOf].flatMap(([form, of]) => (of === "day" ? [form] : []));

/** The segments of a table while it is written: neighbouring rows of one day are one. */
export class RowSegments {
  readonly #segments: TextSegment[] = [];
  #start: number | undefined;
  #day = "";

  /** A row begins, or what stands between rows; `day` is its ISO 8601 date, empty: none. */
  begin(start: number, day: string): void {
    if (this.#start !== undefined && day === this.#day) return;
    this.#close(start);
    this.#start = start;
    this.#day = day;
  }

  /** All of them, the last up to where the table ends. */
  endingAt(end: number): readonly TextSegment[] {
    this.#close(end);
    this.#start = undefined;
    return this.#segments;
  }

  #close(end: number): void {
    if (this.#start === undefined || end <= this.#start) return;
    const said = { voice: Voice.AUTHOR, speaker: "", depth: 0, dateText: this.#day };
    this.#segments.push({ start: this.#start, end, ...said });
  }
}
