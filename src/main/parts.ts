import { join } from "node:path";
import type { ConnectRouter, Transport } from "@connectrpc/connect";
import type { Config } from "../config.ts";
import type { Installation } from "../installation.ts";
import { type CaseLaw, openCaseLaw } from "../lawbot/case/case-law.ts";
import type { LawList } from "../lawbot/fetch/law-lists.ts";
import { type LawFetchOptions, openLawFetcher } from "../lawbot/fetch/open-fetcher.ts";
import { openLawBot } from "../lawbot/lawbot.ts";
import { caseLawLongMethods, caseLawRoutes, lawbotLongMethods, lawbotRoutes } from "../lawbot/routes.ts";
import { vaultLongMethods, vaultRoutes } from "../vault/routes.ts";
import { openVault } from "../vault/vault.ts";
import { version } from "../version.ts";
import { createClientTransport } from "../wire/client.ts";
import { createInProcessTransport } from "../wire/in-process.ts";
import type { Log } from "../wire/log.ts";
import { clock } from "./clock.ts";
import type { Closing, StoreAt } from "./stores.ts";

/** A service of its own, in this process behind a transport that encodes and decodes, or somewhere else. */
interface Part {
  readonly transport: Transport;
  readonly routes: (router: ConnectRouter) => void;
  readonly longMethods: readonly string[];
}

const remotePart = (url: string, closing: Closing[]): Part => {
  const transport = createClientTransport(url);
  closing.push(() => transport.close());
  return { transport, routes: () => undefined, longMethods: [] };
};

/** A part in this process: the same routes serve the port and, behind a transport that encodes and decodes, the engine. */
const embeddedPart = (routes: Part["routes"], longMethods: readonly string[], log: Log): Part => ({
  routes,
  longMethods,
  transport: createInProcessTransport(routes, { log, longMethods }),
});

export const vaultPart = async (
  config: Config,
  { tokenKey }: Installation,
  storeAt: StoreAt,
  closing: Closing[],
  log: Log,
): Promise<Part> => {
  if (config.vaultUrl) return remotePart(config.vaultUrl, closing);
  const indexDir = config.dataDir ? join(config.dataDir, "vault-index") : "memory";
  const vault = await openVault({ ...storeAt("vault"), indexDir, clock, tokenKey });
  closing.push(() => vault.close());
  return embeddedPart(vaultRoutes(vault), vaultLongMethods, log);
};

export const lawbotPart = async (
  config: Config,
  { tokenKey }: Installation,
  storeAt: StoreAt,
  closing: Closing[],
  log: Log,
  profiles: readonly LawList[],
): Promise<Part> => {
  if (config.lawbotUrl) return remotePart(config.lawbotUrl, closing);
  const indexAt = (name: string) => (config.dataDir ? join(config.dataDir, name) : ":memory:");
  const common = { ...storeAt("law"), clock, tokenKey };
  const lawbot = await openLawBot({ ...common, indexFile: indexAt("law-index.sqlite") });
  closing.push(() => lawbot.close());
  const cases = await openCaseLaw({ ...common, indexFile: indexAt("case-index.sqlite") });
  closing.push(() => cases.close());
  const fetcher = config.lawFetch ? openLawFetcher(lawbot, fetchOptions(config, cases)) : undefined;
  const routes: Part["routes"] = (router) => {
    lawbotRoutes(lawbot, cases, fetcher, profiles)(router);
    caseLawRoutes(cases)(router);
  };
  return embeddedPart(routes, [...lawbotLongMethods, ...caseLawLongMethods], log);
};

const fetchOptions = ({ dataDir, lawStandIn }: Config, cases: CaseLaw): LawFetchOptions => ({
  cases,
  userAgent: `pincite/${version}`,
  ...(dataDir && { dir: join(dataDir, "law-fetch") }),
  ...(lawStandIn && { standIn: lawStandIn }),
});
