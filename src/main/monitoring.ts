import type { Config } from "../config.ts";
import type { Store } from "../store/store.ts";
import { version } from "../version.ts";
import type { Log } from "../wire/log.ts";
import type { Closing } from "./stores.ts";

/** What a server that may be looked after tells whoever does. */
export interface Monitoring {
  /** The server's log, from now on with the end of each call counted. */
  readonly log: Log;
  /** Says that the server drains. */
  drain(): void;
}

/** Opens the port of those who look after a server, where the settings name one; nothing of it is loaded where they do not. */
export const openMonitoring = async (
  { metricsPort: port, metricsHost: host }: Config,
  stores: ReadonlyMap<string, Store>,
  owner: string,
  closing: Closing[],
  log: Log,
): Promise<Monitoring> => {
  if (port === undefined) return { log, drain: () => undefined };
  const { openSidePort } = await import("../metrics/side-port.ts");
  const probes = new Map([...stores].map(([name, store]) => [name, () => probe(store, owner)]));
  const side = await openSidePort({ host, port, version, probes });
  closing.push(() => side.close());
  log.info({ host, port: side.port }, "metrics, health and readiness are told");
  const counting: Log = {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    ended: (call) => side.ended(call),
  };
  return { log: counting, drain: () => side.drain() };
};

/** A stream that nobody writes to: the store has to look, and has nothing to give. */
const probe = async (store: Store, owner: string): Promise<void> => {
  if (!store.healthy) throw new Error("a write failed");
  await store.head(owner, "ready?");
};
