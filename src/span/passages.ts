import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Chunk } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { TermCounts } from "./bm25.ts";
import { addressAt, voiceOf } from "./describe.ts";
import type { Place } from "./occurrences.ts";
import { piecePlaces } from "./pieces.ts";
import { sentencePlaces } from "./sentences.ts";
import type { SpanSource } from "./source.ts";

type TermsOf = (text: string) => string[];

/** How a text is read into terms, and how rare each of them is where the document lies. */
export interface Wording {
  /** Analyses text into terms (stemmed, stop words dropped); the same function for query and passages. */
  readonly termsOf: TermsOf;
  /** Rarity of a term among all documents of the collection; absent where there is only this one. */
  readonly rarity?: ((term: string) => number) | undefined;
}

/** The weights of a neighbour, the sentence around a piece, its chunk, and the collection's rarity, beside the piece itself. */
const [beside, around, within, collection] = [0.2, 0.3, 0.3, 0.3];

/** Characters of one passage in the mean: so much text is shown for each that is asked for. */
const charsPerPassage = 850;

/**
 * The passages of a document for a query, best first, with their `rank`. A document of no more than `limit` chunks is shown
 * by its chunks; of a longer one the pieces that fit best are shown, from all over the text, as many characters as so many
 * chunks have: a claim's words stand in a sentence, and the chunk around it says little else of it.
 *
 * Pieces are ranked by rare words, with those of their neighbours. A query that shares nothing gets the document's first
 * chunks, so that a reader always sees something to quote from.
 */
export const bestPassages = (source: SpanSource, wording: Wording, query: string, limit: number): Passage[] => {
  const { chunks } = source.canonical;
  const ranked = rankPieces(source, wording, query);
  if (limit <= 0) return [];
  if (ranked.length === 0) return numbered(chunks.slice(0, limit).map((chunk) => passageOf(source, chunk)));
  const shown = chunks.length <= limit ? chunksOf(source, ranked) : piecesOf(source, ranked, limit * charsPerPassage);
  return numbered(shown);
};

const numbered = (passages: readonly Passage[]): Passage[] =>
  passages.map((passage, at) => {
    passage.rank = at + 1;
    return passage;
  });

/** The chunks of one document, best first, at most `limit`; the first ones where nothing is shared. */
export const bestChunks = (source: SpanSource, wording: Wording, query: string, limit: number): Passage[] => {
  const ranked = rankPieces(source, wording, query);
  const found =
    ranked.length > 0 ? chunksOf(source, ranked) : source.canonical.chunks.map((chunk) => passageOf(source, chunk));
  return numbered(found.slice(0, Math.max(0, limit)));
};

/** One chunk as the passage that is shown. */
export const passageOf = (source: SpanSource, chunk: Chunk): Passage => rangeOf(source, chunk.chunkUid, chunk);

const rangeOf = (
  source: SpanSource,
  chunkUid: string,
  { startChar, endChar }: { readonly startChar: number; readonly endChar: number },
): Passage => {
  const range = { start: startChar, end: endChar };
  return create(PassageSchema, {
    docUid: source.canonical.docUid,
    chunkUid,
    startChar,
    endChar,
    text: source.codePoints.slice(startChar, endChar),
    sourceDigest: source.digest,
    ...voiceOf(source, range),
    address: addressAt(source, range),
  });
};

/** A text as it is ranked, kept as long as the source is, per way of analysing. */
interface Counted {
  readonly pieces: readonly (Place & { readonly chunk: number; readonly sentence: number })[];
  readonly ofPieces: TermCounts;
  readonly ofSentences: TermCounts;
  readonly ofChunks: TermCounts;
}

const counted = new WeakMap<SpanSource, Map<TermsOf, Counted>>();

interface RankedPiece extends Place {
  readonly chunk: number;
  readonly score: number;
}

