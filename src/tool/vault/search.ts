import { EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { VaultSearchParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { defineTool } from "../define-tool.ts";
import { searchOutcome } from "../outcome.ts";
import { autoRun, searchTimeoutMs } from "../rules.ts";
import { dated } from "../scope-words.ts";
import { inWords } from "../stages.ts";

export const vaultSearch = defineTool({
  name: "vault.search",
  params: "vaultSearch",
  rules: autoRun,
  // A person who misses a document while binding searches there and need not rewind.
  stages: [OrchestratorState.EVIDENCE_NEEDS, OrchestratorState.EVIDENCE_BINDING],
  timeoutMs: searchTimeoutMs,
  output: EvidenceSearchResultSchema,
  description:
    'Searches the messages and documents of the case. One matching word suffices, more rank higher; "phrases", wild*cards, +must, -not, AND OR NOT, brackets, w/5, from: to: subject: filename: has:attachment and date:2025-01..2025-03 work, and what is not understood is told; kinds, dates and participants narrow.',
  words: { field: "query" },
  leaves: { query: "stays", kinds: "stays", fromIso: "stays", toIso: "stays", participants: "stays", limit: "stays" },
  asked: ({ query }) => query,
  shownQueries: () => [],
  scope: (params, { strandId }) => searchScope(params, strandId),
  port: "documents",
  run: async (documents, params, { scope }) => searchOutcome(await documents.search(params), scope),
});

const searchScope = (params: VaultSearchParams, strandId: string): string =>
  [
    `strand ${strandId}`,
    params.kinds.length > 0 ? `kinds ${inWords(params.kinds)}` : "all kinds",
    ...dated("from", params.fromIso),
    ...dated("to", params.toIso),
    ...(params.participants.length > 0 ? [`filtered by ${params.participants.length} of the people concerned`] : []),
  ].join(", ");
