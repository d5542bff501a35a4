import type { ToolRun } from "../../engine/run/ports.ts";
import { firstQuestion, resolveOutcome, searchOutcome, spansOutcome } from "../outcome.ts";
import { dated, documentCount, type Tool } from "../reading.ts";
import type { LawReader, LawScope } from "./adapter.ts";

/** The tools of LawBot that read statutes, by name. The law is read on the run's reference date unless a request names one. */
export const lawbotTools = (law: LawReader): ReadonlyMap<string, Tool> => {
  const search: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "lawbotSearch") return undefined;
    const scope = dateScope(params.value.inForceOn, run);
    const outcome = async () => searchOutcome(await law.search(params.value, scopeOf(run, timeoutMs)), scope);
    return { scope, asked: params.value.query, outcome };
  };

  const resolveCitations: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "lawbotResolveCitations") return undefined;
    const [asked = ""] = params.value.citations;
    const scope = dateScope(params.value.inForceOn, run);
    const outcome = async () =>
      resolveOutcome(await law.resolve(params.value, scopeOf(run, timeoutMs)), scope, withoutPinpoint(asked));
    return { scope, asked, outcome };
  };

  const getSpans: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "lawbotGetSpans") return undefined;
    const { queries } = params.value;
    const scope = `the loaded statutes, ${documentCount(params.value)}`;
    const outcome = async () => spansOutcome(await law.spans(queries, scopeOf(run, timeoutMs)), queries, scope);
    return { scope, asked: firstQuestion(queries), outcome };
  };

  return new Map([
    ["lawbot.search", search],
    ["lawbot.resolve_citations", resolveCitations],
    ["lawbot.get_spans", getSpans],
  ]);
};

const scopeOf = ({ referenceDate, signal }: ToolRun, timeoutMs: number): LawScope => ({
  referenceDate,
  signal,
  timeoutMs,
});

const dateScope = (inForceOn: string, run: ToolRun): string =>
  dated("statutes in force on", inForceOn || run.referenceDate)[0] ?? "statutes in force today";

/** From "lid 3", "derde lid", "onder g" up to the name of the law, which begins with a capital. */
const pinpoint =
  /\s*,?\s+(?:lid|leden|onder|onderdeel|sub|aanhef|(?:eerste|tweede|derde|vierde|vijfde) lid)\b.*?(?=\s+[A-Z]\w*$|$)/u;

/** The article without its parts, which exists more often than they do; empty when no part is named. */
const withoutPinpoint = (citation: string): string => {
  const whole = citation.replace(pinpoint, "");
  return whole === citation ? "" : whole;
};
