import { graphemeBorderBefore, graphemeBorderFrom } from "../../span/grapheme.ts";
import { type SourceWindow, type Stretch, sentencesIn } from "./source-window.ts";

/** By what a quote grows and shrinks. */
export type Step = "character" | "sentence" | "passage";

/** Which end of a quote is moved, and whether it takes in more or less. */
export interface Move {
  readonly edge: "start" | "end";
  readonly way: "out" | "in";
}

/** The quote with one end moved by a step; undefined where it would be empty or leave the window. */
export const moved = (window: SourceWindow, quote: Stretch, { edge, way }: Move, step: Step): Stretch | undefined => {
  const at =
    step === "character" ? nextBorder(window.text, quote, edge, way) : nextStop(window, quote, edge, way, step);
  if (at === undefined) return undefined;
  const next = edge === "start" ? { start: at, end: quote.end } : { start: quote.start, end: at };
  return next.start < next.end && next.start >= 0 && next.end <= window.text.length ? next : undefined;
};

/** A character is what a reader takes for one: a letter with its accents, an emoji with its parts. */
const nextBorder = (
  text: string,
  { start, end }: Stretch,
  edge: Move["edge"],
  way: Move["way"],
): number | undefined => {
  const from = edge === "start" ? start : end;
  const forward = (edge === "end") === (way === "out");
  if (forward) return from < text.length ? graphemeBorderFrom(text, from + 1) : undefined;
  return from > 0 ? graphemeBorderBefore(text, from - 1) : undefined;
};

const nextStop = (
  window: SourceWindow,
  quote: Stretch,
  edge: Move["edge"],
  way: Move["way"],
  step: Exclude<Step, "character">,
): number | undefined => {
  // A sentence goes no further than its passage: before that of an article stands a number, which is nobody's words.
  const parts = step === "sentence" ? [...sentencesIn(window), ...window.passages] : window.passages;
  // Units of a statute lie inside one another.
  const stops = parts.map((part) => part[edge]).toSorted((one, other) => one - other);
  const from = quote[edge];
  const forward = (edge === "end") === (way === "out");
  return forward ? stops.find((stop) => stop > from) : stops.findLast((stop) => stop < from);
};

/** The first sentence of a stretch of the window; the stretch itself where it has none. */
export const firstSentence = (window: SourceWindow, { start, end }: Stretch): Stretch => {
  const first = sentencesIn(window).find((one) => one.start >= start && one.start < end);
  return first === undefined ? { start, end } : { start: first.start, end: Math.min(first.end, end) };
};
