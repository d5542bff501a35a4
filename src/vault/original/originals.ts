import { create } from "@bufbuild/protobuf";
import { type QuotedOriginal, QuotedOriginalSchema, SpanLocatorSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { codePointLength } from "../../span/code-points.ts";
import { rangeOf } from "../../span/describe.ts";
import { exactMatches } from "../../span/match.ts";
import type { SpanSource } from "../../span/source.ts";
import type { CodePointRange } from "../../span/structure.ts";
import type { Strand } from "../strand/strand.ts";
import { namedBy, type Origin, originalOf, senderOf } from "./find-original.ts";
import { quotationAt } from "./holder.ts";
import { paragraphAt, quotedParagraphs } from "./quoted-paragraphs.ts";

/** Longest quote that a locator may hold, in code points. */
const quoteMax = 8_000;
/** Messages looked into for the quotations of one document, or the hits of one page: some milliseconds' worth. */
const looksMax = 400;

/**
 * For each range of a document that stands in a quoted or forwarded part: the message those words come from. First among
 * the messages that this one names (In-Reply-To, References), then by the words themselves among all of the strand. What
 * several messages could be the origin of has none. Depends on the strand's set of messages alone, not on their order.
 */
export const originalsOfSpans = async (
  strand: Strand,
  docUid: string,
  ranges: readonly CodePointRange[],
): Promise<QuotedOriginal[]> =>
  originals(strand, docUid, () => ranges.map((range, index) => ({ index, tried: [range] })));

/** The same for passages: of each quoted part the whole, or else the longest paragraph that has an origin. */
export const originalsOfPassages = async (
  strand: Strand,
  docUid: string,
  ranges: readonly CodePointRange[],
): Promise<QuotedOriginal[]> =>
  originals(strand, docUid, (source) =>
    ranges.flatMap((range, index) => quotedParagraphs(source, range).map((tried) => ({ index, tried }))),
  );

/** Where a search met a document: code point of its first match, -1 where the text has none. */
export interface MetAt {
  readonly docUid: string;
  readonly at: number;
}

/**
 * For each hit of a search whose first match stands in quoted words: the message that these come from, by the headers
 * alone, since a search for each hit would make one search as dear as twenty. What a hit's headers name is looked up
 * before anything is waited for, so that the answer is of the same moment as the hits.
 */
export const originalsOfHits = async (strand: Strand, hits: readonly MetAt[]): Promise<QuotedOriginal[]> => {
  const naming = hits.map(({ docUid, at }) => (at < 0 ? [] : namedBy(strand, strand.record(docUid), docUid)));
  const found: QuotedOriginal[] = [];
  const looks = { left: looksMax };
  for (const [index, { docUid, at }] of hits.entries()) {
    const named = naming[index] ?? [];
    if (named.length === 0) continue;
    const record = strand.record(docUid);
    const source = await strand.sources.readable(record);
    if (source === undefined) continue;
    const quotation = quotationAt(docUid, source, paragraphAt(source, at));
    const origin = quotation && (await originalOf(strand, record, quotation, "references", looks, named));
    const original = origin && messageOf(strand, index, origin);
    if (original !== undefined) found.push(original);
  }
  return found;
};

/** Stretches that are tried in turn for the span or passage of that number. */
interface Asked {
  readonly index: number;
  readonly tried: readonly CodePointRange[];
}

const originals = async (
  strand: Strand,
  docUid: string,
  askedOf: (source: SpanSource) => Asked[],
): Promise<QuotedOriginal[]> => {
  const record = strand.record(docUid);
  if (record.detail?.summary?.docType !== "email") return [];
  const source = await strand.sources.readable(record);
  if (source === undefined) return [];
  const found: QuotedOriginal[] = [];
  const looks = { left: looksMax };
  for (const { index, tried } of askedOf(source)) {
    for (const range of tried) {
      const quotation = quotationAt(docUid, source, range);
      const origin = quotation && (await originalOf(strand, record, quotation, "references-and-words", looks));
      const original = origin && messageOf(strand, index, origin);
      if (original === undefined) continue;
      found.push(original);
      break;
    }
  }
  return found;
};

const messageOf = (strand: Strand, index: number, { holder, evidence }: Origin): QuotedOriginal | undefined => {
  const { docUid, source, match } = holder;
  if (match === undefined) return undefined;
  const { start, end } = rangeOf(source, match.place);
  const exactQuote = source.text.slice(match.place.start, match.place.end);
  const everywhere = exactMatches(source, exactQuote, { start: 0, end: source.text.length });
  const occurrenceIndex = everywhere.findIndex(({ place }) => place.start === match.place.start);
  const locator = create(SpanLocatorSchema, { docUid, exactQuote, occurrenceIndex });
  return create(QuotedOriginalSchema, {
    index,
    evidence,
    docUid,
    sourceDigest: source.digest,
    startChar: start,
    endChar: end,
    matchKind: match.kind,
    ...(codePointLength(exactQuote) <= quoteMax && occurrenceIndex >= 0 ? { locator } : {}),
    speaker: senderOf(holder),
    dateText: strand.record(docUid).detail?.summary?.authoredAtText ?? "",
  });
};
