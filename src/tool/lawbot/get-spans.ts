import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { firstQuestion, spansOutcome } from "../outcome.ts";
import { autoRun, readTimeoutMs } from "../rules.ts";
import { documentCount } from "../scope-words.ts";
import { spanLeaves } from "./span-leaves.ts";

export const lawbotGetSpans = defineTool({
  name: "lawbot.get_spans",
  params: "lawbotGetSpans",
  rules: autoRun,
  stages: [OrchestratorState.SPAN_RESOLUTION],
  timeoutMs: readTimeoutMs,
  output: SpansOutputSchema,
  description:
    "Resolves exact quotes of statutes to the article, lid and onderdeel they stand in; without a quote, gives the passages of one statute version that fit a query best. `doc_uid` is `<regulation>@<version date>`, as search results name it.",
  words: "none",
  leaves: spanLeaves,
  asked: ({ queries }) => firstQuestion(queries),
  shownQueries: ({ queries }) => queries.map(({ query }) => query),
  scope: (params) => `the loaded statutes, ${documentCount(params)}`,
  port: "statutes",
  run: async (statutes, { queries }, { scope }) => spansOutcome(await statutes.spans(queries), queries, scope),
});
