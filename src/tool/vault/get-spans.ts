import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { firstQuestion, spansOutcome } from "../outcome.ts";
import { autoRun, readTimeoutMs } from "../rules.ts";
import { documentCount } from "../scope-words.ts";

export const vaultGetSpans = defineTool({
  name: "vault.get_spans",
  params: "vaultGetSpans",
  rules: autoRun,
  stages: [OrchestratorState.EVIDENCE_BINDING, OrchestratorState.SPAN_RESOLUTION],
  timeoutMs: readTimeoutMs,
  output: SpansOutputSchema,
  description:
    "Resolves exact quotes of messages and documents to places a draft can cite; without a quote, gives the passages of one document that fit a query best. With a `place` (page, heading, numbered paragraph or passage) it says where that is, or what there is instead; in EVIDENCE_BINDING it takes places alone. `doc_uid` is the part of the evidence id after `vault:`.",
  words: "none",
  leaves: { queries: "stays" },
  asked: ({ queries }) => firstQuestion(queries),
  shownQueries: ({ queries }) => queries.map(({ query }) => query),
  scope: (params, { strandId }) => `strand ${strandId}, ${documentCount(params)}`,
  port: "documents",
  run: async (documents, { queries }, { scope }) => spansOutcome(await documents.spans(queries), queries, scope),
});
