import { ActTitles, type NamedAct } from "./act-titles.ts";
import { type Citation, type FoundCitation, type ItemPath, type Provision, provisionOf } from "./citation.ts";
import type { LawNames } from "./known-law.ts";
import { neutralsIn, renderNeutral } from "./neutral-citation.ts";
import { Scanner } from "./scanner.ts";

const keyword =
  /(?<![\p{L}\p{N}])(?:[Ss]ections?|[Rr]egulations?|[Aa]rticles?|[Rr]ules?|(?:ss?|regs?|arts?|rr?)\.?)\s{0,3}(?=\d)/gu;
const number = /(\d{1,4}[A-Z]{0,3})(?![\p{L}\p{N}]|[:.]\d)/uy;
const items = /(?:\s?\((?:\d{1,3}[A-Z]{0,2}|[a-z]{1,5})\))+/y;
const joint = /\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+/y;
const range = /\s*(?:[-–—]|\s(?:to|through)\s)\s*/y;
const connector = /\s*,?\s*(?:(?:of|in|under)\s+)?(?:the\s+)?/y;
const bare = /\s*,?\s*/y;
const behindTitle = /\s*,?\s*(?=(?:sections?|regulations?|articles?|rules?|(?:ss?|regs?|arts?|rr?)\.?)\s{0,3}\d)/iy;
/** `Schedule 3`, `Sch. 3`, and `the Schedule` of an act that has one. */
const schedule = /(?:the\s+)?(?:[Ss]chedule|[Ss]ch\.?)(?:\s{1,3}(\d{1,3}[A-Z]{0,2}))?(?![\p{L}\p{N}])/uy;
const paragraph = /\s*,?\s*(?:[Pp]aragraphs?|[Pp]aras?\.?)\s{1,3}/uy;
const scheduleHere = /(?<![\p{L}\p{N}])(?:[Pp]aragraphs?|[Pp]aras?\.?|[Ss]chedule|[Ss]ch\.?)\s{1,3}(?=\S)/gu;
const ofSchedule = /\s*,?\s*(?:of|in)\s+/y;
const toAct = /\s*,?\s*(?:(?:to|of|in)\s+)?(?:the\s+)?/y;
/** Whether there is anything to look for: most texts are spared the rest. */
const worth =
  /(?<!\p{L})(?:Act|Order|Regulations|Rules|Measure|Code)(?!\p{L})|\[(?:19|20)\d\d\]|\p{Lu}[\p{L}()]+\s(?:19|20)\d\d/u;

/**
 * Finds what is cited by the customs of common law, in order, none overlapping: sections of an act with their parts in
 * brackets (`section 98(4)(a) of the Employment Rights Act 1996`, `ERA 1996, ss 94 and 98`) and rulings by their neutral
 * citation. `laws` are the acts that are known by name. An act nobody knows is a value with `lawRaw`; words that name none
 * ("section 3 of the report") are nothing.
 */
export const parseEnglishCitations = (text: string, laws: readonly LawNames[] = []): FoundCitation[] => {
  if (laws.length === 0 && !worth.test(text)) return [];
  const rulings = neutralsIn(text).map(({ citation, start, end }) => ({
    citation: rulingCitation(renderNeutral(citation), text.slice(start, end)),
    start,
    end,
    spots: [],
  }));
  const found: FoundCitation[] = rulings;
  const titles = new ActTitles(text, laws);
  const statutes = [...titleFirst(text, titles), ...numberFirst(text, titles), ...schedulesIn(text, titles)];
  for (const each of statutes)
    if (!found.some((other) => each.start < other.end && other.start < each.end)) found.push(each);
  return found.sort((a, b) => a.start - b.start);
};

const rulingCitation = (caseNumber: string, written: string): Citation => ({
  kind: "case",
  law: "",
  lawRaw: "",
  provisions: [],
  caseNumber,
  ...(written !== caseNumber && { caseReadAs: caseNumber }),
  isEnglish: true,
});

/** `section 98(4) of the Employment Rights Act 1996`, `s. 98 ERA 1996`. */
const numberFirst = (text: string, titles: ActTitles): FoundCitation[] =>
  [...text.matchAll(keyword)].flatMap(({ 0: word, index }) => {
    const scanner = new Scanner(text, index + word.length);
    const numbers = readNumbers(scanner);
    if (!numbers) return [];
    scanner.take(connector);
    const act = titles.at(scanner.at, true);
    return act ? [statute(numbers, act, index, act.end)] : [];
  });

