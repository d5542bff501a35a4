import { setTimeout as sleep } from "node:timers/promises";
import type { Interceptor } from "@connectrpc/connect";
import { VaultImportService } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import { vaultLongMethods, vaultRoutes } from "../../../src/vault/routes.ts";
import { openVault } from "../../../src/vault/vault.ts";
import { startOwnServer } from "../../support/own-server.ts";

/** How long the Vault takes before it acts and after it has, in milliseconds: so that a good part of the faults falls there. */
const takesMsMost = 700;

/**
 * A Vault in the campaign's own process, which nobody kills, reached by all servers; it writes down how often each file was brought to it,
 * before anything in it could find that it has the file already.
 */
export const startVault = async (random: () => number) => {
  const store = await openMemoryStore();
  const vault = await openVault({
    ...{ store, owner: "tester", indexDir: "memory", clock: { now: () => Date.now() } },
    tokenKey: crypto.getRandomValues(new Uint8Array(32)),
  });
  /** How often the file of each path came. */
  const came = new Map<string, number>();
  const noting: Interceptor = (next) => async (request) => {
    if (request.stream || request.method !== VaultImportService.method.importFile) return next(request);
    const { path } = request.message as unknown as { readonly path: string };
    came.set(path, (came.get(path) ?? 0) + 1);
    await sleep(random() * takesMsMost);
    const answer = await next(request);
    await sleep(random() * takesMsMost);
    return answer;
  };
  const server = await startOwnServer({
    routes: vaultRoutes(vault),
    longMethods: vaultLongMethods,
    interceptors: [noting],
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await vault.close();
    await store.close();
  };
  return { url: server.url, came, stop };
};
