import { join } from "node:path";
import { vaultLongMethods, vaultRoutes } from "../vault/routes.ts";
import { openVault } from "../vault/vault.ts";
import { clock } from "./clock.ts";
import type { OpenPart, PartAt } from "./open-part.ts";

/** What this server is called where others share its store. */
const replicaOf = ({ store, replica }: PartAt["config"]): string | undefined =>
  store === undefined ? undefined : replica;

/** How often what others have put into strands is followed that this server keeps warm. */
const warmEveryMs = 5_000;

/** Opens a Vault over its store, for a server of its own or within another. */
export const openVaultPart = async ({ config, ...at }: PartAt): Promise<OpenPart> => {
  const indexDir = config.dataDir ? join(config.dataDir, "vault-index") : "memory";
  const spoolDir = config.dataDir ? join(config.dataDir, "vault-spool") : undefined;
  const vault = await openVault({ ...at, user: config.user, indexDir, spoolDir, clock, replica: replicaOf(config) });
  let warming: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Where the store is away, caches follow when it is back.
    warming ??= vault
      .keepWarm()
      .catch(() => undefined)
      .finally(() => {
        warming = undefined;
      });
  }, warmEveryMs).unref();
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await warming;
    await vault.close();
  };
  return { routes: vaultRoutes(vault), longMethods: vaultLongMethods, close };
};