/** `Employment Rights Act 1996, s 98(4)`. A title behind the number wins over the one in front. */
const titleFirst = (text: string, titles: ActTitles): FoundCitation[] =>
  titles.all().flatMap((act) => {
    const scanner = new Scanner(text, act.end);
    const inSchedule = scanner.attempt(() => (scanner.take(bare) ? readSchedule(scanner) : undefined));
    if (inSchedule) return [statute([inSchedule], act, act.start, inSchedule.end)];
    if (!scanner.take(behindTitle)) return [];
    scanner.take(/\p{L}+\.?\s{0,3}/uy);
    const numbers = readNumbers(scanner);
    if (!numbers) return [];
    const end = scanner.at;
    scanner.take(connector);
    return titles.at(scanner.at, true) ? [] : [statute(numbers, act, act.start, end)];
  });

/** `paragraph 4(2) of Schedule 3 to the Employment Rights Act 1996`, `Sch. 3 para. 4 ERA 1996`. */
const schedulesIn = (text: string, titles: ActTitles): FoundCitation[] =>
  [...text.matchAll(scheduleHere)].flatMap(({ index }) => {
    const scanner = new Scanner(text, index);
    const found = readSchedule(scanner);
    if (!found) return [];
    scanner.take(toAct);
    const act = titles.at(scanner.at, true);
    return act ? [statute([found], act, index, act.end)] : [];
  });

/** A schedule, or one paragraph of it; either of the two may stand in front. */
const readSchedule = (scanner: Scanner): Spotted | undefined =>
  scanner.attempt(() => {
    const start = scanner.at;
    const first = readParagraph(scanner);
    if (first && !scanner.take(ofSchedule)) return undefined;
    const named = scanner.take(schedule);
    if (!named) return undefined;
    const part = first ?? scanner.attempt(() => readParagraph(scanner)) ?? [];
    const number = ["Sch.", named[1]].filter(Boolean).join(" ");
    return { provision: provisionOf(number, pinpoints(part)), start, end: scanner.at };
  });

/** The marks of `paragraph 4(2)(a)`, outermost first: `para. 4`, `2`, `a`. */
const readParagraph = (scanner: Scanner): string[] | undefined =>
  scanner.attempt(() => {
    const written = scanner.take(paragraph) && scanner.take(number)?.[1];
    return written ? [`para. ${written}`, ...marksOf(scanner.take(items)?.[0] ?? "")] : undefined;
  });

interface Spotted {
  readonly provision: Provision;
  readonly start: number;
  readonly end: number;
}

/** `94`, `98(4)(a)`, `94 and 98`, `94-98`, `98(1) and (2)`. */
const readNumbers = (scanner: Scanner): Spotted[] | undefined => {
  const first = readNumber(scanner);
  if (!first) return undefined;
  const list = [first];
  for (;;) {
    const next = scanner.attempt(() =>
      scanner.take(joint) ? (readNumber(scanner) ?? readItems(scanner, list)) : undefined,
    );
    if (!next) return list;
    list.push(next);
  }
};

const readNumber = (scanner: Scanner): Spotted | undefined => {
  const start = scanner.at;
  const written = scanner.take(number)?.[1];
  if (written === undefined) return undefined;
  const marks = marksOf(scanner.take(items)?.[0] ?? "");
  const through = scanner.attempt(() => (scanner.take(range) ? scanner.take(number)?.[1] : undefined)) ?? "";
  return { provision: { ...provisionOf(written, pinpoints(marks)), through }, start, end: scanner.at };
};

/** `and (2)` behind `98(1)`: another part at the same depth of the same section. */
const readItems = (scanner: Scanner, list: readonly Spotted[]): Spotted | undefined => {
  const before = list.at(-1)?.provision;
  const around = before?.pinpoints[0]?.items[0]?.marks.slice(0, -1);
  const start = scanner.at;
  const marks = marksOf(scanner.take(items)?.[0] ?? "");
  if (!before || !around || marks.length === 0) return undefined;
  return { provision: provisionOf(before.number, pinpoints([...around, ...marks])), start, end: scanner.at };
};

const marksOf = (written: string): string[] => [...written.matchAll(/\(([^)]+)\)/g)].map((match) => match[1] ?? "");

const pinpoints = (marks: readonly string[]) => {
  const item: ItemPath = { marks, through: "" };
  return marks.length > 0
    ? [{ relation: "and" as const, paragraphs: [], introductory: false, items: [item], sentences: [] }]
    : [];
};

const statute = (spotted: readonly Spotted[], act: NamedAct, start: number, end: number): FoundCitation => ({
  citation: {
    kind: "statute",
    law: act.name,
    lawRaw: act.name === "" ? act.words : "",
    ...(act.readAs && { lawReadAs: act.readAs }),
    provisions: spotted.map(({ provision }) => provision),
    caseNumber: "",
    isEnglish: true,
  },
  start,
  end,
  spots: spotted.map((each) => ({ start: each.start, end: each.end })),
});
