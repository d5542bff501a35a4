import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  EvidenceCandidateSchema,
  type EvidenceSearchResult,
  EvidenceSearchResultSchema,
} from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { FullTextAnswer, FullTextHit, FullTextQuery } from "../search/full-text-index.ts";

/** What to search for, wire defaults applied. */
export interface CorpusQuery {
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

/** One kind of text, as far as a search of it differs from one of another kind. */
export interface SearchedKind {
  readonly kind: "statute" | "caselaw";
  /** What hits are bounded by: facets and days. */
  readonly bounds: Pick<FullTextQuery, "facets" | "from" | "to">;
  /** In words, for whoever reads the result. */
  readonly scope: string;
  readonly corpusRevision: string;
  /** What a hit shows, what all hits have apart; undefined for one whose text is not there. */
  show(
    docUid: string,
    path: string,
    hit: FullTextHit,
  ): Promise<MessageInitShape<typeof EvidenceCandidateSchema> | undefined>;
}

/** The index of a kind of text. */
export interface SearchedIndex {
  /** Resolves once it is of the corpus as it is now. Errors: INDEX_STALE. */
  current(): Promise<void>;
  search(query: FullTextQuery): FullTextAnswer;
}

/** One page of what is found, best first. Called right after `current`: scope, revision and hits are of one moment. Errors: INDEX_STALE. */
export const searchCorpus = async (
  index: SearchedIndex,
  { text, limit, offset }: CorpusQuery,
  searched: SearchedKind,
): Promise<EvidenceSearchResult> => {
  const { kind, bounds, scope, corpusRevision } = searched;
  const { hits, total, notes, reading, suggestion } = index.search({
    text,
    fields: "titles",
    kinds: [kind],
    limit,
    offset,
    ...bounds,
  });
  const candidates = await Promise.all(
    hits.map(async (hit) => {
      const [docUid = "", path = ""] = hit.id.slice("law:".length).split("#");
      const shown = await searched.show(docUid, path, hit);
      const { id: evidenceId, snippet } = hit;
      const scoreMicros = BigInt(Math.max(0, hit.scoreMicros));
      return (
        shown &&
        create(EvidenceCandidateSchema, { evidenceId, docType: kind, snippet, scoreMicros, unitPath: path, ...shown })
      );
    }),
  );
  return create(EvidenceSearchResultSchema, {
    query: text,
    candidates: candidates.filter((each) => each !== undefined),
    corpusRevision,
    scope,
    totalCount: total,
    queryNotes: [...notes],
    queryReading: reading,
    suggestedQuery: suggestion,
    refinedQuery: total === 0 ? refined(text) : "",
  });
};

/** Beginnings of words find what whole words do not: Dutch compounds are not taken apart. */
const refined = (text: string): string =>
  [...text.matchAll(/[\p{L}]{4,}/gu)]
    .map(([word]) => `${word.slice(0, Math.max(4, Math.ceil(word.length * 0.7)))}*`)
    .join(" ");
