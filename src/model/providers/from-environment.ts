import type { Transport } from "@connectrpc/connect";
import type { ModelProvider } from "../provider.ts";
import type { SentenceJudge } from "../sentence-judge.ts";
import type { SideModel } from "../side-model.ts";
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
  const named = sideModelFrom("JUDGE", env, connect);
  if (!named) return undefined;
  const { side, name, isApart } = named;
  const mayReadOwn = isApart || env.PINCITE_JUDGE_SAME_PROVIDER === "true";
  return { ...side, ...(mayReadOwn ? {} : { draftsAs: name }) };
};

/**
 * Who orders passages for slots, as the environment names it; undefined: nobody does. `PINCITE_RANK_PROVIDER`, `_MODEL`, `_URL` and
 * `_API_KEY` are as those of a second reader; the provider that drafts a run may order its passages.
 *
 * Errors: REQUEST_INVALID, naming the variable and never its value.
 */
export const rankerFromEnvironment = (env: Environment, connect: (url: string) => Transport): SideModel | undefined =>
  sideModelFrom("RANK", env, connect)?.side;

/** The variables of each task that a model beside the drafter may have. */
const sideSettings = (env: Environment) => ({
  JUDGE: {
    provider: env.PINCITE_JUDGE_PROVIDER,
    model: env.PINCITE_JUDGE_MODEL,
    url: env.PINCITE_JUDGE_URL,
    key: env.PINCITE_JUDGE_API_KEY,
  },
  RANK: {
    provider: env.PINCITE_RANK_PROVIDER,
    model: env.PINCITE_RANK_MODEL,
    url: env.PINCITE_RANK_URL,
    key: env.PINCITE_RANK_API_KEY,
  },
});

/** A model beside the drafter as the variables of its task name it, and whether it has an address of its own. */
const sideModelFrom = (
  task: "JUDGE" | "RANK",
  env: Environment,
  connect: (url: string) => Transport,
): { readonly side: SideModel; readonly name: string; readonly isApart: boolean } | undefined => {
  const asked = `PINCITE_${task}_PROVIDER`;
  const setting = sideSettings(env)[task];
  const name = setting.provider?.trim();
  if (!name) return undefined;
  const variables = sideVariables.get(name);
  if (!variables)
    throw invalidSetting(asked, "setting-problem.one-of", { choices: [...sideVariables.keys()].join(", ") });
  const { url, key } = variables;
  const own = setting.url?.trim();
  const its = own ? { [url]: own, [key]: setting.key } : { [url]: env[url], [key]: env[key] };
  const [provider] = name === "anthropic" ? anthropic(its) : name === "remote" ? remote(its, connect) : compatible(its);
  if (!provider) throw invalidSetting(asked, "setting-problem.no-address");
  const address = new URL(its[url] || anthropicBase);
  const model = `${name}/${setting.model?.trim() ?? ""}`;
  return { side: { model, isLocal: isOnThisMachine(address), provider }, name, isApart: Boolean(own) };
};

/** Where the address and the key of a provider stand that may be asked beside the drafter. */
const sideVariables: ReadonlyMap<string, { readonly url: string; readonly key: string }> = new Map([
  ["anthropic", { url: "PINCITE_ANTHROPIC_URL", key: "ANTHROPIC_API_KEY" }],
  ["openai-compatible", { url: "PINCITE_OPENAI_URL", key: "PINCITE_OPENAI_API_KEY" }],
  ["remote", { url: "PINCITE_MODEL_URL", key: "" }],
]);

const remote = (env: Environment, connect: (url: string) => Transport): ModelProvider[] => {
  const address = env.PINCITE_MODEL_URL;
  if (!address) return [];
  return [remoteProvider(connect(parseEndpoint(address, "PINCITE_MODEL_URL").href.replace(/\/+$/, "")))];
};