/** The pieces that share a term with the query, best first; ties go to the earlier one. */
const rankPieces = (source: SpanSource, { termsOf, rarity }: Wording, query: string): RankedPiece[] => {
  const wanted = new Set(termsOf(query));
  if (wanted.size === 0) return [];
  const { pieces, ofPieces, ofSentences, ofChunks } = countedIn(source, termsOf);
  const elsewhere = rarity && ((term: string) => collection * rarity(term));
  const [own, sentences, chunks] = [ofPieces, ofSentences, ofChunks].map((one) => one.scores(wanted, elsewhere));
  const at = (scores: readonly number[] | undefined, number: number): number => scores?.[number] ?? 0;
  return pieces
    .map(({ start, end, chunk, sentence }, number) => {
      const neighbours = at(own, number - 1) + at(own, number + 1);
      const wider = around * at(sentences, sentence) + within * at(chunks, chunk);
      return { start, end, chunk, own: at(own, number), score: at(own, number) + beside * neighbours + wider };
    })
    .filter((piece) => piece.own > 0)
    .sort((left, right) => right.score - left.score || left.start - right.start);
};

const countedIn = (source: SpanSource, termsOf: TermsOf): Counted => {
  const perAnalysis = counted.get(source) ?? new Map<TermsOf, Counted>();
  counted.set(source, perAnalysis);
  const known = perAnalysis.get(termsOf);
  if (known) return known;
  const { text, codePoints } = source;
  const chunks = source.canonical.chunks.map(({ startChar, endChar }) => ({
    start: codePoints.toUtf16(startChar),
    end: codePoints.toUtf16(endChar),
  }));
  const sentences = chunks.flatMap(({ start, end }) => shifted(sentencePlaces(text.slice(start, end)), start));
  const pieces = chunks.flatMap(({ start, end }, chunk) =>
    shifted(piecePlaces(text.slice(start, end)), start).map((place) => ({ ...place, chunk })),
  );
  const counts = (places: readonly Place[]) =>
    new TermCounts(places.map((one) => termsOf(text.slice(one.start, one.end))));
  let sentence = 0;
  const made: Counted = {
    pieces: pieces.map((piece) => {
      while ((sentences[sentence]?.end ?? Number.POSITIVE_INFINITY) <= piece.start) sentence++;
      return { ...piece, sentence };
    }),
    ofPieces: counts(pieces),
    ofSentences: counts(sentences),
    ofChunks: counts(chunks),
  };
  perAnalysis.set(termsOf, made);
  return made;
};

const shifted = (places: readonly Place[], by: number): Place[] =>
  places.map(({ start, end }) => ({ start: start + by, end: end + by }));

/** The chunks of ranked pieces, each once, in the order of their best piece. */
const chunksOf = (source: SpanSource, ranked: readonly RankedPiece[]): Passage[] =>
  [...new Set(ranked.map(({ chunk }) => chunk))].flatMap((number) => {
    const chunk = source.canonical.chunks[number];
    return chunk ? [passageOf(source, chunk)] : [];
  });

/** The best pieces that fit in so many characters; those that touch are one passage, and one chunk holds it. */
const piecesOf = (source: SpanSource, ranked: readonly RankedPiece[], charsMax: number): Passage[] => {
  const chosen: RankedPiece[] = [];
  let chars = 0;
  for (const piece of ranked) {
    if (chosen.length > 0 && chars + piece.end - piece.start > charsMax) continue;
    chosen.push(piece);
    chars += piece.end - piece.start;
  }
  return joined(source.text, chosen).flatMap(({ start, end, chunk }) => {
    const chunkUid = source.canonical.chunks[chunk]?.chunkUid ?? "";
    const { codePoints } = source;
    return [
      rangeOf(source, chunkUid, { startChar: codePoints.toCodePoint(start), endChar: codePoints.toCodePoint(end) }),
    ];
  });
};

const joined = (text: string, pieces: readonly RankedPiece[]): RankedPiece[] => {
  const groups: RankedPiece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const last = groups.at(-1);
    const touches = last && last.chunk === piece.chunk && text.slice(last.end, piece.start).trim() === "";
    if (touches) groups[groups.length - 1] = { ...last, end: piece.end, score: Math.max(last.score, piece.score) };
    else groups.push(piece);
  }
  return groups.sort((a, b) => b.score - a.score || a.start - b.start);
};
