import { DomainError } from "../error.ts";
import { type FactsOf, type MessageId, worded } from "../messages/said.ts";
import type { TurnModel } from "./with-model.ts";

const providers = ["anthropic", "openai-compatible", "remote"] as const;

/**
 * The model that `--model` and `--endpoint` name: `provider/id`; beside an endpoint an id alone, or nothing at all where the
 * server behind it has one model. Undefined: neither names one. An endpoint of the environment alone is no wish for variants.
 *
 * Errors: REQUEST_INVALID.
 */
export const turnModel = (model: string | undefined, endpoint: string | undefined): TurnModel | undefined => {
  if (model === undefined) return undefined;
  const provider = providers.find((name) => model === name || model.startsWith(`${name}/`));
  const modelId = provider ? model.slice(provider.length + 1) : model;
  if (!/^[\x21-\x7e]{0,200}$/.test(modelId)) throw invalid("setting-problem.model-signs");
  if (provider === "openai-compatible" && endpoint === undefined) throw invalid("setting-problem.endpoint");
  if (provider === "anthropic" && modelId === "") throw invalid("setting-problem.exact-model");
  if (provider) return { provider, modelId };
  if (endpoint === undefined)
    throw invalid("setting-problem.provider-and-model", { providers: providers.join("/…, ") });
  return { provider: "openai-compatible", modelId };
};

const invalid = <Id extends MessageId>(id: Id, ...facts: FactsOf<Id>): DomainError => {
  const problem = worded(id, ...facts);
  return new DomainError("REQUEST_INVALID", worded("setting-problem.of", { setting: "model", problem }), {
    field: "model",
  });
};
