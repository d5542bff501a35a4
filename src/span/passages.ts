import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Chunk } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { addressAt, voiceOf } from "./describe.ts";
import type { SpanSource } from "./source.ts";

/** How often a term counts in one chunk: repetition says less than variety. */
const repeatsMax = 3;
/** A second different term is worth more than any repetition of the first. */
const termWeight = 10;

type TermsOf = (text: string) => string[];

/** Terms of each chunk with their counts, kept as long as the source is, per way of analysing. */
const counted = new WeakMap<SpanSource, Map<TermsOf, Map<string, number>[]>>();

/**
 * The chunks of one document that share most terms with a query, best first, at most `limit`; ties go to the earlier one.
 * A query that shares nothing gets the document's first chunks, so that a reader always sees something to quote from.
 *
 * @param queryTerms analyses text into terms (stemmed, stop words dropped); the same function for query and passages
 */
export const bestPassages = (source: SpanSource, queryTerms: TermsOf, query: string, limit: number): Passage[] => {
  const wanted = new Set(queryTerms(query));
  const counts = countsOf(source, queryTerms);
  const scored = source.canonical.chunks.map((chunk, number) => ({
    chunk,
    number,
    score: scoreOf(wanted, counts[number]),
  }));
  const best = scored.some(({ score }) => score > 0) ? scored.filter(({ score }) => score > 0) : scored;
  return best
    .sort((left, right) => right.score - left.score || left.number - right.number)
    .slice(0, Math.max(0, limit))
    .map(({ chunk }) => passageOf(source, chunk));
};

/** One chunk as the passage that is shown. */
export const passageOf = (source: SpanSource, chunk: Chunk): Passage => {
  const range = { start: chunk.startChar, end: chunk.endChar };
  return create(PassageSchema, {
    docUid: source.canonical.docUid,
    chunkUid: chunk.chunkUid,
    startChar: chunk.startChar,
    endChar: chunk.endChar,
    text: source.codePoints.slice(chunk.startChar, chunk.endChar),
    sourceDigest: source.digest,
    ...voiceOf(source, range),
    address: addressAt(source, range),
  });
};

const scoreOf = (wanted: ReadonlySet<string>, counts: ReadonlyMap<string, number> | undefined): number => {
  let score = 0;
  for (const term of wanted) {
    const count = counts?.get(term) ?? 0;
    if (count > 0) score += termWeight + Math.min(count, repeatsMax);
  }
  return score;
};

const countsOf = (source: SpanSource, queryTerms: TermsOf): Map<string, number>[] => {
  const perAnalysis = counted.get(source) ?? new Map<TermsOf, Map<string, number>[]>();
  counted.set(source, perAnalysis);
  const known = perAnalysis.get(queryTerms);
  if (known) return known;
  const counts = source.canonical.chunks.map(({ startChar, endChar }) => {
    const count = new Map<string, number>();
    for (const term of queryTerms(source.codePoints.slice(startChar, endChar)))
      count.set(term, (count.get(term) ?? 0) + 1);
    return count;
  });
  perAnalysis.set(queryTerms, counts);
  return counts;
};
