import { formWords } from "../../../support/cases/forms.ts";

/** Values for the slots of a form, drawn by seed. No value stands in the record that the made sentences cite. */
export type Draw = (below: number) => number;

/** The same numbers for the same name and seed. */
export const drawOf = (name: string, seed: number): Draw => {
  let state = hash(`${seed} ${name}`);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below) | 0;
  };
};

export const hash = (text: string): number =>
  [...text].reduce((sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619), 2166136261) >>> 0;

const [nl, en] = [formWords("nl"), formWords("en")];

/** A number below a hundred as Dutch writes it. */
export const dutch = (value: number): string => {
  if (value < 20) return nl.numbers[value]!;
  const unit = nl.numbers[value % 10]!;
  return `${value % 10 === 0 ? "" : `${unit}${unit.endsWith("e") ? "ën" : "en"}`}${nl.tens[Math.floor(value / 10)]!}`;
};

export const english = (value: number): string =>
  value < 20
    ? en.numbers[value]!
    : `${en.tens[Math.floor(value / 10)]!}${value % 10 === 0 ? "" : `-${en.numbers[value % 10]!}`}`;

const dutchRank = (value: number): string => {
  if (value <= 12) return nl.ranks[value]!;
  return `${dutch(value)}${value < 20 ? "de" : "ste"}`;
};
const englishRank = (value: number): string => {
  if (value <= 12) return en.ranks[value]!;
  if (value < 20) return `${en.numbers[value]!}th`;
  const unit = value % 10;
  return unit === 0 ? "twentieth" : `${en.tens[Math.floor(value / 10)]!}-${en.ranks[unit]!}`;
};
const suffix = (value: number): string =>
  value > 10 && value < 14 ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");

const two = (value: number): string => String(value).padStart(2, "0");
const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;

/** The slots of one sentence, all from one draw so that they agree with each other. */
export const slots = (draw: Draw): Readonly<Record<string, string>> => {
  const d = 2 + draw(24);
  const m = [1, 2, 4, 6, 7, 8, 9, 10, 11, 12][draw(10)]!;
  const year = [2019, 2021, 2022, 2023, 2024][draw(5)]!;
  const k = 3 + draw(6);
  const n = 21 + draw(70);
  const h = 1 + draw(10);
  const [month, monthEn] = [nl.months[m - 1]!, en.months[m - 1]!];
  const [day, day2] = [draw(5), 5];
  const min = [5, 15, 20, 35, 40, 50][draw(6)]!;
  const cent = 21 + draw(70);
  const ref = 100 + draw(900);
  const numbers = {
    ...{
      d,
      dd: two(d),
      d2: d + 3,
      m,
      mm: two(m),
      y: year,
      yy: two(year % 100),
      y1: year + 1,
      yy1: two((year + 1) % 100),
    },
    q: 1 + draw(4),
    w: 11 + draw(38),
    k,
    k2: k + 1,
    n,
    n2: n + 3,
    h,
    hh: two(h),
    h2: h + 1,
    min: two(min),
    cent,
    ...{
      sumnl: `${k}.${ref}`,
      sumen: `${k},${ref}`,
      sumplain: `${k}${ref}`,
      ref3: ref,
      ref5: `${k}${ref}${two(cent)}`,
    },
    tien: "negentig",
    tiens: "nineties",
    th: suffix(d),
  };
  const yearNl = `tweeduizend${dutch(year % 100)}`;
  const words = {
    ...{
      maand: month,
      mnd: m === 9 ? "sept" : month.slice(0, 3),
      month: monthEn,
      mon: m === 9 ? "Sept" : monthEn.slice(0, 3),
    },
    dw: dutch(d),
    dow: dutchRank(d),
    owe: englishRank(d),
    yw: yearNl,
    ywe: `twenty ${english(year % 100)}`,
    ...{
      qw: nl.ranks[1 + draw(4)]!,
      qwe: en.ranks[1 + draw(4)]!,
      dag: nl.days[day]!,
      dag2: nl.days[day2]!,
      day: en.days[day]!,
      day2: en.days[day2]!,
    },
    sumw: `${dutch(k)}duizend ${dutch(k + 1)}honderd`,
    sumwe: `${english(k)} thousand ${english(k + 1)} hundred`,
    ...{
      kw: dutch(k),
      kw2: dutch(k + 1),
      kwe: english(k),
      kwe2: english(k + 1),
      kwen: nl.hours[k]!,
      ow: dutchRank(k),
      owk: englishRank(k),
    },
    ...{
      nw: dutch(n),
      nwe: english(n),
      centw: dutch(cent),
      hw: dutch(h),
      hw2: dutch(h + 1),
      hwen: nl.hours[h]!,
      hwe: english(h),
      hwe2: english(h + 1),
      minw: dutch(min),
    },
  };
  return Object.fromEntries(Object.entries({ ...numbers, ...words }).map(([name, value]) => [name, String(value)]));
};

/** A template with its slots filled and its bars taken out; the token lies between the bars, or from the first to the last. */
export const fill = (
  template: string,
  values: Readonly<Record<string, string>>,
): { text: string; start: number; end: number } => {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no slot ${name}`);
    return value;
  });
  const start = filled.indexOf("|");
  const text = filled.replaceAll("|", "");
  const second = filled.indexOf("|", start + 1);
  return { text, start, end: second - 1 };
};

/** A form put into a frame; `{^}` begins the sentence with it. */
export const framedForm = (frame: string, form: { text: string; start: number; end: number }) => {
  const slot = frame.includes("{^}") ? "{^}" : "{}";
  const at = frame.indexOf(slot);
  const text = slot === "{^}" ? capital(form.text) : form.text;
  return { text: frame.replace(slot, () => text), start: at + form.start, end: at + form.end };
};
