import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectRouter, Transport } from "@connectrpc/connect";
import { monotonicFactory } from "ulid";
import { ArtifactService } from "../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { OrchestratorService } from "../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { AuditService } from "../gen/pincite/receipt/v1/audit_service_pb.ts";
import { ToolService } from "../gen/pincite/tool/v1/tool_service_pb.ts";
import { loadCatalogue } from "./catalogue/load-catalogue.ts";
import { runCli } from "./cli/program.ts";
import { kindRegistry } from "./cli/proto/files.ts";
import type {
  KeyFiles,
  ReplayOptions,
  ReplayOutcome,
  RunDemo,
  RunningPincite,
  StartOptions,
  StoreFolders,
} from "./cli/types.ts";
import { type Config, readConfig } from "./config.ts";
import { Engine } from "./engine/engine.ts";
import { Audit } from "./engine/read/audit.ts";
import { Views } from "./engine/read/views.ts";
import { readRecording } from "./engine/replay/recording.ts";
import { replayRun } from "./engine/replay/replay-run.ts";
import { openIndex } from "./engine/run/index-rebuild.ts";
import type { Timer } from "./engine/run/leases.ts";
import { RunIndex } from "./engine/run/run-index.ts";
import { DomainError } from "./error.ts";
import { checkDraft } from "./grounding/draft-check.ts";
import { type Installation, openInstallation, openTenant, tenantIn } from "./installation.ts";
import { type CaseLaw, openCaseLaw } from "./lawbot/case/case-law.ts";
import type { LawList } from "./lawbot/fetch/law-lists.ts";
import { type LawFetchOptions, openLawFetcher } from "./lawbot/fetch/open-fetcher.ts";
import { openLawBot } from "./lawbot/lawbot.ts";
import { caseLawLongMethods, caseLawRoutes, lawbotLongMethods, lawbotRoutes } from "./lawbot/routes.ts";
import { providersFromEnvironment } from "./model/providers/from-environment.ts";
import { loadProfiles } from "./profile/load-profiles.ts";
import { checkReceiptKeys, openReceiptKeys, readReceiptManifest, rotateReceiptKeys } from "./receipt-keys.ts";
import { artifactService } from "./rpc/artifact-service.ts";
import { auditService } from "./rpc/audit-service.ts";
import { orchestratorService } from "./rpc/orchestrator-service.ts";
import { createPaging } from "./rpc/paging.ts";
import { toolService } from "./rpc/tool-service.ts";
import { openLevelStore } from "./store/level/open.ts";
import { storeLimits } from "./store/limits.ts";
import { openMemoryStore } from "./store/memory/memory-store.ts";
import type { Store } from "./store/store.ts";
import { StoreCare } from "./store-care.ts";
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

