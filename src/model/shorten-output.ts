import { create } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  type EvidenceSearchResult,
  EvidenceSearchResultSchema,
  type Passage,
  PassageSchema,
} from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type SpanRef,
  SpanRefSchema,
  SpanResolutionSchema,
  SpanSuggestionSchema,
} from "../../gen/pincite/span/v1/span_pb.ts";
import {
  type ResolvedEvidence,
  ResolvedEvidenceSchema,
  type ResolveOutput,
  ResolveOutputSchema,
  type SpanAnswer,
  SpanAnswerSchema,
  type SpansOutput,
  SpansOutputSchema,
} from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { charsOf } from "./prompt/content-lines.ts";
import { cutPassage, graphemeCut } from "./prompt/cut-passage.ts";
import * as lines from "./prompt/output-lines.ts";

/** An output as it will be shown: only what stands in the prompt, in at most the characters given. */
export interface Shortened<T> {
  readonly output: T;
  readonly shownChars: number;
  readonly whole: boolean;
}

/** Candidates in their order, snippets cut before candidates are left out. */
export const shortenSearch = (result: EvidenceSearchResult, chars: number): Shortened<EvidenceSearchResult> => {
  const output = create(EvidenceSearchResultSchema);
  const { query, scope, totalCount, queryNotes, queryReading, suggestedQuery } = result;
  const head = charsOf(lines.searchHead(result));
  const pieces = [
    fixed(0, head, () => Object.assign(output, { query, scope, totalCount, queryNotes, queryReading, suggestedQuery })),
    ...result.candidates.map((one) => candidatePiece(1, one, (shown) => output.candidates.push(shown))),
  ];
  const { used, whole } = allot(pieces, chars);
  return { output, shownChars: used, whole };
};

/** One item per id asked, at its own place; then candidates, then passages, the best of each item first. */
export const shortenResolved = (result: ResolveOutput, chars: number, query: string): Shortened<ResolveOutput> => {
  const output = create(ResolveOutputSchema, { items: result.items.map(() => create(ResolvedEvidenceSchema)) });
  const pieces = result.items.flatMap((item, at) => itemPieces(item, output.items[at] as ResolvedEvidence, query));
  const { used, whole } = allot(pieces, chars);
  return { output, shownChars: used, whole };
};

const itemPieces = (item: ResolvedEvidence, into: ResolvedEvidence, query: string): Piece[] => {
  const { asked, problem, note } = item;
  return [
    fixed(0, charsOf(lines.itemHead(item)), () => Object.assign(into, { asked, problem, note })),
    ...item.candidates.map((one) => candidatePiece(1, one, (shown) => into.candidates.push(shown))),
    ...item.passages.map((one, at) =>
      passagePiece(1 + (one.rank || 1 + at), one, query, (shown) => into.passages.push(shown)),
    ),
  ];
};

/** One answer per query, at its own place, because proposals name answers by their index. */
export const shortenSpans = (
  result: SpansOutput,
  chars: number,
  queries: readonly string[],
): Shortened<SpansOutput> => {
  const output = create(SpansOutputSchema, { answers: result.answers.map(() => create(SpanAnswerSchema)) });
  const pieces = result.answers.flatMap((answer, at) =>
    answerPieces(answer, output.answers[at] as SpanAnswer, at, queries[at] ?? ""),
  );
  const { used, whole } = allot(pieces, chars);
  return { output, shownChars: used, whole };
};

const answerPieces = (answer: SpanAnswer, into: SpanAnswer, at: number, query: string): Piece[] => {
  const { resolution, problem } = answer;
  const head = () => {
    into.problem = problem;
    if (answer.place) into.place = answer.place;
    if (!resolution) return;
    const { outcome, message, placeCount } = resolution;
    into.resolution = create(SpanResolutionSchema, { outcome, message, placeCount });
  };
  const suggestions = (resolution?.suggestions ?? []).flatMap(({ span }) => (span ? [span] : []));
  return [
    fixed(0, charsOf(lines.answerHead(answer, at)), head),
    ...(resolution?.spans ?? []).map((span, index) =>
      spanPiece(1 + index, `span ${index}`, span, (shown) => into.resolution?.spans.push(shown)),
    ),
    ...answer.passages.map((one, index) => passagePiece(2 + index, one, query, (shown) => into.passages.push(shown))),
    ...suggestions.map((span) =>
      spanPiece(9, "suggestion", span, (shown) =>
        into.resolution?.suggestions.push(create(SpanSuggestionSchema, { span: shown })),
      ),
    ),
  ];
};

