import { create } from "@bufbuild/protobuf";
import {
  MatchKind,
  SpanFlag,
  type SpanLocator,
  SpanLocatorSchema,
  type SpanRef,
  type SpanResolution,
  SpanResolution_Outcome,
  SpanResolutionSchema,
} from "../../gen/pincite/span/v1/span_pb.ts";
import { contextFits, foldedContextFits, hasContext } from "./context.ts";
import { describeSpan, rangeOf } from "./describe.ts";
import { elisionPieces, stitchedMatches } from "./elision.ts";
import { dropsNegationBetween } from "./flags.ts";
import { checkLocator } from "./locator.ts";
import { type Match, matchesOf } from "./match.ts";
import { type NotFound, nearMiss, type ResolveOptions, whyNothing } from "./not-found.ts";
import type { Place } from "./occurrences.ts";
import { type QuotingBar, quotingBar } from "./quotable.ts";
import type { SpanSource } from "./source.ts";

/** Places that are listed when there are several; the count tells the rest. */
const listedMax = 50;
/** Above this many places each one's right to be quoted is not asked: nobody chooses among so many. */
const checkedMax = 1_000;

/** One way to read the quote in the source: one place, or several where it has elisions. */
interface Reading {
  readonly rank: number;
  readonly matches: readonly Match[];
}

/**
 * Finds what a locator says in a source. Exact or stop: EXACT, NORMALISED and MACHINE_READ mean that the excerpt is the source's own
 * slice and equals the quote, character for character or after the declared folding; everything else is a question back.
 *
 * Order: the quote as a whole exactly, then folded; then its pieces where it has elisions. Several places are told apart
 * by `occurrence_index`, else by the contexts, exact before folded; an index that the contexts contradict is AMBIGUOUS.
 * Each place that AMBIGUOUS lists carries a locator that names it.
 *
 * Never throws for a quote that is merely wrong: an unknown chunk and an occurrence out of range are NOT_FOUND with a
 * message that says what to do. Errors: `LOCATOR_INVALID` for a locator that can mean nothing (see `checkLocator`).
 */
export const resolveLocator = (source: SpanSource, locator: SpanLocator, options: ResolveOptions): SpanResolution => {
  checkLocator(source, locator);
  const within = scopeOf(source, locator);
  if (!within) return notFound(locator, { message: unknownChunk });
  const readings = readingsOf(source, locator.exactQuote, within);
  if (readings.length === 0) return notFound(locator, whyNothing(source, locator, within, options));
  return choose(source, locator, readings, options);
};

const unknownChunk =
  "The document has no chunk of that name. Name one of the chunks its passages carry, or none to search the whole document.";

/** The named chunk, or the whole text; undefined for a chunk that the document does not have. */
const scopeOf = (source: SpanSource, locator: SpanLocator): Place | undefined => {
  if (locator.chunkUid === "") return { start: 0, end: source.text.length };
  const chunk = source.structure.chunk(locator.chunkUid);
  return chunk && { start: source.codePoints.toUtf16(chunk.startChar), end: source.codePoints.toUtf16(chunk.endChar) };
};

const readingsOf = (source: SpanSource, quote: string, within: Place): Reading[] => {
  const whole = matchesOf(source, quote, within);
  if (whole.length > 0) return whole.map((match, rank) => ({ rank, matches: [match] }));
  const pieces = elisionPieces(quote);
  return pieces ? stitchedMatches(source, pieces, within).map((matches, rank) => ({ rank, matches })) : [];
};

const choose = (
  source: SpanSource,
  locator: SpanLocator,
  readings: Reading[],
  options: ResolveOptions,
): SpanResolution => {
  if (locator.occurrenceIndex !== undefined) return chooseByIndex(source, locator, readings, options);
  if (readings.length > checkedMax && !hasContext(locator)) return ambiguous(source, locator, readings, options);
  const fitting = readings.length > 1 ? byContext(source, locator, readings) : readings;
  const quotable = fitting.filter((reading) => !barOf(source, reading));
  if (quotable.length > 1) return ambiguous(source, locator, quotable, options);
  return settle(source, locator, quotable[0] ?? (fitting[0] as Reading), options);
};

const chooseByIndex = (
  source: SpanSource,
  locator: SpanLocator,
  readings: Reading[],
  options: ResolveOptions,
): SpanResolution => {
  const chosen = readings[locator.occurrenceIndex as number];
  if (!chosen) {
    const times = readings.length === 1 ? "once" : `${readings.length} times`;
    return notFound(locator, {
      message: `The quote stands there ${times}; occurrence_index counts from 0, so the last one is ${readings.length - 1}.`,
    });
  }
  const others =
    hasContext(locator) && !fits(source, locator, chosen) ? readings.filter((one) => fits(source, locator, one)) : [];
  if (others.length > 0)
    return ambiguous(
      source,
      locator,
      [...others, chosen].sort((a, b) => a.rank - b.rank),
      options,
    );
  return settle(source, locator, chosen, options);
};

