import type { Transport } from "@connectrpc/connect";
import type { ModelProvider } from "../provider.ts";
import type { SentenceJudge } from "../sentence-judge.ts";
import { anthropicProvider } from "./anthropic/provider.ts";
import { extractiveProvider } from "./extractive/provider.ts";
import { invalidSetting, isOnThisMachine, parseEndpoint, readKey } from "./http/endpoint.ts";
import { compatibleProvider } from "./openai-compatible/provider.ts";
import { remoteProvider } from "./remote.ts";

/** Where Anthropic's own servers are. */
const anthropicBase = "https://api.anthropic.com";

/**
 * The providers that the environment configures; `extractive` is always there. Keys come from here and from nowhere
 * else, and each is held by its provider alone.
 *
 * - `anthropic` when `ANTHROPIC_API_KEY` is set; `PINCITE_ANTHROPIC_URL` puts another address in place of Anthropic's.
 * - `openai-compatible` when `PINCITE_OPENAI_URL` is set, such as `http://127.0.0.1:1234/v1`; key in `PINCITE_OPENAI_API_KEY`.
 * - `remote` when `PINCITE_MODEL_URL` is set; `connect` opens the transport to it.
 *
 * Errors: REQUEST_INVALID, naming the variable and never its value.
 */
export const providersFromEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  connect: (url: string) => Transport,
): Map<string, ModelProvider> => {
  const providers = [extractiveProvider(), ...anthropic(env), ...compatible(env), ...remote(env, connect)];
  return new Map(providers.map((one) => [one.name, one]));
};

type Environment = Parameters<typeof providersFromEnvironment>[0];

const anthropic = (env: Environment): ModelProvider[] => {
  const key = readKey(env, "ANTHROPIC_API_KEY");
  const base = parseEndpoint(env.PINCITE_ANTHROPIC_URL || anthropicBase, "PINCITE_ANTHROPIC_URL");
  return key === undefined ? [] : [anthropicProvider({ base, key })];
};

const compatible = (env: Environment): ModelProvider[] => {
  const key = readKey(env, "PINCITE_OPENAI_API_KEY");
  const address = env.PINCITE_OPENAI_URL;
  if (!address) return [];
  return [compatibleProvider({ base: parseEndpoint(address, "PINCITE_OPENAI_URL"), ...(key ? { key } : {}) })];
};

/**
 * The second reader that the environment names; undefined: nobody reads a draft a second time.
 *
 * - `PINCITE_JUDGE_PROVIDER`: `anthropic`, `openai-compatible` or `remote`. Unset: none.
 * - `PINCITE_JUDGE_MODEL`: its exact model id; empty: its only one.
 * - `PINCITE_JUDGE_URL`: an address of its own, with the key in `PINCITE_JUDGE_API_KEY`. Unset: those of the provider of that name.
 *   A key of the drafter's goes to no other address than the drafter's.
 * - `PINCITE_JUDGE_SAME_PROVIDER`: `true` lets the provider that drafts a run read its own draft. Default: it may not.
 *
 * Errors: REQUEST_INVALID, naming the variable and never its value.
 */
export const judgeFromEnvironment = (
  env: Environment,
  connect: (url: string) => Transport,
): SentenceJudge | undefined => {
  const name = env.PINCITE_JUDGE_PROVIDER?.trim();
  if (!name) return undefined;
  const variables = judgeVariables.get(name);
  if (!variables)
    throw invalidSetting("PINCITE_JUDGE_PROVIDER", `it is one of ${[...judgeVariables.keys()].join(", ")}`);
  const { url, key } = variables;
  const own = env.PINCITE_JUDGE_URL?.trim();
  const its = own ? { [url]: own, [key]: env.PINCITE_JUDGE_API_KEY } : { [url]: env[url], [key]: env[key] };
  const [provider] = name === "anthropic" ? anthropic(its) : name === "remote" ? remote(its, connect) : compatible(its);
  if (!provider) throw invalidSetting("PINCITE_JUDGE_PROVIDER", "its address or key is not set");
  const address = new URL(its[url] || anthropicBase);
  const isApart = own !== undefined && own !== "";
  return {
    model: `${name}/${env.PINCITE_JUDGE_MODEL?.trim() ?? ""}`,
    isLocal: isOnThisMachine(address),
    provider,
    ...(isApart || env.PINCITE_JUDGE_SAME_PROVIDER === "true" ? {} : { draftsAs: name }),
  };
};

/** Where the address and the key of a provider stand that may read a second time. */
const judgeVariables: ReadonlyMap<string, { readonly url: string; readonly key: string }> = new Map([
  ["anthropic", { url: "PINCITE_ANTHROPIC_URL", key: "ANTHROPIC_API_KEY" }],
  ["openai-compatible", { url: "PINCITE_OPENAI_URL", key: "PINCITE_OPENAI_API_KEY" }],
  ["remote", { url: "PINCITE_MODEL_URL", key: "" }],
]);

const remote = (env: Environment, connect: (url: string) => Transport): ModelProvider[] => {
  const address = env.PINCITE_MODEL_URL;
  if (!address) return [];
  return [remoteProvider(connect(parseEndpoint(address, "PINCITE_MODEL_URL").href.replace(/\/+$/, "")))];
};
