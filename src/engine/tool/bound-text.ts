import { create } from "@bufbuild/protobuf";
import type { EvidenceRef } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { type EvidenceNeedMap, EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type SpanLocator, SpanLocatorSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import {
  type SpanQuery,
  SpanQuerySchema,
  type ToolRequest,
  ToolRequestParamsSchema,
  ToolRequestSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { stageRecord } from "../../run/fold.ts";
import type { Runs } from "../run/runs.ts";

/**
 * The request as it is sent: where it quotes from a document of the Vault that the run has bound, it names the text that was
 * bound, since the Vault may have read the document again. What is recorded is the request as it was made: the
 * binding beside it says the same.
 */
export const inBoundTexts = async (runs: Runs, request: ToolRequest, snapshot: RunSnapshot): Promise<ToolRequest> => {
  const params = request.params?.params;
  if (params?.case !== "vaultGetSpans") return request;
  const accepted = stageRecord(snapshot, OrchestratorState.EVIDENCE_BINDING)?.accepted;
  const bound = boundTexts(await runs.reader.maybe(EvidenceNeedMapSchema, accepted));
  if (bound.size === 0) return request;
  const queries = params.value.queries.map((query) => inBoundText(query, bound));
  const named = create(ToolRequestParamsSchema, { params: { case: params.case, value: { queries } } });
  return create(ToolRequestSchema, { ...request, params: named });
};

/** A locator of a binding's quote: of a document of which two texts are bound it names the binding's own. */
export const inOwnText = (
  locator: SpanLocator,
  evidence: EvidenceRef | undefined,
  map: EvidenceNeedMap | undefined,
): SpanLocator => {
  const own = evidence?.evidence;
  if (own?.case !== "document" || locator.sourceDigest !== "" || boundTexts(map).has(locator.docUid)) return locator;
  return create(SpanLocatorSchema, { ...locator, sourceDigest: own.value.sourceDigest });
};

/** Digest of the bound text by doc_uid; nothing for a document of which two texts are bound: there the locator says which. */
const boundTexts = (map: EvidenceNeedMap | undefined): ReadonlyMap<string, string> => {
  const digests = new Map<string, Set<string>>();
  for (const { evidence } of map?.bindings ?? []) {
    if (evidence?.evidence.case !== "document") continue;
    const { evidenceId, sourceDigest } = evidence.evidence.value;
    const docUid = evidenceId.slice("vault:".length);
    digests.set(docUid, (digests.get(docUid) ?? new Set()).add(sourceDigest));
  }
  return new Map([...digests].flatMap(([docUid, all]) => (all.size === 1 ? [[docUid, [...all][0] ?? ""]] : [])));
};

/** A place is resolved in the text in which the document was found: it is not bound yet. */
const inBoundText = (query: SpanQuery, bound: ReadonlyMap<string, string>): SpanQuery => {
  const { locator, place } = query;
  const sourceDigest = bound.get(locator?.docUid ?? "") ?? "";
  if (locator === undefined || place !== undefined || locator.sourceDigest !== "" || sourceDigest === "") return query;
  return create(SpanQuerySchema, { ...query, locator: create(SpanLocatorSchema, { ...locator, sourceDigest }) });
};
