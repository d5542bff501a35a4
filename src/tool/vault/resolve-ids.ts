import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ResolveOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { resolveOutcome } from "../outcome.ts";
import { autoRun, readTimeoutMs } from "../rules.ts";

export const vaultResolveIds = defineTool({
  name: "vault.resolve_ids",
  params: "vaultResolveIds",
  rules: autoRun,
  stages: [OrchestratorState.EVIDENCE_BINDING],
  timeoutMs: readTimeoutMs,
  output: ResolveOutputSchema,
  description:
    "Looks documents up by evidence id (`vault:<doc_uid>`) and gives passages to quote from, chosen by a query where one is given.",
  words: { field: "evidenceIds", between: " " },
  leaves: { evidenceIds: "stays", query: "stays" },
  asked: ({ query }) => query,
  shownQueries: ({ query }) => [query],
  scope: (_, { strandId }) => `strand ${strandId}`,
  port: "documents",
  run: async (documents, { evidenceIds, query }, { scope }) =>
    resolveOutcome(await documents.resolve(evidenceIds, query), scope, query),
});
