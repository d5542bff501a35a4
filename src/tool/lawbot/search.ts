import { EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { defineTool } from "../define-tool.ts";
import { searchOutcome } from "../outcome.ts";
import { autoRun, searchTimeoutMs } from "../rules.ts";
import { lawInForce } from "../scope-words.ts";

export const lawbotSearch = defineTool({
  name: "lawbot.search",
  params: "lawbotSearch",
  rules: autoRun,
  stages: [OrchestratorState.EVIDENCE_NEEDS, OrchestratorState.EVIDENCE_BINDING],
  timeoutMs: searchTimeoutMs,
  output: EvidenceSearchResultSchema,
  description:
    "Searches the statutes in force on a date by words of law, such as `goed werkgeverschap`. Never put words of the user's documents in the query.",
  words: { field: "query" },
  leaves: { query: "words", inForceOn: "day", limit: "number" },
  asked: ({ query }) => query,
  shownQueries: () => [],
  scope: ({ inForceOn }, { referenceDate }) => lawInForce(inForceOn || referenceDate),
  port: "statutes",
  run: async (statutes, params, { scope }) => searchOutcome(await statutes.search(params), scope),
});
