import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Interceptor } from "@connectrpc/connect";
import { monotonicFactory } from "ulid";
import { isLoopbackUrl } from "#kit/url.ts";
import type { RoleRow } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { ArtifactService } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { ExportService } from "../../gen/pincite/export/v1/export_service_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { PageService } from "../../gen/pincite/page/v1/page_service_pb.ts";
import { ProofService } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import { AuditService } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { ToolService } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { UsageService } from "../../gen/pincite/usage/v1/usage_service_pb.ts";
import { openSigners } from "../access/signers.ts";
import { accessTokenDigest, accessTokenFile } from "../access-token.ts";
import { actCrypto } from "../act-crypto.ts";
import { loadCatalogue } from "../catalogue/load-catalogue.ts";
import type { RunningPincite, StartOptions } from "../cli/types.ts";
import { type Config, readConfig } from "../config.ts";
import { Engine } from "../engine/engine.ts";
import { Erasures } from "../engine/erase/erasures.ts";
import { Audit } from "../engine/read/audit.ts";
import { Views } from "../engine/read/views.ts";
import { sharedLeaseMs, type Timer } from "../engine/run/leases.ts";
import { principalOf } from "../engine/run/principal-of.ts";
import type { Runs } from "../engine/run/runs.ts";
import { DomainError } from "../error.ts";
import { draftCheck } from "../grounding/draft-check.ts";
import { openInstallation } from "../installation.ts";
import { worded } from "../messages/said.ts";
import {
  judgeFromEnvironment,
  providersFromEnvironment,
  rankerFromEnvironment,
} from "../model/providers/from-environment.ts";
import { packageRoot } from "../package-root.ts";
import { builtinProfiles, profilesWithModel } from "../profile/builtin.ts";
import { loadProfiles } from "../profile/load-profiles.ts";
import { turnModel } from "../profile/turn-model.ts";
import { checkReceiptKeys, openReceiptKeys } from "../receipt-keys.ts";
import { artifactService } from "../rpc/artifact-service.ts";
import { auditService } from "../rpc/audit-service.ts";
import { erasureService } from "../rpc/erasure-service.ts";
import { exportService } from "../rpc/export-service.ts";
import { orchestratorService } from "../rpc/orchestrator-service.ts";
import { pageService } from "../rpc/page-service.ts";
import { createPaging } from "../rpc/paging.ts";
import { proofService } from "../rpc/proof-service.ts";
import { toolService } from "../rpc/tool-service.ts";
import { usageService } from "../rpc/usage-service.ts";
import { writeSecret } from "../secret-file.ts";
import { shippedHealthWords, shippedLawWords, shippedNames } from "../shipped-names.ts";
import { storeLimits } from "../store/limits.ts";
import { leavingWords } from "../tool/leaving-words.ts";
import { createEvidenceDirectory } from "../upstream/directory.ts";
import { createToolExecutor } from "../upstream/executor.ts";
import { createLawEraser } from "../upstream/lawbot/eraser.ts";
import { createLawVocabulary } from "../upstream/lawbot/vocabulary.ts";
import { createDocumentEraser } from "../upstream/vault/eraser.ts";
import { readPrices } from "../usage/read-prices.ts";
import { UsageSums } from "../usage/usage.ts";
import { PaperUsage } from "../vault/strand/paper-usage.ts";
import { version } from "../version.ts";
import { createClientTransport } from "../wire/client.ts";
import { createLog, type Log, silentLog } from "../wire/log.ts";
import { createPage } from "../wire/page.ts";
import { plansOnly } from "../wire/plans-only.ts";
import type { Person } from "../wire/principal.ts";
import { startServer } from "../wire/server.ts";
import { createSessions, type KeptSessions, sessionTimes, unkept } from "../wire/sessions.ts";
import { closeToOthers, letIn, waysIn } from "./admit.ts";
import { tombstonesOf } from "./anchors.ts";
import { backupMethods, backupOf } from "./backed-up.ts";
import { createCitedTexts } from "./cited-texts.ts";
import { clock } from "./clock.ts";
import { memoSource } from "./memo-source.ts";
import { openMonitoring } from "./monitoring.ts";
import { lawbotPart, vaultPart } from "./parts.ts";
import { proofSource } from "./proof-source.ts";
import type { QuotaPart, quotaPart } from "./quota-part.ts";
import { type Closing, openStores, type StoreAt } from "./stores.ts";
import { openTracing } from "./telemetry.ts";

