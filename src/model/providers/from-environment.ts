import type { Transport } from "@connectrpc/connect";
import type { ModelProvider } from "../provider.ts";
import { anthropicProvider } from "./anthropic/provider.ts";
import { extractiveProvider } from "./extractive/provider.ts";
import { parseEndpoint, readKey } from "./http/endpoint.ts";
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

const remote = (env: Environment, connect: (url: string) => Transport): ModelProvider[] => {
  const address = env.PINCITE_MODEL_URL;
  if (!address) return [];
  return [remoteProvider(connect(parseEndpoint(address, "PINCITE_MODEL_URL").href.replace(/\/+$/, "")))];
};
