import { fromBinary } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { CitationLedgerProposal } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { StageProposal } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { DomainError } from "../../error.ts";
import type { Recorded, RecordedSearch, RecordedSpans, ResultRefs } from "../../run/decide.ts";
import { searchAsked } from "../../tool/search-narrowing.ts";
import { tools } from "../../tool/tools.ts";
import type { Runs } from "../run/runs.ts";
import type { RecordedCall, ToolCalls } from "./tool-calls.ts";

/** Loads the tool results a proposal names, of this run and no other; what is not there is simply absent. */
export const loadRecorded = async (
  runs: Runs,
  calls: ToolCalls,
  runId: string,
  proposal: StageProposal,
): Promise<Recorded> => {
  const searches = new Map<string, RecordedSearch>();
  const spans = new Map<string, RecordedSpans>();
  for (const id of namedResults(proposal)) {
    const call = await ownCall(calls, runId, id);
    if (!call?.result?.outputRef || !call.resultRef) continue;
    const bytes = await runs.reader.bytes(call.result.outputRef.digest);
    if (call.result.outputRef.kind === EvidenceSearchResultSchema.typeName) {
      const found = fromBinary(EvidenceSearchResultSchema, bytes);
      const { scope, totalCount, query, candidates, corpusRevision, nothingToSearch } = found;
      searches.set(id, {
        result: call.result,
        scope: query ? `${scope}, query: ${query}` : scope,
        totalCount,
        hits: candidates.map(({ evidenceId }) => evidenceId),
        corpusRevision: call.request.toolName === tools.vaultSearch.spec.name ? corpusRevision : "",
        nothingToSearch,
        ...searchAsked(call.request.params),
      });
    }
    // What a client says a source says is not the source's word: such a quote is proposed with its locator and looked up.
    if (call.result.outputRef.kind === SpansOutputSchema.typeName && call.result.executor !== "client")
      spans.set(id, { ref: call.resultRef, output: fromBinary(SpansOutputSchema, bytes) });
  }
  return { searches, spans, results: await boundResults(runs, calls, runId, proposal) };
};

/** References of the results that brought what is to be bound, and what is bound already. */
const boundResults = async (
  runs: Runs,
  calls: ToolCalls,
  runId: string,
  { proposal }: StageProposal,
): Promise<ResultRefs> => {
  const refs = new Map<string, ArtifactRef>();
  if (proposal.case !== "needMap") return refs;
  const { material } = await runs.input(await runs.load(runId), runs.user);
  const named = new Set(
    proposal.value.bindings.map(({ evidence: ref }) =>
      ref?.evidence.case === "document" || ref?.evidence.case === "law" ? ref.evidence.value.evidenceId : "",
    ),
  );
  const found = (material.evidenceSet?.entries ?? []).filter((one) => named.has(one.candidate?.evidenceId ?? ""));
  const before = material.proposals.needMap?.bindings ?? [];
  for (const id of new Set([
    ...namedResults({ proposal }),
    ...[...found, ...before].flatMap((one) => one.toolResultIds),
  ])) {
    const ref = (await ownCall(calls, runId, id))?.resultRef;
    if (ref) refs.set(id, ref);
  }
  return refs;
};

const ownCall = async (calls: ToolCalls, runId: string, id: string): Promise<RecordedCall | undefined> => {
  try {
    const found = await calls.byId(id);
    return found.runId === runId ? found.call : undefined;
  } catch (error) {
    if (error instanceof DomainError && error.reason === "TOOL_REQUEST_NOT_FOUND") return undefined;
    throw error;
  }
};

const namedResults = ({ proposal }: Pick<StageProposal, "proposal">): Set<string> => {
  if (proposal.case === "needMap")
    return new Set(
      proposal.value.bindings.flatMap(({ evidence }) =>
        evidence?.evidence.case === "search" ? [evidence.evidence.value.toolResultId] : [],
      ),
    );
  return new Set(proposal.case === "citationLedger" ? resolvedResults(proposal.value) : []);
};

const resolvedResults = (proposal: CitationLedgerProposal): string[] =>
  proposal.spans.flatMap(({ span }) => (span.case === "resolved" ? [span.value.toolResultId] : []));