/** Calls that may take as long as a turn of the model, also those that let a suspended one go on. */
const turnMethods = [
  ...["Guide", "GuideStream", "ExecuteToolRequest"].map((name) => `${OrchestratorService.typeName}/${name}`),
  ...["DecideToolRequest", "SubmitToolResult"].map((name) => `${ToolService.typeName}/${name}`),
];

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
  // Keys that cannot be used are found before anything is opened that would have to be closed.
  checkReceiptKeys(config.dataDir);
  const closing: Closing[] = [];
  const storeAt = await openStores(config, installation, closing, journal);
  // Before the parts: LawBot is told which laws each profile's claims rest on.
  const { profiles, notes } = loadProfiles(config.profileLayers);
  const vault = await vaultPart(config, installation, storeAt, closing, journal);
  const lawbot = await lawbotPart(config, installation, storeAt, closing, journal, profiles);
  const upstreams = { vault: vault.transport, lawbot: lawbot.transport };
  const { catalogue, notes: toolNotes } = loadCatalogue(config.toolLayers);
  const tools = createToolExecutor(upstreams, catalogue);
  const providers = providersFromEnvironment(process.env, (url) => {
    const transport = createClientTransport(url);
    closing.push(() => transport.close());
    return transport;
  });
  for (const note of [...notes, ...toolNotes]) journal.info({}, note);
  // Again, now that the store is ours: `pincite keys rotate` holds it while it changes them.
  const receiptKeys = openReceiptKeys(config.dataDir, new Date(clock.now()).toISOString());
  const engine = new Engine({
    ...{ ...storeAt("runs"), user: config.user, clock, tools, catalogue, checkDraft, profiles, providers },
    ids: ulids(),
    randomBytes: (count) => randomBytes(count),
    instance: { holder: randomBytes(16).toString("hex"), timer: timerOf(journal) },
    receipts: { signer: receiptKeys.signer, serverVersion: version },
    directory: createEvidenceDirectory(upstreams),
  });
  const rebuilt = await engine.openIndex();
  if (rebuilt) journal.info({ ...rebuilt }, "the index of the runs was of another version and was built anew");
  const ended = await engine.recover();
  if (ended > 0) journal.warn({ turns: ended }, "turns that an earlier stop cut off were recorded as interrupted");
  const views = new Views(engine.runs, engine.tools);
  const audit = new Audit(engine.runs, receiptKeys);
  const paging = createPaging(installation.tokenKey, storeAt("runs").owner);
  const facts = {
    serverVersion: version,
    profiles,
    providers: [...providers.keys()],
    user: config.user,
    storeLimits,
  };
  const server = await startServer({
    ...{ host: config.host, port: config.port, allowJson: config.allowJson, log: journal },
    longMethods: [...turnMethods, ...vault.longMethods, ...lawbot.longMethods],
    routes: (router) => {
      router.service(OrchestratorService, orchestratorService(engine, views, paging, facts));
      router.service(ToolService, toolService(engine, views, paging));
      router.service(ArtifactService, artifactService(views, paging));
      router.service(AuditService, auditService(audit, paging));
      vault.routes(router);
      lawbot.routes(router);
    },
  });
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await server.stop();
    await engine.stop();
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

/** A store of this process, and the tenant whose keys in it are meant. */
type StoreAt = (name: "runs" | "vault" | "law") => { readonly store: Store; readonly owner: string };

/** Opens the stores of this process; a part that is somewhere else has its own there. Where it is not clear whose they are, none is left open. */
const openStores = async (
  config: Config,
  installation: Installation,
  closing: Closing[],
  log: Log,
): Promise<StoreAt> => {
  const stores = new Map<string, Store>();
  for (const name of ["runs", ...(config.vaultUrl ? [] : ["vault"]), ...(config.lawbotUrl ? [] : ["law"])]) {
    const store = await openStore(config, installation, name, log);
    closing.push(() => store.close());
    stores.set(name, store);
  }
  try {
    const owners = await Promise.all([...stores.values()].map((store) => store.owners()));
    const owner = openTenant(config.dataDir, config.user, owners.flat());
    return (name) => {
      const store = stores.get(name);
      if (!store) throw new Error(`this process has no store ${name}`);
      return { store, owner };
    };
  } catch (error) {
    for (const close of closing) await close();
    throw error;
  }
};

