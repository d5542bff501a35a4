import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import {
  type Difference,
  MatchKind,
  type SpanLocator,
  type SpanRef,
  SpanRefSchema,
  Voice,
} from "../../gen/pincite/span/v1/span_pb.ts";
import { correctedIn } from "./corrected.ts";
import { flagsOf } from "./flags.ts";
import { graphemeBorderBefore, graphemeBorderFrom } from "./grapheme.ts";
import { numberedPartAround } from "./numbering.ts";
import type { Place } from "./occurrences.ts";
import { type SpanSource, textDigest } from "./source.ts";
import { type CodePointRange, citedElements } from "./structure.ts";

/** Facts that the caller knows and the text does not hold. */
export interface DescribeOptions {
  readonly sha256: Sha256;
  /** ISO date of the source version; always given for law. Default: none. */
  readonly versionDate?: string;
  /** Renders a unit's address as lawyers write it, `art. 7:611 BW`. Default: the labels from the article inwards. */
  readonly address?: (unit: Unit) => string;
}

/** Characters of source shown beside a span, in code points (domain rule: 32 to 64). */
const shownMax = 64;

/** The code points that a place covers. */
export const rangeOf = (source: SpanSource, place: Place): CodePointRange => ({
  start: source.codePoints.toCodePoint(place.start),
  end: source.codePoints.toCodePoint(place.end),
});

/** Describes a place of the source in the message that is shown, confirmed and stored. */
export const describeSpan = (
  source: SpanSource,
  place: Place,
  locator: SpanLocator,
  options: DescribeOptions,
  match: { kind: MatchKind; differences: Difference[] } = { kind: MatchKind.UNSPECIFIED, differences: [] },
): SpanRef => {
  const range = rangeOf(source, place);
  const excerpt = source.text.slice(place.start, place.end);
  const unit = source.structure.unitAround(range);
  return create(SpanRefSchema, {
    docUid: source.canonical.docUid,
    startChar: range.start,
    endChar: range.end,
    excerpt,
    excerptSha256: textDigest(excerpt, options.sha256),
    locator,
    sourceDigest: source.digest,
    matchKind:
      match.kind !== MatchKind.UNSPECIFIED && isMachineRead(source, range) ? MatchKind.MACHINE_READ : match.kind,
    differences: match.differences,
    address: addressOf(source, range, unit, options),
    unitPath: unit?.path ?? "",
    ...voiceOf(source, range),
    flags: flagsOf(source, place, range),
    ...shownAround(source.text, place),
    versionDate: options.versionDate ?? "",
    corrected: correctedIn(source, range),
  });
};

/** Whether a machine read any of these words from a picture: what a source holds so is not known to be what its picture says. */
export const isMachineRead = ({ structure }: SpanSource, range: CodePointRange): boolean =>
  structure.unitsTouching(range).some(({ flags }) => flags.includes("machine-read"));

/**
 * The voice and speaker at the beginning of the range, and the date of the words where they are somebody else's. Where a part of
 * the range is of nobody who is known, so is the whole.
 */
export const voiceOf = (
  source: SpanSource,
  range: CodePointRange,
): Pick<SpanRef, "voice" | "speaker" | "segmentDateText"> => {
  const touched = source.structure.segmentsTouching(range);
  const segment = touched.find(({ voice }) => voice === Voice.UNSPECIFIED) ?? touched[0];
  return {
    voice: segment?.voice ?? Voice.UNSPECIFIED,
    speaker: segment?.speaker ?? "",
    segmentDateText: segment?.dateText ?? "",
  };
};

/** Source characters just outside the place, cut at grapheme borders; the reader sees them marked as not included. */
export const shownAround = (text: string, place: Place): { shownBefore: string; shownAfter: string } => {
  const before = lastCodePoints(text.slice(Math.max(0, place.start - 2 * shownMax), place.start));
  const after = firstCodePoints(text.slice(place.end, place.end + 2 * shownMax));
  return {
    shownBefore: text.slice(graphemeBorderFrom(text, place.start - before), place.start),
    shownAfter: text.slice(place.end, graphemeBorderBefore(text, place.end + after)),
  };
};

/** UTF-16 length of the last 64 code points of the string. */
const lastCodePoints = (near: string): number => {
  let at = near.length;
  for (let count = 0; count < shownMax && at > 0; count++) at -= isLow(near, at - 1) && at > 1 ? 2 : 1;
  return near.length - at;
};

/** UTF-16 length of the first 64 code points of the string. */
const firstCodePoints = (near: string): number => {
  let at = 0;
  for (let count = 0; count < shownMax && at < near.length; count++) at += isLow(near, at + 1) ? 2 : 1;
  return Math.min(at, near.length);
};

const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

const addressOf = (
  source: SpanSource,
  range: CodePointRange,
  unit: Unit | undefined,
  options: DescribeOptions,
): string => (unit && options.address ? options.address(unit) : addressAt(source, range));

/** The address that a text gives by itself: labels of units, else the numbered part and the pages that it stands in, else nothing. */
export const addressAt = (source: SpanSource, range: CodePointRange): string => {
  const around = source.structure.unitsAround(range);
  if (around.length > 0) return labelsInwards(around);
  const pages = source.structure.pagesTouching(range);
  const [first, last] = [pages[0]?.number, pages.at(-1)?.number];
  const page = first === undefined ? "" : first === last ? `p. ${first}` : `p. ${first}-${last}`;
  return [numberedPartAround(source, range), page].filter((part) => part !== "").join(", ");
};

/** Labels from the article, recital or consideration to the smallest unit: `art. 7:611 lid 3 onder g`. */
const labelsInwards = (chain: readonly Unit[]): string => {
  const cited = chain.findIndex((unit) => citedElements.has(unit.element));
  const inner = cited < 0 ? chain.slice(0, 1) : chain.slice(0, cited + 1);
  return inner
    .map((unit) => unit.label)
    .filter((label) => label !== "")
    .reverse()
    .join(" ");
};
