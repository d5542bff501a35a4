import { Quotation } from "../../text/quotation.ts";
import type { RulingEvent } from "./blocks.ts";
import { isAfter, isNext, type Numbers, numberOfLine, numberOfMarkup } from "./numbering.ts";
import { announcesQuote } from "./voices.ts";

/** Whether a number opens a consideration of this ruling: surely, or with a mark that the address is guessed. */
export type Opening = "sure" | "guessed";

/** One number that may open a consideration. */
interface Candidate {
  readonly key: string;
  readonly numbers: Numbers;
  readonly isMarkup: boolean;
  readonly weight: number;
}

/** How much a number is believed before its neighbours are looked at. */
const weights = { markup: 2, text: 1, listed: 0.3, quoted: 0.2 };
/** What a chain of numbers gains where one follows another as it should, and loses where some are left out. */
const links = { next: 0.5, gap: -0.4, leap: -2 };

/** Names a place among the events: the block, the line in it, and whether it is a second number in that line. */
export const keyOf = (event: number, line: number, isRunOn = false): string => `${event} ${line}${isRunOn ? "+" : ""}`;

/** `3. Beoordeling van het middel 3.1. In cassatie …`: a first consideration in the line of its heading, at most so far in. */
const runOnMax = 200;

/** The first consideration that stands in the line of its own heading. */
export const runOnOf = (line: string, heading: string): { at: number; text: string } | undefined => {
  const match = new RegExp(String.raw`\s(${heading.replaceAll(".", "\\.")}\.1\.?\s+)(?=[\p{Lu}"“])`, "u").exec(
    line.slice(0, runOnMax),
  );
  return match ? { at: match.index + 1, text: match[1] ?? "" } : undefined;
};

/**
 * Decides which numbers are those of the ruling's own considerations: the chain that follows itself best. Numbers of a
 * quoted ruling, of a list, or of a year at the beginning of a line fit no chain and fall out; those that markup sets apart
 * open a unit all the same, marked as guessed.
 */
export const chooseNumbers = (events: readonly RulingEvent[]): ReadonlyMap<string, Opening> => {
  const candidates = collect(events);
  const chain = bestChain(candidates);
  const openings = new Map<string, Opening>();
  candidates.forEach(({ key, isMarkup }, rank) => {
    const before = chain.get(rank);
    if (before !== undefined) openings.set(key, before);
    else if (isMarkup) openings.set(key, "guessed");
  });
  return openings;
};

const collect = (events: readonly RulingEvent[]): Candidate[] => {
  const found: Omit<Candidate, "weight">[] = [];
  const quoted = new Set<string>();
  const quotation = new Quotation();
  let [depth, quotedDepth, lastLine] = [0, 0, ""];
  events.forEach((event, at) => {
    if (event.type === "open") {
      depth++;
      if (event.what === "parablock" && quotedDepth === 0 && announcesQuote.test(lastLine)) quotedDepth = depth;
    } else if (event.type === "close") {
      depth--;
      if (depth < quotedDepth) quotedDepth = 0;
    } else if (event.type === "block" && event.kind !== "note" && event.kind !== "row") {
      const markup = numberOfMarkup(event.number);
      if (markup) found.push({ key: keyOf(at, 0), numbers: markup, isMarkup: true });
      const isQuoted = quotedDepth > 0 || quotation.isInside(event.lines[0] ?? "");
      event.lines.forEach((line, rank) => {
        if ((rank === 0 && event.number) || event.kind === "title") return;
        for (const one of inLine(line, at, rank)) {
          found.push(one);
          if (isQuoted) quoted.add(one.key);
        }
      });
      quotation.read(event.lines.join(" "));
      lastLine = event.lines.at(-1) ?? "";
    }
  });
  const listed = listRuns(found);
  return found.map((each, rank) => ({ ...each, weight: weightOf(each, quoted.has(each.key), listed.has(rank)) }));
};

const inLine = (line: string, event: number, rank: number): Omit<Candidate, "weight">[] => {
  const own = numberOfLine(line);
  if (!own) return [];
  const first = { key: keyOf(event, rank), numbers: own.numbers, isMarkup: false };
  const inner = own.numbers.length === 1 ? runOnOf(line, own.text) : undefined;
  return inner ? [first, { key: keyOf(event, rank, true), numbers: [...own.numbers, 1], isMarkup: false }] : [first];
};

const weightOf = ({ isMarkup }: Omit<Candidate, "weight">, isQuoted: boolean, isListed: boolean): number => {
  if (isMarkup) return weights.markup;
  if (isQuoted) return weights.quoted;
  return isListed ? weights.listed : weights.text;
};

/** Ranks of numbers that run 1, 2, 3 in a row, after the ruling has begun to count: items of a list more often than not. */
const listRuns = (found: readonly Omit<Candidate, "weight">[]): Set<number> => {
  const listed = new Set<number>();
  let run: number[] = [];
  found.forEach(({ numbers, isMarkup }, rank) => {
    const [number = 0, ...rest] = isMarkup ? [] : numbers;
    const isItem = !isMarkup && rest.length === 0;
    if (!isItem || number !== run.length + 1) run = [];
    if (isItem && number === run.length + 1 && (rank > 0 || run.length > 0)) run.push(rank);
    if (run.length > 1) for (const each of run) listed.add(each);
  });
  return listed;
};

/** For each number in the best chain, by rank, whether it follows the one before it as it should. */
const bestChain = (candidates: readonly Candidate[]): ReadonlyMap<number, Opening> => {
  const scores: number[] = [];
  const before: number[] = [];
  candidates.forEach(({ numbers, weight }, rank) => {
    let [best, from] = [isNext(numbers, []) ? links.next : links.gap, -1];
    for (let other = 0; other < rank; other++) {
      const last = candidates[other]?.numbers ?? [];
      if (!isAfter(numbers, last)) continue;
      const score = (scores[other] ?? 0) + linkOf(numbers, last);
      if (score > best) [best, from] = [score, other];
    }
    scores.push(best + weight);
    before.push(from);
  });
  const chain = new Map<number, Opening>();
  for (let rank = scores.indexOf(Math.max(...scores)); rank >= 0; rank = before[rank] ?? -1) {
    const last = candidates[before[rank] ?? -1]?.numbers ?? [];
    chain.set(rank, isNext(candidates[rank]?.numbers ?? [], last) ? "sure" : "guessed");
  }
  return chain;
};

const linkOf = (numbers: Numbers, last: Numbers): number => {
  if (isNext(numbers, last)) return links.next;
  return (numbers[0] ?? 0) - (last[0] ?? 0) <= 1 ? links.gap : links.leap;
};
