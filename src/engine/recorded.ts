import { fromBinary } from "@bufbuild/protobuf";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { CitationLedgerProposal } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { StageProposal } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { DomainError } from "../error.ts";
import type { Recorded, RecordedSearch, RecordedSpans } from "../run/decide.ts";
import type { KernelShell } from "./kernel-shell.ts";
import type { RecordedCall, ToolCalls } from "./tool-calls.ts";

/** Loads the tool results a proposal names, of this run and no other; what is not there is simply absent. */
export const loadRecorded = async (
  shell: KernelShell,
  calls: ToolCalls,
  runId: string,
  proposal: StageProposal,
): Promise<Recorded> => {
  const searches = new Map<string, RecordedSearch>();
  const spans = new Map<string, RecordedSpans>();
  for (const id of namedResults(proposal)) {
    const call = await ownCall(calls, runId, id);
    if (!call?.result?.outputRef || !call.resultRef) continue;
    const bytes = await shell.reader.bytes(call.result.outputRef.digest);
    if (call.result.outputRef.kind === EvidenceSearchResultSchema.typeName) {
      const { scope, totalCount, query } = fromBinary(EvidenceSearchResultSchema, bytes);
      searches.set(id, { result: call.result, scope: query ? `${scope} (“${query}”)` : scope, totalCount });
    }
    if (call.result.outputRef.kind === SpansOutputSchema.typeName)
      spans.set(id, { ref: call.resultRef, output: fromBinary(SpansOutputSchema, bytes) });
  }
  return { searches, spans };
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

const namedResults = ({ proposal }: StageProposal): Set<string> => {
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
