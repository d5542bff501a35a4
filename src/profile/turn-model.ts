import { DomainError } from "../error.ts";
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
  if (!/^[\x21-\x7e]{0,200}$/.test(modelId)) throw invalid("a model id has at most 200 characters without spaces");
  if (provider === "openai-compatible" && endpoint === undefined)
    throw invalid("openai-compatible needs an address: give --endpoint http://127.0.0.1:1234/v1");
  if (provider === "anthropic" && modelId === "")
    throw invalid("name the exact model, such as anthropic/claude-opus-4-5-20251101");
  if (provider) return { provider, modelId };
  if (endpoint === undefined)
    throw invalid(`write it as ${providers.join("/…, ")}/…, or give the --endpoint of a server that has it`);
  return { provider: "openai-compatible", modelId };
};

const invalid = (description: string): DomainError =>
  new DomainError("REQUEST_INVALID", `model: ${description}.`, { field: "model" });