/** Calls that may take as long as a turn of the model, also those that let a suspended one go on. */
const turnMethods = [
  ...["Guide", "GuideStream", "JudgeDraft", "RankCandidates", "ExecuteToolRequest"].map(
    (name) => `${OrchestratorService.typeName}/${name}`,
  ),
  ...["DecideToolRequest", "SubmitToolResult"].map((name) => `${ToolService.typeName}/${name}`),
];

/** A plan reads every run, an erasure writes a strand's journal anew. */
const erasureMethods = ["PlanErasure", "CommitErasure"].map((name) => `${ErasureService.typeName}/${name}`);

/** What comes with the product, and where a model is given, each kind of memo with it. */
const shippedProfiles = ({ model, endpoint }: Config): WorkflowProfile[] => {
  const given = turnModel(model, endpoint);
  return given ? [...builtinProfiles(), ...profilesWithModel(given)] : builtinProfiles();
};

/**
 * Puts a server together and starts it; what stands before every call comes on top of the guards. Where the start fails, what it had opened is
 * closed: connections to a database would keep the process alive.
 */
export const startWhole = async (
  options: StartOptions,
  interceptors: readonly Interceptor[] = [],
): Promise<RunningPincite> => {
  const closing: Closing[] = [];
  try {
    return await started(options, interceptors, closing);
  } catch (error) {
    // Why it did not start is what is told, whatever else cannot be done any more.
    for (const close of closing.toReversed())
      try {
        await close();
      } catch {}
    throw error;
  }
};

