import { create } from "@bufbuild/protobuf";
import type { Passage } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { QuotedOriginal } from "../../gen/pincite/span/v1/span_pb.ts";
import {
  type ResolvedEvidence,
  ResolvedEvidenceSchema,
  type SpanEntry,
  type SpanEntryResult,
  SpanEntryResultSchema,
} from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256 } from "../sha256.ts";
import { bestPassages, passageOf, type Wording } from "../span/passages.ts";
import { resolvePlace } from "../span/place.ts";
import { resolveLocator } from "../span/resolve.ts";
import { isSettled } from "../span/settled.ts";
import type { SpanSource } from "../span/source.ts";
import { originalsOfPassages, originalsOfSpans } from "./original/originals.ts";
import { spokenSource } from "./original/spoken-source.ts";
import { candidateFor, dayOfDocument, unreadable } from "./search.ts";
import type { Strand } from "./strand/strand.ts";
import { wordingOf } from "./wording.ts";

/** Characters of all passages of one answer: it must fit in a message whatever was asked for. */
const charsMax = 100_000;

/** Resolves one entry: its place, its quote, or without either the best passages of its document for its query. */
export const resolveEntry = async (strand: Strand, entry: SpanEntry, passagesMax: number): Promise<SpanEntryResult> => {
  const locator = entry.locator;
  if (locator === undefined)
    throw new DomainError("LOCATOR_INVALID", worded("source-error.an-entry-has-no-locator-name-at-least-a"));
  const record = strand.record(locator.docUid);
  const { named } = entry.place ?? {};
  const chunkUid = named?.case === "passage" ? named.value : locator.chunkUid;
  const read = await strand.text(locator.docUid, { sourceDigest: locator.sourceDigest, chunkUid });
  const source = await spokenSource(strand, record, read);
  if (entry.place !== undefined) {
    if (locator.exactQuote !== "" || entry.query !== "")
      throw new DomainError("LOCATOR_INVALID", worded("source-error.an-entry-with-a-place-has-neither-a-quote-nor"));
    return create(SpanEntryResultSchema, { place: resolvePlace(source, entry.place) });
  }
  if (locator.exactQuote === "") {
    const passages = bestPassages(source, wordingOf(strand, entry.query), entry.query, passagesMax);
    return create(SpanEntryResultSchema, {
      passages,
      originals: await originalsIn(strand, passages, originalsOfPassages),
    });
  }
  const versionDate = dayOfDocument(record.detail?.summary).slice(0, 10);
  const resolution = resolveLocator(source, locator, { sha256, ...(versionDate === "" ? {} : { versionDate }) });
  // Of several places nobody has chosen one yet, and a suggestion is no place that was asked for.
  if (isSettled(resolution.outcome))
    resolution.originals = await originalsIn(strand, resolution.spans, originalsOfSpans);
  return create(SpanEntryResultSchema, { resolution });
};

/** The function with the code points of spans or passages of one document. */
const originalsIn = async (
  strand: Strand,
  stretches: readonly { docUid: string; startChar: number; endChar: number }[],
  originals: typeof originalsOfSpans,
): Promise<QuotedOriginal[]> => {
  const ranges = stretches.map(({ startChar, endChar }) => ({ start: startChar, end: endChar }));
  const [first] = stretches;
  return first === undefined ? [] : originals(strand, first.docUid, ranges);
};

/** Gives candidates with passages until the characters are used up. Errors: `EVIDENCE_NOT_FOUND` naming the id. */
export const resolveIds = async (
  strand: Strand,
  asked: { readonly evidenceIds: readonly string[]; readonly query: string; readonly passagesMax: number },
): Promise<ResolvedEvidence[]> => {
  const results: ResolvedEvidence[] = [];
  const wording = wordingOf(strand, asked.query);
  let left = charsMax;
  for (const evidenceId of asked.evidenceIds) {
    const docUid = evidenceId.slice("vault:".length);
    requireEvidence(strand, docUid, evidenceId);
    const record = strand.record(docUid);
    const read = await strand.sources.readable(record);
    const source = read && (await spokenSource(strand, record, read));
    const candidate = candidateFor(strand, docUid);
    if (source === undefined) {
      candidate.problem = unreadable;
      results.push(create(ResolvedEvidenceSchema, { candidate }));
      continue;
    }
    const wanted = passagesFor(source, wording, asked.query, asked.passagesMax);
    const passages: Passage[] = [];
    for (const passage of wanted) {
      left -= passage.text.length;
      if (left < 0) break;
      passages.push(passage);
    }
    const truncated = charsOf(passages) < charsOf(source.canonical.chunks);
    const originals = await originalsIn(strand, passages, originalsOfPassages);
    results.push(create(ResolvedEvidenceSchema, { candidate, passages, truncated, originals }));
  }
  return results;
};

const requireEvidence = (strand: Strand, docUid: string, evidenceId: string): void => {
  if (strand.catalogue.has(docUid)) return;
  throw new DomainError(
    "EVIDENCE_NOT_FOUND",
    worded("source-error.strand-has-no-evidence-search-for-it-again", { strandId: strand.id, evidenceId }),
    {
      evidenceId,
      strandId: strand.id,
    },
  );
};

/** The best passages in the order of the text; without a query the first ones. */
const passagesFor = (source: SpanSource, wording: Wording, query: string, passagesMax: number): Passage[] => {
  if (query.trim() === "")
    return source.canonical.chunks.slice(0, passagesMax).map((chunk) => passageOf(source, chunk));
  return bestPassages(source, wording, query, passagesMax).sort((a, b) => a.startChar - b.startChar);
};

const charsOf = (ranges: readonly { readonly startChar: number; readonly endChar: number }[]): number =>
  ranges.reduce((sum, { startChar, endChar }) => sum + endChar - startChar, 0);
