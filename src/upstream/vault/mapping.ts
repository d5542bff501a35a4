import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type EvidenceSearchResult, EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { AnsweredText } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { type ResolvedEvidence, ResolvedEvidenceSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { SpanQuery, VaultSearchParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DateSource, type DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { GetDocTextResponse } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { SearchKind, type SearchRequestSchema } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import type {
  SpanEntrySchema,
  ResolvedEvidence as VaultEvidence,
} from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import type { CamePaper } from "../../engine/run/ports.ts";
import { sha256 } from "../../sha256.ts";
import { answeredTextOf } from "../../span/answered-text.ts";
import { openSource } from "../../span/source.ts";
import { refinedQuery } from "../../tool/refined-query.ts";
import { contractBroken } from "../failure.ts";
import { utcBound } from "../iso-date.ts";

const kindOf: Readonly<Record<string, SearchKind>> = {
  THREAD: SearchKind.THREAD,
  DOC: SearchKind.DOC,
  EVENT: SearchKind.EVENT,
  ALL: SearchKind.ALL,
};

/** Candidates when a request names no limit: what one step can show of them. */
const limitDefault = 10;
const evidenceId = /^vault:[0-9a-f]{64}$/;

/** How many candidates a search asks for. */
export const limitOf = (limit: number): number => limit || limitDefault;

/** `vault:<doc_uid>` in the only form there is. */
export const isVaultEvidenceId = (id: string): boolean => evidenceId.test(id);

/** The search as the Vault takes it, always bound to one strand. Errors: REQUEST_INVALID for a date that is none. */
export const toSearchRequest = (
  params: VaultSearchParams,
  strandId: string,
): MessageInitShape<typeof SearchRequestSchema> => ({
  query: params.query,
  kinds: params.kinds.flatMap((kind) => kindOf[kind] ?? []),
  occurredFromIso: utcBound("from_iso", params.fromIso),
  occurredToIso: utcBound("to_iso", params.toIso),
  participants: params.participants.filter((name) => name.trim() !== ""),
  strandId,
  pageSize: limitOf(params.limit),
});

/**
 * The answer as it is stored: checked to hold documents only and no more than asked; with our suggestion of a wider query
 * where it is empty; without the page token, which no tool can use and which differs between equal answers.
 */
export const fromSearchResult = (
  result: EvidenceSearchResult | undefined,
  params: VaultSearchParams,
): EvidenceSearchResult => {
  const candidates = result?.candidates ?? [];
  if (!result || candidates.length > limitOf(params.limit))
    throw contractBroken("the Vault", "more than was asked for");
  if (!candidates.every((each) => isVaultEvidenceId(each.evidenceId))) throw contractBroken("the Vault", "no document");
  const refined = candidates.length === 0 && !result.nothingToSearch ? refinedQuery(params.query) : "";
  return create(EvidenceSearchResultSchema, { ...result, nextPageToken: "", refinedQuery: refined });
};

/** One looked-up document with passages; `asked` must be what came back. */
export const fromVaultEvidence = (asked: string, found: VaultEvidence | undefined): ResolvedEvidence => {
  const docUids = (found?.passages ?? []).map((passage) => `vault:${passage.docUid}`);
  if (!found?.candidate || [found.candidate.evidenceId, ...docUids].some((id) => id !== asked))
    throw contractBroken("the Vault", "another document");
  return create(ResolvedEvidenceSchema, { asked, candidates: [found.candidate], passages: found.passages });
};

/** A text as the letter that is answered; it must be that document's, and have the digest it says. */
export const fromDocText = (docUid: string, { canonicalText, sourceDigest }: GetDocTextResponse): AnsweredText => {
  if (canonicalText?.docUid !== docUid) throw contractBroken("the Vault", "another document");
  const source = openSource(canonicalText, sha256);
  if (source.digest !== sourceDigest) throw contractBroken("the Vault", "a text that has not its digest");
  return answeredTextOf(source);
};

/** Beside a quote or a place the query says nothing more, so it is not sent. Of a place only its name is asked. */
export const toSpanEntry = ({ locator, query, place }: SpanQuery): MessageInitShape<typeof SpanEntrySchema> => ({
  ...(locator && { locator }),
  query: locator?.exactQuote || place ? "" : query,
  ...(place && { place: { named: place.named } }),
});

/** A document by when it came; nothing for a further copy of a message. */
export const fromCameDoc = (doc: DocSummary): CamePaper[] =>
  doc.sameMessageAsDocUid === ""
    ? [
        {
          evidenceId: `vault:${doc.docUid}`,
          title: doc.title,
          // The day that a program noted in a file is often that of a copy.
          day: doc.dateSource === DateSource.METADATA ? "" : doc.authoredAtIso.slice(0, 10),
          importedAtIso: doc.importedAtIso,
        },
      ]
    : [];
