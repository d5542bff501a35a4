import { NumberTable } from "#kit/number-table.ts";
import type { FullTextQuery } from "./full-text-index.ts";
import { TextColumn } from "./text-column.ts";

/** One entry without its words. */
export interface Document {
  readonly number: number;
  readonly id: string;
  readonly kind: string;
  readonly date: string;
  /** Words of title, body and people together. */
  readonly length: number;
}

/** The day a date begins with, as a number that sorts as the text; 0: none. An open end is after every day. */
const dayOf = (date: string): number => {
  const day = /^(\d{4})-(\d\d)-(\d\d)/.exec(date);
  if (day === null) return date === "\uffff" ? 2 ** 30 : 0;
  return Number(day[1]) * 10_000 + Number(day[2]) * 100 + Number(day[3]);
};

/** The columns of a removed document. */
const gone = -1;

/**
 * What filters, ranks and sorts: every entry but for its words, by number, in memory (some 100 bytes an entry, none of
 * them on the JavaScript heap), since a common word asks for thousands of them and SQLite would seek each. Numbers ascend
 * and are never given twice.
 */
export class Documents {
  readonly #ids = new TextColumn();
  /** An index of SQLite's over them would be written at a random place for every entry. */
  readonly #numbers = new NumberTable((number) => this.#ids.at(number));
  /** Kinds are few: each document has the number of its own. */
  readonly #kindNumbers = new Map<string, number>();
  #kinds = new Int32Array(1_024);
  #days = new Int32Array(1_024);
  readonly #dates = new TextColumn();
  #lengths = new Int32Array(1_024).fill(gone);
  #liveCount = 0;
  #lengthSum = 0;
  /** The number after the highest ever given. */
  next = 1;

  /** Whether every number given is still a document. */
  get isWhole(): boolean {
    return this.#liveCount === this.next - 1;
  }

  get count(): number {
    return this.#liveCount;
  }

  /** Mean length of the documents there are, at least 1. Of integers, so that the order of changes leaves no trace. */
  get lengthMean(): number {
    return Math.max(1, this.#lengthSum / Math.max(1, this.#liveCount));
  }

  add({ number, id, kind, date, length }: Document): void {
    if (number >= this.#lengths.length) this.#grow(number);
    this.#ids.set(number, id);
    this.#numbers.add(number, id);
    const kindNumber = this.#kindNumbers.get(kind) ?? this.#kindNumbers.size;
    this.#kindNumbers.set(kind, kindNumber);
    this.#kinds[number] = kindNumber;
    this.#dates.set(number, date);
    this.#days[number] = dayOf(date);
    this.#lengths[number] = length;
    this.#liveCount++;
    this.#lengthSum += length;
    this.next = Math.max(this.next, number + 1);
  }

  remove(number: number): void {
    if (!this.isLive(number)) return;
    this.#liveCount--;
    this.#lengthSum -= this.lengthOf(number);
    this.#lengths[number] = gone;
    this.#numbers.delete(this.idOf(number));
  }

  isLive(number: number): boolean {
    return (this.#lengths[number] ?? gone) !== gone;
  }

  lengthOf(number: number): number {
    return this.#lengths[number] ?? 0;
  }

  idOf(number: number): string {
    return this.#ids.at(number);
  }

  /** The number under which an entry with this id is live. */
  numberOf(id: string): number | undefined {
    return this.#numbers.find(id);
  }

  /** Whether a live entry is of this kind and date. */
  is(number: number, kind: string, date: string): boolean {
    return this.#kinds[number] === this.#kindNumbers.get(kind) && this.#dates.at(number) === date;
  }

  *live(): Generator<number> {
    for (let number = 1; number < this.next; number++) if (this.isLive(number)) yield number;
  }

  /** Date descending, then id ascending: the order of what scores the same. */
  compare(a: number, b: number): number {
    const [dayA = 0, dayB = 0] = [this.#days[a], this.#days[b]];
    // Whole days decide nearly always; a month or a year alone is compared as text.
    if (dayA !== dayB && dayA > 0 && dayB > 0) return dayB - dayA;
    return this.#dates.compare(b, a) || this.#ids.compare(a, b);
  }

  /** Whether kind and date are as the query wants them. */
  filterOf({
    kinds,
    from,
    to,
  }: Pick<FullTextQuery, "kinds" | "from" | "to">): ((number: number) => boolean) | undefined {
    const wanted = kinds?.length ? new Set(kinds.map((kind) => this.#kindNumbers.get(kind) ?? -1)) : undefined;
    const isKind = (number: number): boolean => !wanted || wanted.has(this.#kinds[number] as number);
    if (!from && !to) return wanted && isKind;
    // `2024-03` ends after every day and hour that begins with it.
    const [first, last] = [from ?? "", to ? `${to}\uffff` : "\uffff"];
    const [firstDay, lastDay] = [dayOf(first), dayOf(last)];
    const isWithin = (number: number): boolean => {
      const day = this.#days[number] as number;
      // Days decide nearly always; texts only where a bound is no whole day, or on the day of the bound itself.
      if (day > firstDay && day < lastDay && firstDay > 0) return true;
      const date = this.#dates.at(number);
      return date !== "" && date >= first && date <= last;
    };
    return (number) => isKind(number) && isWithin(number);
  }

  #grow(number: number): void {
    const grown = new Int32Array(Math.max(number + 1, this.#lengths.length * 2)).fill(gone);
    grown.set(this.#lengths);
    this.#lengths = grown;
    const [kinds, days] = [new Int32Array(grown.length), new Int32Array(grown.length)];
    kinds.set(this.#kinds);
    days.set(this.#days);
    [this.#kinds, this.#days] = [kinds, days];
  }
}
