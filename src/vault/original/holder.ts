import { create } from "@bufbuild/protobuf";
import { SpanLocatorSchema, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { contextFits, foldedContextFits } from "../../span/context.ts";
import { rangeOf } from "../../span/describe.ts";
import { type Match, matchesOf } from "../../span/match.ts";
import type { SpanSource } from "../../span/source.ts";
import type { SpokenSegment } from "../../span/spoken-segments.ts";
import type { CodePointRange } from "../../span/structure.ts";
import type { Strand } from "../strand/strand.ts";

/** Quoted words, and who the quoting message says that they are of. */
export interface Quotation {
  readonly docUid: string;
  readonly words: string;
  readonly segment: SpokenSegment;
  /** What stands around them in the same segment. */
  readonly before: string;
  readonly after: string;
}

/** A message whose author wrote the words; the place is left open where they stand several times, alike all round. */
export interface Holder {
  readonly docUid: string;
  readonly source: SpanSource;
  readonly match: Match | undefined;
}

/** Code points around the words by which several places are told apart. */
const around = 64;

/** The words of a range that stand in one quoted or forwarded part; undefined for the author's own, or across two parts. */
export const quotationAt = (docUid: string, source: SpanSource, range: CodePointRange): Quotation | undefined => {
  const [segment, ...others] = source.structure.segmentsTouching(range);
  if (segment === undefined || others.length > 0 || !isOthers(segment)) return undefined;
  return {
    docUid,
    segment,
    words: source.codePoints.slice(range.start, range.end),
    before: source.codePoints.slice(Math.max(segment.startChar, range.start - around), range.start),
    after: source.codePoints.slice(range.end, Math.min(segment.endChar, range.end + around)),
  };
};

/** How many messages may still be looked into for one answer; counted down. */
export interface Looks {
  left: number;
}

/** Those of the messages that hold the words as their author's own, in the order given; none where they are too many. */
export const holdersAmong = async (
  strand: Strand,
  docUids: readonly string[],
  quotation: Quotation,
  looks: Looks,
): Promise<Holder[]> => {
  const holders: Holder[] = [];
  // All of them or none: who looks into some only may take a second origin for the only one. The same where a text is damaged.
  looks.left -= docUids.length;
  if (looks.left < 0) return holders;
  for (const docUid of docUids) {
    const source = await strand.sources.readable(strand.record(docUid));
    if (source === undefined) return [];
    const whole = { start: 0, end: source.text.length };
    const own = matchesOf(source, quotation.words, whole).filter((match) => isOwn(source, match));
    if (own.length > 0) holders.push({ docUid, source, match: theOne(source, own, quotation) });
  }
  return holders;
};

const isOthers = ({ voice, depth }: SpokenSegment): boolean =>
  depth > 0 || voice === Voice.QUOTED || voice === Voice.FORWARDED;

const isOwn = (source: SpanSource, { place }: Match): boolean => {
  const segments = source.structure.segmentsTouching(rangeOf(source, place));
  return segments.length > 0 && !segments.some(isOthers);
};

/** The only place, or the only one with the same words around it. */
const theOne = (source: SpanSource, matches: readonly Match[], { before, after }: Quotation): Match | undefined => {
  if (matches.length === 1) return matches[0];
  const context = create(SpanLocatorSchema, { contextBefore: before, contextAfter: after });
  for (const fits of [contextFits, foldedContextFits]) {
    const fitting = matches.filter(({ place }) => fits(source.text, place, context));
    if (fitting.length === 1) return fitting[0];
  }
  return undefined;
};
