import { create } from "@bufbuild/protobuf";
import { type FrameSource, FrameSourceSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { SpanLocatorSchema, type SpanRef, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { openAnswered } from "../../span/answered-text.ts";
import { occurrences, type Place } from "../../span/occurrences.ts";
import { resolveLocator } from "../../span/resolve.ts";
import type { SpanSource } from "../../span/source.ts";
import type { DecisionInput } from "../kernel.ts";
import type { FrameLines } from "./frame.ts";

/** Stretches of the letter that are kept for a field. */
const mostOfField = 8;

/**
 * The words of the answered letter that stand in fields which a person wrote: the name of a creditor or a customer number above an
 * answer is the letter's own, and no evidence needs to carry it. Fields that the letter fills in have
 * their sources.
 */
export const namedInLetter = (
  { material: { answeredText }, sha256 }: DecisionInput,
  written: FrameLines,
): FrameSource[] => {
  if (!answeredText) return [];
  const source = openAnswered(answeredText);
  const letter = wordsIn(source.text);
  return [...written].flatMap(([field, said]) =>
    said
      .flatMap((line) => sharedStretches(wordsIn(line), letter))
      .slice(0, mostOfField)
      .flatMap((place) => cut(source, place, sha256))
      .map((span) => create(FrameSourceSchema, { field, span })),
  );
};

type Word = Place & { readonly text: string; readonly folded: string };

/** Words from their first to their last letter or digit: what stands around them is the sentence's. */
const wordsIn = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu)].map(({ 0: word, index }) => ({
    text: word,
    folded: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** What tells one thing from another: a name or a number. Words that only begin a line are taken along where they stand beside one. */
const isTelling = ({ text }: Word): boolean => /\p{Lu}|\p{N}/u.test(text);

/** The longest stretches of a line that the letter has word for word, a telling word in each, as places of the letter. */
const sharedStretches = (line: readonly Word[], letter: readonly Word[]): Place[] => {
  const places: Place[] = [];
  for (let at = 0; at < line.length; ) {
    const { from, count } = longestFrom(line, at, letter);
    const [first, last] = [letter[from], letter[from + count - 1]];
    if (first && last && line.slice(at, at + count).some(isTelling)) places.push({ start: first.start, end: last.end });
    at += Math.max(count, 1);
  }
  return places;
};

const longestFrom = (line: readonly Word[], at: number, letter: readonly Word[]): { from: number; count: number } => {
  let longest = { from: 0, count: 0 };
  letter.forEach(({ folded }, from) => {
    if (folded !== line[at]?.folded) return;
    let count = 1;
    while (at + count < line.length && line[at + count]?.folded === letter[from + count]?.folded) count += 1;
    if (count > longest.count) longest = { from, count };
  });
  return longest;
};

/** The words at a place of the letter; none where they cannot be cut there or the letter quotes them from somebody. */
const cut = (source: SpanSource, { start, end }: Place, sha256: DecisionInput["sha256"]): SpanRef[] => {
  const exactQuote = source.text.slice(start, end);
  const occurrenceIndex = occurrences(source.text, exactQuote, { start: 0, end: source.text.length }).indexOf(start);
  const locator = create(SpanLocatorSchema, { docUid: source.canonical.docUid, exactQuote, occurrenceIndex });
  return resolveLocator(source, locator, { sha256, maxSuggestions: 0 }).spans.filter(
    ({ voice }) => voice !== Voice.QUOTED,
  );
};
