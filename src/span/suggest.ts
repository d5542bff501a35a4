import { create } from "@bufbuild/protobuf";
import { type SpanLocator, type SpanSuggestion, SpanSuggestionSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { type DescribeOptions, describeSpan } from "./describe.ts";
import { foldText } from "./fold.ts";
import { graphemeBorderBefore, graphemeBorderFrom } from "./grapheme.ts";
import { type Near, nearest } from "./nearest.ts";
import type { SpanSource } from "./source.ts";
import { wordDifferences } from "./word-differences.ts";

/** Half the quote may differ: beyond that a passage is another passage, and short quotes meet noise. */
const scoreMin = 500_000;
/** A quote of fewer folded characters is near to something in every text. */
const suggestFrom = 8;

/**
 * Passages of the document nearest to a quote that does not stand in it, best first. A suggestion is never a result: its
 * span has no match kind, and its differences say what the quote got wrong.
 */
export const nearestPassages = (
  source: SpanSource,
  locator: SpanLocator,
  max: number,
  options: DescribeOptions,
): SpanSuggestion[] => {
  const quote = foldText(locator.exactQuote.replaceAll(/\[[^\]]*\]/gu, " ")).text.trim();
  if (max === 0 || quote.length < suggestFrom) return [];
  return nearest(source.folded.text, quote, max)
    .map((near) => suggestionOf(source, locator, quote, near, options))
    .filter((suggestion) => suggestion.scoreMicros >= scoreMin);
};

const suggestionOf = (
  source: SpanSource,
  locator: SpanLocator,
  quote: string,
  near: Near,
  options: DescribeOptions,
): SpanSuggestion => {
  const place = {
    start: graphemeBorderBefore(source.text, source.folded.sourceStart(near.start)),
    end: graphemeBorderFrom(source.text, source.folded.sourceEnd(near.end)),
  };
  const longest = Math.max(quote.length, near.end - near.start);
  return create(SpanSuggestionSchema, {
    span: describeSpan(source, place, locator, options),
    scoreMicros: Math.max(0, Math.round((1 - near.distance / longest) * 1_000_000)),
    differences: wordDifferences(source, locator.exactQuote, place),
  });
};