const vaultPart = async (
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

const lawbotPart = async (
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

const timerOf =
  (log: Log): Timer =>
  (everyMs, work) => {
    const failed = (cause: unknown) =>
      log.error({ cause: cause instanceof Error ? cause.name : "unknown" }, "leases could not be looked after");
    const timer = setInterval(() => void work().catch(failed), everyMs).unref();
    return () => clearInterval(timer);
  };

const ulids = () => {
  const next = monotonicFactory();
  return { next: () => next(clock.now()) };
};

/**
 * Derives a run again from a copy of its server's folder. The folder itself is only copied: LevelDB writes to what it
 * opens. No provider, no Vault and no LawBot is made, and no port is opened. Errors: RUN_NOT_FOUND, DATA_LOSS.
 */
export const replayFolder = async ({ dataDir, run, user }: ReplayOptions): Promise<ReplayOutcome> => {
  if (!existsSync(join(dataDir, "runs", "db")))
    throw new DomainError("RUN_NOT_FOUND", `There are no runs in ${dataDir}: name the folder of a server with --data.`);
  const config = readConfig({ dataDir, ...(user ? { user } : {}) }, process.env);
  // Left by a server that has the folder open, or that was killed; the copy of a closed folder is whole.
  const isOpen = existsSync(join(dataDir, "runs", "open"));
  const copy = await mkdtemp(join(tmpdir(), "pincite-replay-"));
  try {
    const parts = ["keys", "runs"].filter((part) => existsSync(join(dataDir, part)));
    for (const part of parts) await cp(join(dataDir, part), join(copy, part), { recursive: true });
    const keys = parts.includes("keys") ? openInstallation(copy) : undefined;
    const whose = (owners: readonly string[]) => tenantIn(dataDir, config.user, owners) ?? config.user;
    const recording = await recordedRun(copy, keys?.signer, whose, run).catch((error: unknown) => {
      throw isOpen ? openElsewhere(dataDir, error) : error;
    });
    const { catalogue } = loadCatalogue(config.toolLayers);
    const receiptKey = signingKeyIn(copy);
    return await replayRun(recording, {
      ...{ catalogue, checkDraft, kinds: kindRegistry(), openScratch: (at) => openMemoryStore({ clock: at }) },
      ...(receiptKey ? { signer: receiptKey } : {}),
    });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
};

/** Without the keys of the folder, checkpoints are looked at but for their signatures. */
const recordedRun = async (
  dir: string,
  signer: Installation["signer"] | undefined,
  whose: (owners: readonly string[]) => string,
  named: string,
) => {
  const store = await openLevelStore({ dir: join(dir, "runs"), clock, ...(signer ? { signer } : {}) });
  try {
    const owner = whose(await store.owners());
    if (named !== "latest") return await readRecording(store, owner, named);
    // The copy is ours: an index that a killed server left half built is brought to its end.
    await openIndex(store, owner);
    const [newest] = await new RunIndex(store, owner).runs({ newestFirst: true, limit: 1 });
    return await readRecording(store, owner, newest ?? named);
  } finally {
    await store.close();
  }
};

const openElsewhere = (dataDir: string, cause: unknown): unknown =>
  cause instanceof DomainError && cause.reason === "DATA_LOSS"
    ? new DomainError(
        "STORE_FAILED",
        `${dataDir} could not be copied whole, and a server has it open or was killed: stop the server (or start it once), then replay.`,
        {},
        { cause },
      )
    : cause;

/** The key receipts were signed with, where the folder still has it. */
const signingKeyIn = (dataDir: string) => {
  if (!existsSync(join(dataDir, "keys", "receipt-keys.pb"))) return undefined;
  try {
    return openReceiptKeys(dataDir, new Date(clock.now()).toISOString()).signer;
  } catch {
    return undefined;
  }
};

/** Keys in the folder of a server that is not running: to change them, the store is taken, as a server takes it. */
export const keyFiles: KeyFiles = {
  manifest: async (dataDir) => readReceiptManifest(dataDir),
  rotate: async (dataDir) => {
    readReceiptManifest(dataDir);
    const { signer } = openInstallation(dataDir);
    const store = await openLevelStore({ dir: join(dataDir, "runs"), clock, signer }).catch((cause: unknown) => {
      if (!(cause instanceof DomainError) || cause.facts.cause !== "LEVEL_LOCKED") throw cause;
      const message = `A server has ${dataDir} open and signs with its key: stop it, rotate, and start it again. Nothing was changed.`;
      throw new DomainError("FENCED", message, { data: dataDir });
    });
    try {
      return rotateReceiptKeys(dataDir, new Date(clock.now()).toISOString()).manifest;
    } finally {
      await store.close();
    }
  },
};

/** The stores of the folder of a server that is not running. */
export const storeFolders: StoreFolders = new StoreCare((dir, signer) => openLevelStore({ dir, clock, signer }));

const demo: RunDemo = async (...order) => (await import("./demo/run-demo.ts")).runDemo(...order);

/** The `pincite` command; bin/pincite.js calls it once it has found a Node that runs this. */
export const main = async (): Promise<void> => {
  process.exitCode = await runCli(process.argv.slice(2), {
    start: startPincite,
    replay: replayFolder,
    keyFiles,
    storeFolders,
    demo,
  });
};
