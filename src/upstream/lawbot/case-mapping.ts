import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  type EvidenceSearchResult,
  EvidenceSearchResultSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Ruling, RulingUnit } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { CaseResolution, SearchCasesRequestSchema } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { type ResolvedEvidence, ResolvedEvidenceSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { LawbotSearchParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { refinedQuery } from "../../tool/refined-query.ts";
import { contractBroken } from "../failure.ts";
import { problemOf } from "./citation-problem.ts";
import { limitOf, snippetCharsMax } from "./mapping.ts";

/** A ruling, or one consideration of it. */
export interface RulingId {
  /** What spans call it: `doc_uid`. */
  readonly ecli: string;
  /** Machine address of the consideration; empty: the ruling as a whole. */
  readonly path: string;
}

/** `law:<ECLI>` with or without `#<path>`; undefined for anything else, statutes included. */
export const parseRulingId = (evidenceId: string): RulingId | undefined => {
  const parts = /^law:(ECLI:[A-Z]{2}:[A-Z][A-Z0-9]{0,6}:\d{4}:[A-Z0-9][A-Z0-9.]{0,24})(?:#(\S{1,512}))?$/u.exec(
    evidenceId,
  );
  return parts ? { ecli: parts[1] ?? "", path: parts[2] ?? "" } : undefined;
};

/** `in_force_on` bounds nothing unless it is given: a later ruling may well explain the law of an earlier day. */
export const toCaseSearch = (params: LawbotSearchParams): MessageInitShape<typeof SearchCasesRequestSchema> => ({
  query: params.query,
  decidedThrough: params.inForceOn,
  pageSize: limitOf(params.limit),
});

/** Checked to hold rulings only and no more than asked. */
export const fromCaseSearch = (
  result: EvidenceSearchResult | undefined,
  params: LawbotSearchParams,
): EvidenceSearchResult => {
  const candidates = result?.candidates ?? [];
  if (!result || candidates.length > limitOf(params.limit)) throw contractBroken("LawBot", "more than was asked for");
  if (!candidates.every((each) => parseRulingId(each.evidenceId))) throw contractBroken("LawBot", "no ruling");
  const refined = candidates.length === 0 ? refinedQuery(params.query) : "";
  return create(EvidenceSearchResultSchema, { ...result, nextPageToken: "", refinedQuery: refined });
};

/** Considerations as candidates with their passages, or the reason why the citation names none. */
export const fromCaseResolution = (
  asked: string,
  found: CaseResolution,
  sentence: (reason: string) => string,
): ResolvedEvidence => {
  if (found.errors.length > 0 || found.rulings.length === 0)
    return create(ResolvedEvidenceSchema, { asked, problem: problemOf(found.errors, sentence) });
  if (!found.rulings.every((each) => each.ruling && parseRulingId(each.evidenceId)))
    throw contractBroken("LawBot", "no ruling");
  return create(ResolvedEvidenceSchema, {
    asked,
    candidates: found.rulings.map(({ evidenceId, ruling, unit, passages: [first] }) =>
      rulingCandidate({ evidenceId, ruling, unit, text: first?.text ?? "", chunkUid: first?.chunkUid ?? "" }),
    ),
    passages: found.rulings.flatMap((each) => each.passages),
    problem: found.rulings.some((each) => each.passages.length > 0)
      ? ""
      : "it resolves and cannot be quoted: only its record or an editor's summary was published",
  });
};

/** A ruling or a consideration as a search would list it, with score 0. */
export const rulingCandidate = (found: {
  readonly evidenceId: string;
  readonly ruling: Ruling | undefined;
  readonly unit: RulingUnit | undefined;
  readonly text: string;
  readonly chunkUid?: string;
}): EvidenceCandidate =>
  create(EvidenceCandidateSchema, {
    evidenceId: found.evidenceId,
    docType: "caselaw",
    title: found.ruling?.title || (found.ruling?.citation ?? ""),
    snippet: [...found.text].slice(0, snippetCharsMax).join(""),
    occurredAtIso: found.ruling?.decidedOn ?? "",
    sourceDigest: found.ruling?.sourceDigest ?? "",
    chunkUid: found.chunkUid ?? "",
    unitPath: found.unit?.path ?? "",
    address: found.unit?.address || (found.ruling?.citation ?? ""),
  });
