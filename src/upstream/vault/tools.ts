import type { VaultSearchParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolRun } from "../../engine/run/ports.ts";
import { inWords } from "../../tool/stages.ts";
import { firstQuestion, resolveOutcome, searchOutcome, spansOutcome } from "../outcome.ts";
import { dated, documentCount, type Tool } from "../reading.ts";
import type { VaultReader, VaultScope } from "./adapter.ts";

/** The tools of the Vault that read documents, by name. Each sees the run's strand and no other. */
export const vaultTools = (vault: VaultReader): ReadonlyMap<string, Tool> => {
  const search: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "vaultSearch") return undefined;
    const scope = searchScope(params.value, run.strandId);
    const outcome = async () => searchOutcome(await vault.search(params.value, scopeOf(run, timeoutMs)), scope);
    return { scope, asked: params.value.query, outcome };
  };

  const resolveIds: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "vaultResolveIds") return undefined;
    const { evidenceIds, query } = params.value;
    const scope = `strand ${run.strandId}`;
    const outcome = async () =>
      resolveOutcome(await vault.resolve(evidenceIds, query, scopeOf(run, timeoutMs)), scope, query);
    return { scope, asked: query, outcome };
  };

  const getSpans: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "vaultGetSpans") return undefined;
    const { queries } = params.value;
    const scope = `strand ${run.strandId}, ${documentCount(params.value)}`;
    const outcome = async () => spansOutcome(await vault.spans(queries, scopeOf(run, timeoutMs)), queries, scope);
    return { scope, asked: firstQuestion(queries), outcome };
  };

  return new Map([
    ["vault.search", search],
    ["vault.resolve_ids", resolveIds],
    ["vault.get_spans", getSpans],
  ]);
};

const scopeOf = ({ strandId, signal }: ToolRun, timeoutMs: number): VaultScope => ({ strandId, signal, timeoutMs });

const searchScope = (params: VaultSearchParams, strandId: string): string =>
  [
    `strand ${strandId}`,
    params.kinds.length > 0 ? `kinds ${inWords(params.kinds)}` : "all kinds",
    ...dated("from", params.fromIso),
    ...dated("to", params.toIso),
    ...(params.participants.length > 0 ? [`filtered by ${params.participants.length} of the people concerned`] : []),
  ].join(", ");