/** Readings that the contexts leave: those they fit exactly, else those they fit after folding, else all. */
const byContext = (source: SpanSource, locator: SpanLocator, readings: Reading[]): Reading[] => {
  if (!hasContext(locator)) return readings;
  const exact = readings.filter((reading) => contextFits(source.text, outlineOf(reading), locator));
  if (exact.length > 0) return exact;
  const folded = readings
    .slice(0, checkedMax)
    .filter((reading) => foldedContextFits(source.text, outlineOf(reading), locator));
  return folded.length > 0 ? folded : readings;
};

const fits = (source: SpanSource, locator: SpanLocator, reading: Reading): boolean =>
  contextFits(source.text, outlineOf(reading), locator) || foldedContextFits(source.text, outlineOf(reading), locator);

/** From the beginning of the first piece to the end of the last. */
const outlineOf = ({ matches }: Reading): Place => ({
  start: (matches[0] as Match).place.start,
  end: (matches.at(-1) as Match).place.end,
});

const barOf = (source: SpanSource, reading: Reading): { match: Match; bar: QuotingBar } | undefined => {
  for (const match of reading.matches) {
    const bar = quotingBar(source, rangeOf(source, match.place));
    if (bar) return { match, bar };
  }
  return undefined;
};

/** One reading is left: it is the answer, unless the source may not be quoted there. */
const settle = (
  source: SpanSource,
  locator: SpanLocator,
  reading: Reading,
  options: ResolveOptions,
): SpanResolution => {
  const barred = barOf(source, reading);
  if (barred) return notFound(locator, nearMiss(source, locator, barred.match, barred.bar, options));
  const spans = spansOf(source, locator, reading, options);
  const kinds = spans.map(({ matchKind }) => matchKind);
  const kind = [MatchKind.MACHINE_READ, MatchKind.NORMALISED].find((one) => kinds.includes(one)) ?? MatchKind.EXACT;
  return create(SpanResolutionSchema, { locator, ...settledAs[kind], spans });
};

const settledAs = {
  [MatchKind.EXACT]: {
    outcome: SpanResolution_Outcome.EXACT,
    message: "The quote stands there character for character.",
  },
  [MatchKind.NORMALISED]: {
    outcome: SpanResolution_Outcome.NORMALISED,
    message: "The quote stands there but for typography; the excerpt has the source's own characters.",
  },
  [MatchKind.MACHINE_READ]: {
    outcome: SpanResolution_Outcome.MACHINE_READ,
    message: "A machine read these words from a picture: compare them with the picture before you rely on them.",
  },
};

const ambiguous = (
  source: SpanSource,
  locator: SpanLocator,
  readings: Reading[],
  options: ResolveOptions,
): SpanResolution =>
  create(SpanResolutionSchema, {
    locator,
    outcome: SpanResolution_Outcome.AMBIGUOUS,
    spans: readings
      .slice(0, listedMax)
      .flatMap((reading) => {
        const own = create(SpanLocatorSchema, { ...locator, occurrenceIndex: reading.rank });
        return spansOf(source, own, reading, options);
      })
      .slice(0, listedMax),
    placeCount: readings.length,
    message: `The quote stands at ${readings.length} places. Name one by occurrence_index, or give the words before or after it.`,
  });

const spansOf = (
  source: SpanSource,
  locator: SpanLocator,
  { matches }: Reading,
  options: ResolveOptions,
): SpanRef[] => {
  const spans = matches.map((match) => {
    const how = { kind: match.kind, differences: match.differences() };
    return describeSpan(source, match.place, locator, options, how);
  });
  matches.forEach((match, at) => {
    const next = matches[at + 1];
    if (next) flagStitch(source, [spans[at] as SpanRef, spans[at + 1] as SpanRef], match.place.end, next.place.start);
  });
  return spans;
};

/** Both pieces beside a gap say that they were joined, and whether the gap swallowed a negation. */
const flagStitch = (source: SpanSource, sides: SpanRef[], start: number, end: number): void => {
  const dropped = dropsNegationBetween(source.text, { start, end });
  for (const span of sides) {
    const added = dropped ? [SpanFlag.DROPPED_NEGATION, SpanFlag.STITCHED] : [SpanFlag.STITCHED];
    span.flags = [...new Set([...span.flags, ...added])].sort((left, right) => left - right);
  }
};

const notFound = (locator: SpanLocator, { message, suggestions = [] }: NotFound): SpanResolution =>
  create(SpanResolutionSchema, { locator, outcome: SpanResolution_Outcome.NOT_FOUND, suggestions, message });
