import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ConnectRouter, Transport } from "@connectrpc/connect";
import { monotonicFactory } from "ulid";
import { ArtifactService } from "../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { OrchestratorService } from "../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ToolService } from "../gen/pincite/tool/v1/tool_service_pb.ts";
import { runCli } from "./cli/program.ts";
import type { RunningPincite, StartOptions } from "./cli/types.ts";
import { type Config, readConfig } from "./config.ts";
import { Engine } from "./engine/engine.ts";
import { Views } from "./engine/views.ts";
import { checkDraft } from "./grounding/draft-check.ts";
import { type Installation, openInstallation } from "./installation.ts";
import { openLawBot } from "./lawbot/lawbot.ts";
import { lawbotLongMethods, lawbotRoutes } from "./lawbot/routes.ts";
import { providersFromEnvironment } from "./model/providers/from-environment.ts";
import { loadProfiles } from "./profile/load-profiles.ts";
import { artifactService } from "./rpc/artifact-service.ts";
import { orchestratorService } from "./rpc/orchestrator-service.ts";
import { createPaging } from "./rpc/paging.ts";
import { toolService } from "./rpc/tool-service.ts";
import { openLevelStore } from "./store/level/open.ts";
import { storeLimits } from "./store/limits.ts";
import { openMemoryStore } from "./store/memory/memory-store.ts";
import type { Store } from "./store/store.ts";
import { createEvidenceDirectory } from "./upstream/directory.ts";
import { createToolExecutor } from "./upstream/executor.ts";
import { vaultLongMethods, vaultRoutes } from "./vault/routes.ts";
import { openVault } from "./vault/vault.ts";
import { createClientTransport } from "./wire/client.ts";
import { createInProcessTransport } from "./wire/in-process.ts";
import { createLog, type Log, silentLog } from "./wire/log.ts";
import { startServer } from "./wire/server.ts";

/**
 * The composition root: the only file that knows every implementation. `startPincite` puts a server together; run as a
 * program, this is the `pincite` command.
 */
export const version = "0.1.0";
const clock = { now: () => Date.now() };

/** Something of the server that is closed when it stops, last opened first. */
type Closing = () => void | Promise<void>;

export const startPincite = async (options: StartOptions): Promise<RunningPincite> => {
  const { dataDir, port, user, allowJson, log } = options;
  const flags = {
    dataDir,
    port,
    ...(user ? { user } : {}),
    ...(log ? { log } : {}),
    ...(allowJson ? { allowJson } : {}),
  };
  const config = readConfig(flags, process.env);
  const journal = config.log === "silent" ? silentLog : createLog(config.log);
  const installation = openInstallation(config.dataDir);
  const closing: Closing[] = [];
  const storeAt = async (name: string): Promise<Store> => {
    const store = await openStore(config, installation, name, journal);
    closing.push(() => store.close());
    return store;
  };
  const vault = await vaultPart(config, installation, storeAt, closing, journal);
  const lawbot = await lawbotPart(config, installation, storeAt, closing, journal);
  const upstreams = { vault: vault.transport, lawbot: lawbot.transport };
  const tools = createToolExecutor(upstreams);
  const providers = providersFromEnvironment(process.env, (url) => {
    const transport = createClientTransport(url);
    closing.push(() => transport.close());
    return transport;
  });
  const { profiles, notes } = loadProfiles(config.profileLayers);
  for (const note of notes) journal.info({}, note);
  const engine = new Engine({
    ...{ store: await storeAt("runs"), owner: config.user, clock, tools, checkDraft, profiles, providers },
    ids: ulids(),
    randomBytes: (count) => randomBytes(count),
    directory: createEvidenceDirectory(upstreams),
  });
  const ended = await engine.recover();
  if (ended > 0) journal.warn({ turns: ended }, "turns that an earlier stop cut off were recorded as interrupted");
  const views = new Views(engine.shell, engine.tools);
  const paging = createPaging(installation.tokenKey, config.user);
  const facts = {
    serverVersion: version,
    profiles,
    providers: [...providers.keys()],
    user: config.user,
    storeLimits,
  };
  const server = await startServer({
    ...{ host: config.host, port: config.port, allowJson: config.allowJson, log: journal },
    longMethods: ["pincite.orchestrator.v1.OrchestratorService/Guide", ...vault.longMethods, ...lawbot.longMethods],
    routes: (router) => {
      router.service(OrchestratorService, orchestratorService(engine, views, paging, facts));
      router.service(ToolService, toolService(engine, views, paging, tools.tools));
      router.service(ArtifactService, artifactService(views, paging));
      vault.routes(router);
      lawbot.routes(router);
    },
  });
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await server.stop();
    engine.stop();
    for (const close of closing.toReversed()) await close();
  };
  return { url: server.url, port: server.port, stop: () => (stopping ??= stop()) };
};

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

type StoreAt = (name: string) => Promise<Store>;

const vaultPart = async (
  config: Config,
  { tokenKey }: Installation,
  storeAt: StoreAt,
  closing: Closing[],
  log: Log,
): Promise<Part> => {
  if (config.vaultUrl) return remotePart(config.vaultUrl, closing);
  const indexDir = config.dataDir ? join(config.dataDir, "vault-index") : "memory";
  const vault = await openVault({ store: await storeAt("vault"), owner: config.user, indexDir, clock, tokenKey });
  closing.push(() => vault.close());
  return embeddedPart(vaultRoutes(vault), vaultLongMethods, log);
};

const lawbotPart = async (
  config: Config,
  { tokenKey }: Installation,
  storeAt: StoreAt,
  closing: Closing[],
  log: Log,
): Promise<Part> => {
  if (config.lawbotUrl) return remotePart(config.lawbotUrl, closing);
  const indexFile = config.dataDir ? join(config.dataDir, "law-index.sqlite") : ":memory:";
  const lawbot = await openLawBot({ store: await storeAt("law"), owner: config.user, indexFile, clock, tokenKey });
  closing.push(() => lawbot.close());
  return embeddedPart(lawbotRoutes(lawbot), lawbotLongMethods, log);
};

const openStore = async (config: Config, { signer }: Installation, name: string, log: Log): Promise<Store> => {
  if (config.dataDir === undefined) return openMemoryStore({ clock });
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const onFailure = (cause: unknown): void => {
    // Fail-stop: what was being written may or may not be on disk, and only a new start can tell.
    log.error(
      { cause: cause instanceof Error ? cause.name : "unknown", store: name },
      "a write failed; the server ends",
    );
    process.exit(70);
  };
  return openLevelStore({ dir: join(config.dataDir, name), clock, signer, onFailure });
};

const ulids = () => {
  const next = monotonicFactory();
  return { next: () => next(clock.now()) };
};

/** The `pincite` command; bin/pincite.js calls it once it has found a Node that runs this. */
export const main = async (): Promise<void> => {
  process.exitCode = await runCli(process.argv.slice(2), { start: startPincite });
};
