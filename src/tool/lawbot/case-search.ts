import { EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { defineTool } from "../define-tool.ts";
import { searchOutcome } from "../outcome.ts";
import { optIn, searchTimeoutMs } from "../rules.ts";
import { dated } from "../scope-words.ts";

export const lawbotCaseSearch = defineTool({
  name: "lawbot.case_search",
  params: "lawbotCaseSearch",
  rules: optIn,
  stages: [OrchestratorState.EVIDENCE_NEEDS, OrchestratorState.EVIDENCE_BINDING],
  timeoutMs: searchTimeoutMs,
  output: EvidenceSearchResultSchema,
  description: "Searches the loaded rulings by words of law. Never put words of the user's documents in the query.",
  words: { field: "query" },
  leaves: { query: "words", inForceOn: "day", limit: "number" },
  asked: ({ query }) => query,
  shownQueries: () => [],
  scope: ({ inForceOn }) => dated("loaded rulings decided on or before", inForceOn)[0] ?? "the loaded rulings",
  port: "rulings",
  run: async (rulings, params, { scope }) => searchOutcome(await rulings.search(params), scope),
});
