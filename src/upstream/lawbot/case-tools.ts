import { firstQuestion, resolveOutcome, searchOutcome, spansOutcome } from "../outcome.ts";
import { dated, documentCount, type Tool } from "../reading.ts";
import type { CaseReader } from "./case-adapter.ts";

/** The tools of LawBot that read rulings, by name. That a run's profile opted in is the policy's to check, before. */
export const caseTools = (cases: CaseReader): ReadonlyMap<string, Tool> => {
  const search: Tool = ({ request, signal }, timeoutMs) => {
    const params = request.params?.params;
    if (params?.case !== "lawbotCaseSearch") return undefined;
    const scope = dated("loaded rulings decided on or before", params.value.inForceOn)[0] ?? "the loaded rulings";
    const outcome = async () => searchOutcome(await cases.search(params.value, { signal, timeoutMs }), scope);
    return { scope, asked: params.value.query, outcome };
  };

  const resolveCitations: Tool = ({ request, signal }, timeoutMs) => {
    const params = request.params?.params;
    if (params?.case !== "lawbotCaseResolveCitations") return undefined;
    const [asked = ""] = params.value.citations;
    const scope = "the loaded rulings";
    const outcome = async () =>
      resolveOutcome(await cases.resolve(params.value, { signal, timeoutMs }), scope, withoutConsideration(asked));
    return { scope, asked, outcome };
  };

  const getSpans: Tool = ({ request, signal }, timeoutMs) => {
    const params = request.params?.params;
    if (params?.case !== "lawbotCaseGetSpans") return undefined;
    const { queries } = params.value;
    const scope = `the loaded rulings, ${documentCount(params.value)}`;
    const outcome = async () => spansOutcome(await cases.spans(queries, { signal, timeoutMs }), queries, scope);
    return { scope, asked: firstQuestion(queries), outcome };
  };

  return new Map([
    ["lawbot.case_search", search],
    ["lawbot.case_resolve_citations", resolveCitations],
    ["lawbot.case_get_spans", getSpans],
  ]);
};

/** The ruling without its consideration, which exists more often than that; empty when none is named. */
const withoutConsideration = (citation: string): string => {
  const whole = citation.replace(/\s*,?\s+(?:r\.?\s?o\.?|rov\.?|rechtsoverweging(?:en)?|par\.?|punt)\s*\d.*$/iu, "");
  return whole === citation ? "" : whole;
};
