import { create } from "@bufbuild/protobuf";
import { documentLink } from "#kit/document-link.ts";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  EvidenceSearchResultSchema,
  type PersonsValues,
  PersonsValuesSchema,
} from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { DateSource, type DocSummary, type SetByPerson } from "../../gen/pincite/vault/v1/doc_pb.ts";
import {
  SearchKind,
  type SearchRequest,
  type SearchResponse,
  SearchResponseSchema,
} from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import type { FullTextHit, FullTextQuery } from "../search/full-text-index.ts";
import { searchTurns } from "../search/turns.ts";
import { originalsOfHits } from "./original/originals.ts";
import { inOwnZone } from "./own-zone.ts";
import { refineQuery } from "./refine-query.ts";
import { docKind, eventKind, threadKind } from "./strand/index-entry.ts";
import type { Strand } from "./strand/strand.ts";

/** A page of a search: `offset` candidates are passed over, at most `limit` given. */
export interface SearchPage {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Searches one strand. Messages and documents stand in one index, so their order is one: score in millionths, date with
 * the newest first, id. `next_page_token` is left to the caller, who knows how tokens are made.
 */
export const searchStrand = async (
  strand: Strand,
  request: SearchRequest,
  page: SearchPage,
): Promise<SearchResponse> => {
  await searchTurns.take(request.query);
  await strand.ensureIndexed();
  // No waiting between these lines: hits, threads and revision are of one moment.
  const asked = strand.index.search(fullTextQuery(request, page));
  const suggestion = asked.suggestion.length <= queryCharsMax ? asked.suggestion : "";
  const isAnsweredOtherwise = request.orSuggested && asked.total === 0 && suggestion !== "";
  const { hits, total, notes, reading } = isAnsweredOtherwise
    ? strand.index.search({ ...fullTextQuery(request, page), text: suggestion })
    : asked;
  const found = hits.map((hit) => ({ hit, candidate: candidateOf(strand, hit) }));
  const result = create(EvidenceSearchResultSchema, {
    query: request.query,
    candidates: found.map(({ candidate }) => candidate),
    corpusRevision: strand.revision,
    scope: scopeOf(strand, request),
    totalCount: total,
    refinedQuery: total === 0 && strand.catalogue.count > 0 ? refineQuery(request.query) : "",
    queryNotes: notes.slice(0, notesMax),
    queryReading: reading,
    suggestedQuery: suggestion,
    answeredQuery: isAnsweredOtherwise && total > 0 ? suggestion : "",
    nothingToSearch: strand.catalogue.count === 0,
  });
  const originals = await originalsOfHits(
    strand,
    hits.map(({ id, matchStart }) => ({ docUid: id, at: matchStart })),
  );
  for (const { hit, candidate } of found) await addPassage(strand, hit, candidate);
  return create(SearchResponseSchema, { result, originals });
};

/** As the contract has them. */
const [notesMax, queryCharsMax] = [20, 1_000];

/** What is known of a document, as a candidate without a match. Errors: `DOCUMENT_NOT_FOUND`. */
export const candidateFor = (strand: Strand, docUid: string): EvidenceCandidate => {
  const { summary, machineReading } = strand.record(docUid).detail ?? {};
  return create(EvidenceCandidateSchema, {
    machineRead: machineReading !== undefined,
    evidenceId: `vault:${docUid}`,
    threadId: strand.catalogue.threadOf(docUid) ?? "",
    docType: candidateTypes[summary?.docType ?? ""] ?? "text",
    title: summary?.title ?? "",
    occurredAtIso: dayOfDocument(summary),
    participants: [...(summary?.participants ?? [])],
    sourceLink: documentLink({ strandId: strand.id, docUid, chunkUid: "" }),
    sourceDigest: summary?.sourceDigest ?? "",
    versionDate: dayOfDocument(summary).slice(0, 10),
    author: summary?.writtenBy ?? "",
    ...(summary?.setByPerson && { personsValues: personsValuesOf(summary.setByPerson) }),
  });
};

/** What a program wrote into a file is often the day of printing, and never the document's. */
export const dayOfDocument = (summary: DocSummary | undefined): string =>
  summary === undefined || summary.dateSource === DateSource.METADATA
    ? ""
    : inOwnZone(summary.authoredAtIso, summary.authoredAtText);

const personsValuesOf = ({ title, date, writtenBy }: SetByPerson): PersonsValues =>
  create(PersonsValuesSchema, { title, date, author: writtenBy });

/** Types a candidate may have; what is not named here is a text. */
const candidateTypes: Readonly<Record<string, string>> = { email: "email", pdf: "pdf", event: "event", chat: "chat" };

const candidateOf = (strand: Strand, hit: FullTextHit): EvidenceCandidate => {
  const candidate = candidateFor(strand, hit.id);
  candidate.snippet = hit.snippet;
  candidate.scoreMicros = BigInt(Math.max(0, hit.scoreMicros));
  return candidate;
};

/** Names the passage that holds the first match; none where only title, people or filters matched, or the text is damaged. */
const addPassage = async (strand: Strand, hit: FullTextHit, candidate: EvidenceCandidate): Promise<void> => {
  if (hit.matchStart < 0) return;
  const source = await strand.sources.readable(strand.record(hit.id));
  if (source === undefined) candidate.problem = unreadable;
  else candidate.chunkUid = source.structure.chunkAt(hit.matchStart)?.chunkUid ?? "";
  candidate.sourceLink = documentLink({ strandId: strand.id, docUid: hit.id, chunkUid: candidate.chunkUid });
};

/** What a candidate says whose stored text can no longer be read. */
export const unreadable =
  "Its stored text can no longer be read, so that nothing can be quoted from it: check the store, or import the document into another strand.";

/** Kinds of the request as kinds of the index. */
const indexKinds: ReadonlyMap<SearchKind, readonly string[]> = new Map([
  [SearchKind.THREAD, [threadKind]],
  [SearchKind.DOC, [docKind]],
  [SearchKind.EVENT, [eventKind]],
  [SearchKind.ALL, [threadKind, docKind, eventKind]],
]);

const kindsOf = (request: SearchRequest): string[] => [
  ...new Set(request.kinds.flatMap((kind) => indexKinds.get(kind) ?? [])),
];

const fullTextQuery = (request: SearchRequest, page: SearchPage): FullTextQuery => ({
  text: request.query,
  kinds: kindsOf(request),
  from: bound(request.occurredFromIso),
  to: bound(request.occurredToIso),
  people: request.participants,
  limit: page.limit,
  offset: page.offset,
});

/** Dates compare as text, so an instant needs its milliseconds as stored ones have them; a day stays a day. */
const bound = (iso: string): string =>
  iso.replace(/(?:\.(\d{1,3}))?Z$/, (_, fraction: string | undefined) => `.${(fraction ?? "").padEnd(3, "0")}Z`);

/** What was searched, in words: it stands in the record of a search that is used as evidence of absence. */
const scopeOf = (strand: Strand, request: SearchRequest): string => {
  const kinds = kindsOf(request).sort();
  const filters = [
    kinds.length === 0 || kinds.length === 3 ? "every kind" : `kind ${kinds.join(" or ")}`,
    request.occurredFromIso && `from ${request.occurredFromIso}`,
    request.occurredToIso && `to ${request.occurredToIso}`,
    request.participants.length > 0 ? `with ${request.participants.join(" or ")}` : "",
  ].filter((filter) => filter !== "");
  return `Vault, strand "${strand.id}", ${strand.index.count()} documents: ${filters.join(", ")}`;
};
