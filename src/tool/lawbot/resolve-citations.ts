import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ResolveOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { defineTool } from "../define-tool.ts";
import { resolveOutcome } from "../outcome.ts";
import { autoRun, readTimeoutMs } from "../rules.ts";
import { lawInForce } from "../scope-words.ts";

export const lawbotResolveCitations = defineTool({
  name: "lawbot.resolve_citations",
  params: "lawbotResolveCitations",
  rules: autoRun,
  stages: [OrchestratorState.EVIDENCE_BINDING],
  timeoutMs: readTimeoutMs,
  output: ResolveOutputSchema,
  description:
    "Looks statute citations up as lawyers write them (`art. 7:611 BW`, `art. 7:669 lid 3 onder g BW`) in the version in force on a date, and gives passages to quote from.",
  words: { field: "citations", between: ";" },
  leaves: { citations: "citation", inForceOn: "day" },
  asked: ({ citations: [first = ""] }) => first,
  shownQueries: () => [],
  scope: ({ inForceOn }, { referenceDate }) => lawInForce(inForceOn || referenceDate),
  port: "statutes",
  run: async (statutes, params, { scope }) =>
    resolveOutcome(await statutes.resolve(params), scope, withoutPinpoint(params.citations[0] ?? "")),
});

/** From "lid 3", "derde lid", "onder g" up to the name of the law, which begins with a capital. */
const pinpoint =
  /\s*,?\s+(?:lid|leden|onder|onderdeel|sub|aanhef|(?:eerste|tweede|derde|vierde|vijfde) lid)\b.*?(?=\s+[A-Z]\w*$|$)/u;

/** The article without its parts, which exists more often than they do; empty when no part is named. */
const withoutPinpoint = (citation: string): string => {
  const whole = citation.replace(pinpoint, "");
  return whole === citation ? "" : whole;
};
