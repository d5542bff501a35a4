import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { rulingEvidence } from "#kit/ruling-id.ts";
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
  if (!candidates.every((each) => rulingEvidence(each.evidenceId))) throw contractBroken("LawBot", "no ruling");
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
  if (!found.rulings.every((each) => each.ruling && rulingEvidence(each.evidenceId)))
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
