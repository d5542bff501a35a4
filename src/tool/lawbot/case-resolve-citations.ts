import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ResolveOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { resolveOutcome } from "../outcome.ts";
import { optIn, readTimeoutMs } from "../rules.ts";

export const lawbotCaseResolveCitations = defineTool({
  name: "lawbot.case_resolve_citations",
  params: "lawbotCaseResolveCitations",
  rules: optIn,
  stages: [OrchestratorState.EVIDENCE_BINDING],
  timeoutMs: readTimeoutMs,
  output: ResolveOutputSchema,
  description:
    "Looks rulings up by ECLI, with considerations where named (r.o. 4.2), and gives passages to quote from.",
  words: { field: "citations", between: ";" },
  // A ruling has no day in force, so none is sent.
  leaves: { citations: "citation", inForceOn: "stays" },
  asked: ({ citations: [first = ""] }) => first,
  shownQueries: () => [],
  scope: () => "the loaded rulings",
  port: "rulings",
  run: async (rulings, params, { scope }) =>
    resolveOutcome(await rulings.resolve(params), scope, withoutConsideration(params.citations[0] ?? "")),
});

/** The ruling without its consideration, which exists more often than that; empty when none is named. */
const withoutConsideration = (citation: string): string => {
  const whole = citation.replace(/\s*,?\s+(?:r\.?\s?o\.?|rov\.?|rechtsoverweging(?:en)?|par\.?|punt)\s*\d.*$/iu, "");
  return whole === citation ? "" : whole;
};