const started = async (
  options: StartOptions,
  interceptors: readonly Interceptor[],
  closing: Closing[],
): Promise<RunningPincite> => {
  const { dataDir, store, port, user, allowJson, log, model, endpoint, profileLayers, signIn, signers, prices } =
    options;
  const flags = {
    dataDir,
    port,
    ...(store === undefined ? {} : { store }),
    ...(user ? { user } : {}),
    ...(signIn === undefined ? {} : { signIn }),
    ...(signers === undefined ? {} : { signers }),
    ...(prices === undefined ? {} : { prices }),
    ...(log ? { log } : {}),
    ...(allowJson ? { allowJson } : {}),
    ...(model === undefined ? {} : { model }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(profileLayers ? { profileLayers } : {}),
  };
  const config = readConfig(flags, process.env);
  const journal = config.log === "silent" ? silentLog : createLog(config.log);
  const sessions = createSessions({
    nowMs: Date.now,
    key: accessTokenDigest(accessTokenFile(process.env)),
    kept: keptSessions(config.dataDir, journal),
  });
  const way = { sessions, log: journal };
  const {
    authenticated,
    calledBy,
    roles = [],
    quotas: quotaRows = [],
    signIn: signInPages,
    pageAt,
  } = await letIn(config.signIn, process.env, way);
  const priceList = config.prices === undefined ? undefined : readPrices(config.prices);
  const checkAct = config.signers === undefined ? undefined : openSigners(config.signers, actCrypto);
  closeToOthers(config.dataDir, journal);
  const installation = openInstallation(config.dataDir);
  // Keys that cannot be used are found before anything is opened that would have to be closed.
  checkReceiptKeys(config.dataDir);
  // Ids sort as time does, so none is made of a time before the last one written: `latest` goes by the journal, whatever the clock says.
  let seenMs = 0;
  const tracing = await openTracing(config, closing, journal);
  const { storeAt, stores, scrubs } = await openStores(
    config,
    installation,
    closing,
    journal,
    (ms) => (seenMs = Math.max(seenMs, ms)),
    tracing.store,
  );
  const goOn = () => unlessStopped(options.stop);
  goOn();
  // Before the parts: LawBot is told which laws each profile's claims rest on.
  const { profiles, notes } = loadProfiles(config.profileLayers, shippedProfiles(config));
  const whole = { config, installation, storeAt, closing, log: journal };
  const access =
    calledBy && (await accessOf(storeAt, { person: calledBy.person, roles, pageAt, config, log: journal }));
  if (access) closing.push(() => access.close());
  const papers =
    config.vaultUrl === undefined ? new PaperUsage(storeAt("vault").store, storeAt("vault").owner) : undefined;
  const runsOf = (): Runs => engine.runs;
  const quotas =
    calledBy && quotaRows.length > 0
      ? await quotaOf(storeAt, {
          rows: quotaRows,
          person: calledBy.person,
          user: config.user,
          papers,
          runs: runsOf,
          log: journal,
        })
      : undefined;
  const takenInBy = calledBy && (() => signedInAs(calledBy.person()));
  const vault = await vaultPart({ ...whole, seen: access?.seen, quota: quotas?.papers, takenInBy });
  goOn();
  const lawbot = await lawbotPart(whole, profiles);
  goOn();
  const remote = config.lawbotUrl && !isLoopbackUrl(config.lawbotUrl) ? { remoteLawbot: config.lawbotUrl } : {};
  const mayFill = access && ((strandId: string) => access.seen.fills(strandId));
  const upstreams = { vault: vault.transport, lawbot: lawbot.transport, mayFill, ...remote };
  const elsewhere =
    "remoteLawbot" in remote
      ? {
          vocabulary: createLawVocabulary(lawbot.transport, clock.now, shippedLawWords()),
          leavingWords: leavingWords({ ofHealth: shippedHealthWords(), ofLaw: shippedLawWords() }),
        }
      : {};
  const { catalogue, notes: toolNotes } = loadCatalogue(config.toolLayers);
  const tools = tracing.tools(createToolExecutor(upstreams, catalogue));
  const modelAt = (url: string) => {
    const transport = createClientTransport(url);
    closing.push(() => transport.close());
    return transport;
  };
  const environment = { ...process.env, PINCITE_OPENAI_URL: config.endpoint };
  const providers = providersFromEnvironment(environment, modelAt);
  for (const provider of providers.values()) tracing.model(provider);
  const judge = judgeFromEnvironment(environment, modelAt);
  const ranker = rankerFromEnvironment(environment, modelAt);
  for (const note of [...notes, ...toolNotes]) journal.info({}, note);
  // Again, now that the store is ours: `pincite keys rotate` holds it while it changes them.
  const receiptKeys = openReceiptKeys(config.dataDir, new Date(clock.now()).toISOString());
  const directory = createEvidenceDirectory(upstreams);
  let serving: ((isServing: boolean) => void) | undefined;
  const engine = new Engine({
    ...storeAt("runs"),
    user: config.user,
    ...(calledBy ? { signedIn: calledBy.person } : {}),
    ...(access ? { sight: access.access.sight } : {}),
    ...(quotas ? { quota: quotas.quota } : {}),
    ...(checkAct ? { checkAct } : {}),
    clock,
    tools,
    catalogue,
    checkDraft: draftCheck({ register: shippedNames(), laws: [] }),
    registerDigest: shippedNames().digest,
    register: shippedNames(),
    profiles,
    providers,
    ...(judge ? { judge } : {}),
    ...(ranker ? { ranker } : {}),
    ids: ulids(seenMs),
    randomBytes: (count) => randomBytes(count),
    traced: tracing.traced,
    instance: {
      holder: randomBytes(16).toString("hex"),
      timer: timerOf(journal, (isWell) => serving?.(isWell)),
      ...(config.store === undefined ? {} : { leaseMs: sharedLeaseMs }),
    },
    receipts: { signer: receiptKeys.signer, serverVersion: version },
    directory,
    ...elsewhere,
    onMended: (sentence) => journal.error({}, `${sentence}; stop the server and run pincite store check`),
  });
  closing.push(() => engine.stop());
  const rebuilt = await engine.openIndex();
  if (rebuilt) journal.info({ ...rebuilt }, "the index of the runs was of another version and was built anew");
  goOn();
  const ended = await engine.recover();
  if (ended > 0) journal.warn({ turns: ended }, "turns that an earlier stop cut off were recorded as interrupted");
  const erasers = { vault: createDocumentEraser(vault.transport), laws: createLawEraser(lawbot.transport) };
  const erasures = new Erasures(engine.runs, erasers, tombstonesOf(config.dataDir));
  const erased = await erasures.recover(new AbortController().signal);
  if (erased > 0) journal.warn({ erasures: erased }, "erasures that an earlier stop cut off were ended");
  const again = await erasures.again(new AbortController().signal);
  if (again > 0)
    journal.warn({ erasures: again }, "what was erased and came back with an older store was erased again");
  goOn();
  const views = new Views(engine.runs, engine.tools);
  const audit = new Audit(engine.runs, receiptKeys);
  const usage = new UsageSums({
    runs: {
      ofRun: async (runId) => {
        await engine.runs.load(runId);
        return engine.runs.usage.ofRun(runId);
      },
      all: (sees) => engine.runs.usage.all(engine.runs.index.runIds(), sees),
    },
    papers,
    sight: access?.access.sight,
    account: config.user,
    prices: priceList,
  });
  const paging = createPaging(installation.tokenKey, storeAt("runs").owner);
  const memos = memoSource(views, audit, {
    directory,
    vault: vault.transport,
    lawbot: lawbot.transport,
    sight: access?.access.sight,
  });
  const proofs = proofSource(storeAt("runs"), views, createCitedTexts(upstreams), receiptKeys.manifest);
  const facts = {
    serverVersion: version,
    profiles,
    providers: [...providers.keys()],
    user: config.user,
    ...(calledBy ? { callerName: () => calledBy.person()?.name ?? "" } : {}),
    ...(judge ? { judge } : {}),
    ...(ranker ? { ranker } : {}),
    storeLimits,
    scrubs: () => scrubs.all(),
  };
  const monitoring = await openMonitoring(config, stores, storeAt("runs").owner, closing, journal);
  const server = await startServer({
    host: config.host,
    port: config.port,
    allowJson: config.allowJson,
    shortPath: config.shortPath,
    ...authenticated,
    ...waysIn(process.env),
    page: createPage({ folder: fileURLToPath(new URL("dist/page/", packageRoot)), sessions, signIn: signInPages }),
    log: tracing.log(monitoring.log),
    interceptors: [
      ...tracing.interceptors,
      ...interceptors,
      ...(calledBy ? [calledBy.interceptor] : []),
      ...(access ? [access.interceptor(engine.runs)] : []),
      ...(config.erasure ? [] : [plansOnly]),
    ],
    ...(access ? { noted: access.noted } : {}),
    longMethods: [...turnMethods, ...erasureMethods, ...backupMethods, ...vault.longMethods, ...lawbot.longMethods],
    routes: (router) => {
      router.service(OrchestratorService, orchestratorService(engine, views, paging, facts));
      router.service(ToolService, toolService(engine, views, paging));
      router.service(ArtifactService, artifactService(views, paging));
      router.service(AuditService, auditService(audit, paging));
      router.service(UsageService, usageService(usage, paging, quotas?.standings));
      router.service(ExportService, exportService(memos));
      router.service(ProofService, proofService(proofs, receiptKeys.signer));
      router.service(ErasureService, erasureService(erasures));
      router.service(BackupService, backupOf(config.dataDir, stores));
      router.service(PageService, pageService(sessions, clock.now, sessionTimes.invitationMs));
      access?.routes(engine.runs, paging)(router);
      vault.routes(router);
      lawbot.routes(router);
    },
  });
  let stopping: Promise<void> | undefined;
  serving = server.setServing;
  const stop = async (): Promise<void> => {
    serving = undefined;
    monitoring.drain();
    await server.stop();
    for (const close of closing.toReversed()) await close();
  };
  return { url: server.url, port: server.port, stop: () => (stopping ??= stop()) };
};

/** Who signed in, as events name them; undefined: nobody did. */
const signedInAs = (person: Person | undefined) => person && principalOf(person, "");

/** Rights on single runs and strands; loaded only where somebody signs in. */
const accessOf = async (
  storeAt: StoreAt,
  {
    config,
    ...of
  }: {
    person: () => Person | undefined;
    roles: readonly RoleRow[];
    pageAt: string | undefined;
    config: Config;
    log: Log;
  },
) =>
  (await import("./access-part.ts")).accessPart(storeAt, {
    ...of,
    user: config.user,
    ownVault: config.vaultUrl === undefined,
  });

/** Bounds on what is used; loaded only where the sign-in file names some. */
const quotaOf = async (
  storeAt: StoreAt,
  of: Omit<Parameters<typeof quotaPart>[0], "store" | "owner" | "nowIso">,
): Promise<QuotaPart> =>
  (await import("./quota-part.ts")).quotaPart({
    ...storeAt("runs"),
    ...of,
    nowIso: () => new Date(clock.now()).toISOString(),
  });

/** Ends a start that nobody wants any more. Errors: CANCELLED. */
const unlessStopped = (stop: AbortSignal | undefined): void => {
  if (stop?.aborted) throw new DomainError("CANCELLED", worded("error.the-server-was-told-to-stop-while-it-started"));
};

const timerOf =
  (log: Log, onTended: (isWell: boolean) => void): Timer =>
  (everyMs, work) => {
    let wasWell = true;
    const tended = (isWell: boolean, cause?: unknown): void => {
      // What lasts is told once: a database that is away is so for many turns of the timer.
      if (isWell !== wasWell) onTended(isWell);
      if (wasWell && !isWell)
        log.error({ cause: cause instanceof Error ? cause.name : "unknown" }, "leases could not be looked after");
      if (isWell && !wasWell) log.info({}, "leases are looked after again");
      wasWell = isWell;
    };
    const look = (): Promise<void> =>
      work().then(
        () => tended(true),
        (cause: unknown) => tended(false, cause),
      );
    const timer = setInterval(() => void look(), everyMs).unref();
    return () => clearInterval(timer);
  };

const ulids = (seenMs: number) => {
  const next = monotonicFactory();
  return { next: () => next(Math.max(clock.now(), seenMs)) };
};

/** The sessions of browsers in a data folder, for their owner alone; in memory where there is none. */
const keptSessions = (dataDir: string | undefined, log: Log): KeptSessions => {
  if (dataDir === undefined) return unkept();
  const file = join(dataDir, "page-sessions");
  const failed = (cause: unknown, what: string): void =>
    log.warn({ systemCode: (cause as NodeJS.ErrnoException).code }, `sessions of the page ${what}`);
  return {
    read: () => {
      try {
        return readFileSync(file, "utf8");
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== "ENOENT")
          failed(cause, "cannot be read: each browser is let in anew");
        return undefined;
      }
    },
    // A full disk ends nobody's session; this server goes on with what it knows.
    write: (text) => {
      try {
        writeSecret(file, text);
      } catch (cause) {
        failed(cause, "cannot be kept: they end with this server");
      }
    },
  };
};
