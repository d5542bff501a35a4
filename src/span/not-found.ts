import { create } from "@bufbuild/protobuf";
import {
  type SpanLocator,
  SpanLocatorSchema,
  type SpanSuggestion,
  SpanSuggestionSchema,
} from "../../gen/pincite/span/v1/span_pb.ts";
import { type DescribeOptions, describeSpan } from "./describe.ts";
import { elisionPieces, piecesApart } from "./elision.ts";
import { exactMatches, isLongEnoughToFold, type Match, matchesOf } from "./match.ts";
import { occurrences, type Place } from "./occurrences.ts";
import type { QuotingBar } from "./quotable.ts";
import type { SpanSource } from "./source.ts";
import { nearestPassages } from "./suggest.ts";

/** Options of resolving, beside those that describing a span needs. */
export interface ResolveOptions extends DescribeOptions {
  /** Nearest passages to offer when nothing is found, 0 to 3. Default 3. */
  readonly maxSuggestions?: number;
}

/** Why a quote was not found, and what may help. */
export interface NotFound {
  readonly message: string;
  readonly suggestions?: SpanSuggestion[];
}

const suggestionsMax = 3;
const bracketed = /\[(?!\s*(?:…|\.{3})\s*\])[^\]]*\]/u;

/** Nothing in the stretch equals the quote: says the likeliest reason and offers the nearest passages. */
export const whyNothing = (
  source: SpanSource,
  locator: SpanLocator,
  within: Place,
  options: ResolveOptions,
): NotFound => {
  const max = Math.min(options.maxSuggestions ?? suggestionsMax, suggestionsMax);
  const elsewhere = locator.chunkUid === "" ? [] : matchesOf(source, locator.exactQuote, whole(source));
  if (elsewhere.length > 0) {
    return {
      message: `The quote does not stand in the named chunk, but elsewhere in the document (${elsewhere.length} times). Name another chunk or none.`,
      suggestions: elsewhere.slice(0, max).map((match) => equalSuggestion(source, locator, match, options)),
    };
  }
  const apart = elidedApart(source, locator, within, max, options);
  if (apart) return apart;
  const suggestions = nearestPassages(source, locator, max, options);
  const offer = suggestions.length > 0 ? " The nearest passages are listed with what differs; quote one of them." : "";
  return { message: `${reasonOf(source, locator.exactQuote, within)}${offer}`, suggestions };
};

/** Pieces whose places are told in words. */
const toldMax = 6;

/** Why pieces with words left out between them are no quote, where each piece is found: where they stand, or which does not. */
const elidedApart = (
  source: SpanSource,
  locator: SpanLocator,
  within: Place,
  max: number,
  options: ResolveOptions,
): NotFound | undefined => {
  const pieces = elisionPieces(locator.exactQuote) ?? [];
  if (pieces.length < 2) return undefined;
  const inOrder = piecesApart(source, pieces, within);
  const missing = inOrder.indexOf(undefined);
  if (missing >= 0) {
    if (inOrder.every((match) => match === undefined)) return undefined;
    const stands = matchesOf(source, pieces[missing] as string, within).length > 0;
    const why = stands ? "stands only before the piece that it follows in the quote" : "does not stand there";
    const suggestions = stands
      ? []
      : nearestPassages(source, withQuote(locator, pieces[missing] as string), max, options);
    const offer = suggestions.length > 0 ? " The passages nearest to it are listed with what differs." : "";
    return {
      message: `Of the ${pieces.length} pieces of the quote, piece ${missing + 1} ${why}.${offer}`,
      suggestions,
    };
  }
  const found = inOrder as Match[];
  const places = found.slice(0, toldMax).map(({ place }) => {
    const [start, end] = [place.start, place.end].map((at) => source.codePoints.toCodePoint(at));
    return `${start}–${end}`;
  });
  const more = found.length > toldMax ? ` and ${found.length - toldMax} more` : "";
  return {
    message: `The pieces stand there in this order, but too far apart to be one quote: at characters ${places.join(", ")}${more}. Words may be left out within one article, clause or run of paragraphs, at most a page of it. Quote the pieces one by one.`,
    suggestions: found.slice(0, max).map((match) => equalSuggestion(source, locator, match, options)),
  };
};

const withQuote = (locator: SpanLocator, exactQuote: string): SpanLocator =>
  create(SpanLocatorSchema, { ...locator, exactQuote });

/** The quote stands there, but that place may not be quoted. */
export const nearMiss = (
  source: SpanSource,
  locator: SpanLocator,
  match: Match,
  bar: QuotingBar,
  options: ResolveOptions,
): NotFound => {
  const message = `The words are in the document and cannot be quoted: ${bar.why}.`;
  if (bar.quotableStart === undefined || options.maxSuggestions === 0) return { message };
  const place = { start: source.codePoints.toUtf16(bar.quotableStart), end: match.place.end };
  return {
    message: `${message} Quote what follows it.`,
    suggestions: [equalSuggestion(source, locator, { ...match, place }, options)],
  };
};

const reasonOf = (source: SpanSource, quote: string, within: Place): string => {
  if (occurrences(source.text, quote, within).length > 0 && exactMatches(source, quote, within).length === 0) {
    return "The quote begins or ends inside a character as readers see it. Include the whole character.";
  }
  const insertion = bracketed.exec(quote);
  if (insertion)
    return "Words in square brackets are the writer's own insertion and do not stand in the source. Leave them out, or put […] where source words are left out.";
  if (!isLongEnoughToFold(quote))
    return "These words do not stand there. A quote of fewer than 12 letters or 3 words must match character for character.";
  return "These words do not stand there.";
};

const whole = (source: SpanSource): Place => ({ start: 0, end: source.text.length });

/** A passage that equals the quote and is offered only because the locator did not point at it. */
const equalSuggestion = (
  source: SpanSource,
  locator: SpanLocator,
  match: Match,
  options: ResolveOptions,
): SpanSuggestion =>
  create(SpanSuggestionSchema, {
    span: describeSpan(source, match.place, locator, options),
    scoreMicros: 1_000_000,
    differences: match.differences(),
  });
