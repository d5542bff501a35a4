import { DomainError } from "../../../error.ts";
import { type FactsOf, type MessageId, worded } from "../../../messages/said.ts";

/** Hosts that are this machine itself: nothing sent there crosses a network. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The base address of a provider, without its last slash. Prompts hold evidence and headers a key, so it is https, or
 * http on loopback only; it has no name or password, no query and no fragment. `setting` names where it was written.
 *
 * Errors: REQUEST_INVALID. The address itself is not repeated: somebody may have put a key into it.
 */
export const parseEndpoint = (text: string, setting: string): URL => {
  if (!URL.canParse(text)) throw invalidSetting(setting, "setting-problem.provider-address");
  const url = new URL(text);
  const local = isOnThisMachine(url);
  if (url.protocol !== "https:" && !(local && url.protocol === "http:"))
    throw invalidSetting(setting, "setting-problem.https");
  if (url.username !== "" || url.password !== "") throw invalidSetting(setting, "setting-problem.key-in-address");
  if (url.search !== "" || url.hash !== "") throw invalidSetting(setting, "setting-problem.no-query");
  return url;
};

/** Whether nothing that is sent to this address crosses a network. */
export const isOnThisMachine = ({ hostname }: Pick<URL, "hostname">): boolean => loopback.test(hostname);

/** A path under a base address. */
export const under = (base: URL, path: string): URL => new URL(`${base.href.replace(/\/+$/, "")}/${path}`);

/**
 * A key from the environment, or undefined where it is not set. One that cannot stand in a header is refused here,
 * because the platform's own error about it would repeat the key.
 *
 * Errors: REQUEST_INVALID, which names the variable and not its value.
 */
export const readKey = (env: Readonly<Record<string, string | undefined>>, setting: string): string | undefined => {
  const key = env[setting]?.trim();
  if (!key) return undefined;
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) throw invalidSetting(setting, "setting-problem.key");
  return key;
};

/** A setting that cannot be taken. Its value is not repeated. */
export const invalidSetting = <Id extends MessageId>(setting: string, id: Id, ...facts: FactsOf<Id>): DomainError =>
  new DomainError("REQUEST_INVALID", worded("setting-problem.of", { setting, problem: worded(id, ...facts) }), {
    setting,
  });
