import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { firstQuestion, spansOutcome } from "../outcome.ts";
import { optIn, readTimeoutMs } from "../rules.ts";
import { documentCount } from "../scope-words.ts";
import { caseSpanLeaves } from "./span-leaves.ts";

export const lawbotCaseGetSpans = defineTool({
  name: "lawbot.case_get_spans",
  params: "lawbotCaseGetSpans",
  rules: optIn,
  stages: [OrchestratorState.SPAN_RESOLUTION],
  timeoutMs: readTimeoutMs,
  output: SpansOutputSchema,
  description:
    "Resolves exact quotes in rulings to places a draft can cite; without a quote, gives the passages of one ruling that fit a query best.",
  words: "none",
  leaves: caseSpanLeaves,
  asked: ({ queries }) => firstQuestion(queries),
  shownQueries: ({ queries }) => queries.map(({ query }) => query),
  scope: (params) => `the loaded rulings, ${documentCount(params)}`,
  port: "rulings",
  run: async (rulings, { queries }, { scope }) => spansOutcome(await rulings.spans(queries), queries, scope),
});