const fixed = (rank: number, chars: number, put: () => void): Piece => ({
  rank,
  wanted: chars,
  least: chars,
  place: () => {
    put();
    return chars;
  },
});

/** A span is shown whole or not at all: half a quote says something else. */
const spanPiece = (rank: number, name: string, span: SpanRef, put: (shown: SpanRef) => void): Piece => {
  const { docUid, startChar, endChar, excerpt, matchKind, address, flags } = span;
  const place = { docUid, startChar, endChar, excerpt, matchKind, address, flags };
  const shown = create(SpanRefSchema, { ...place, ...said(span) });
  return fixed(rank, charsOf(lines.spanLines(name, span)), () => put(shown));
};

/** Who says it and when: a quoted "ja" is not the author's. */
const said = ({ voice, speaker, segmentDateText }: Pick<SpanRef, "voice" | "speaker" | "segmentDateText">) => ({
  voice,
  speaker,
  segmentDateText,
});

const candidatePiece = (rank: number, candidate: EvidenceCandidate, put: (shown: EvidenceCandidate) => void): Piece => {
  const { evidenceId, docType, title, snippet, occurredAtIso, participants, chunkUid, versionDate, unitPath, address } =
    candidate;
  const kept = { evidenceId, docType, title, occurredAtIso, participants, chunkUid, versionDate, unitPath, address };
  const cut = (chars: number) =>
    create(EvidenceCandidateSchema, { ...kept, snippet: [...snippet].slice(0, graphemeCut(snippet, chars)).join("") });
  return {
    rank,
    wanted: charsOf(lines.candidateLines(candidate)),
    least: charsOf(lines.candidateHead(candidate)),
    place: (chars) => placeCut(chars, cut, lines.candidateLines, put),
  };
};

const passagePiece = (rank: number, passage: Passage, query: string, put: (shown: Passage) => void): Piece => {
  const { docUid, chunkUid, startChar, endChar, text, address, rank: place } = passage;
  const shown = create(PassageSchema, {
    docUid,
    chunkUid,
    startChar,
    endChar,
    text,
    address,
    rank: place,
    ...said(passage),
  });
  const whole = charsOf(lines.passageLines(passage));
  return {
    rank,
    wanted: whole,
    // A passage cut to less than a sentence's length cannot be quoted from.
    least: Math.min(whole, charsOf(lines.passageHead(passage)) + 120),
    place: (chars) => placeCut(chars, (textChars) => cutPassage(shown, textChars, query), lines.passageLines, put),
  };
};

/** Cuts until the rendering fits: bars before lines count as well, so the first cut may be too long. */
const placeCut = <T>(
  chars: number,
  cut: (textChars: number) => T,
  render: (shown: T) => string[],
  put: (shown: T) => void,
): number => {
  let textChars = chars;
  let shown = cut(textChars);
  for (let over = charsOf(render(shown)) - chars; over > 0 && textChars > 0; over = charsOf(render(shown)) - chars) {
    textChars = Math.max(0, textChars - over);
    shown = cut(textChars);
  }
  put(shown);
  return charsOf(render(shown));
};

/** One thing that may be shown: what it takes whole, the least that makes sense of it, and how to put it in place. */
interface Piece {
  /** Order of importance, smallest first; equal ranks keep their order. */
  readonly rank: number;
  /** Characters it takes when shown whole. */
  readonly wanted: number;
  /** Below this it is left out. */
  readonly least: number;
  /** Shows it in at most so many characters and answers how many it took. */
  place(chars: number): number;
}

/** Below this a text says too little: with less to share, fewer pieces are shown rather than smaller ones. */
const usefulChars = 300;

/**
 * Shares characters out among pieces, in order of rank: each gets an equal part of what is left, what one does not need
 * goes to the next, and what does not fit is left out. Answers the characters used and whether everything was shown whole.
 */
const allot = (pieces: readonly Piece[], chars: number): { used: number; whole: boolean } => {
  const ordered = pieces.toSorted((one, other) => one.rank - other.rank);
  let left = chars;
  let whole = true;
  for (const [index, piece] of ordered.entries()) {
    const waiting = Math.min(ordered.length - index, Math.max(1, Math.floor(left / usefulChars)));
    const given = Math.min(piece.wanted, left, Math.max(piece.least, Math.floor(left / waiting)));
    if (given < piece.least) {
      whole = false;
      continue;
    }
    left -= piece.place(given);
    whole &&= given === piece.wanted;
  }
  return { used: chars - left, whole };
};
