import { parseArgs } from "node:util";
import { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { type Config, readConfig } from "../config.ts";
import { DomainError } from "../error.ts";
import { openInstallation, openKeys, openTenant } from "../installation.ts";
import { version } from "../version.ts";
import { createLog, silentLog } from "../wire/log.ts";
import { plansOnly } from "../wire/plans-only.ts";
import { type RunningServer, startServer } from "../wire/server.ts";
import { authenticate, closeToOthers, waysIn } from "./admit.ts";
import { backupMethods, backupOf } from "./backed-up.ts";
import type { OpenPart, PartAt } from "./open-part.ts";
import { openStore } from "./stores.ts";

/** A service that can stand alone: a Vault or a LawBot with a port, a folder and keys of its own. */
export interface Standalone {
  /** The program's name, and the help that stands behind its flags. */
  readonly program: string;
  readonly about: string;
  readonly port: number;
  /** The folder of its store within the data folder, as in that of a whole server. */
  readonly storeName: "vault" | "law";
  open(at: PartAt): Promise<OpenPart>;
}

/** Settings of a service that stands alone. */
export interface AloneOptions {
  /** Folder of its store and indexes; undefined: everything stays in memory. */
  readonly dataDir?: string;
  /** Folder of its two keys, made where they are absent; default `keys` in the data folder. */
  readonly keysDir?: string;
  /** 0 asks the system for a free port. */
  readonly port: number;
  readonly user?: string;
  readonly log?: Config["log"];
}

/** Opens store and service and takes connections. Errors: REQUEST_INVALID, DATA_LOSS, STORE_FAILED, ALREADY_EXISTS. */
export const startAlone = async (service: Standalone, options: AloneOptions): Promise<RunningServer> => {
  const { dataDir, keysDir, port, user, log = "info" } = options;
  const config = readConfig({ dataDir, port, log, ...(user ? { user } : {}) }, process.env);
  const journal = log === "silent" ? silentLog : createLog(log);
  const authenticated = authenticate(process.env, journal);
  closeToOthers(dataDir, journal);
  const installation = keysDir ? openKeys(keysDir) : openInstallation(dataDir);
  const store = await openStore(config, installation, service.storeName, journal);
  let part: OpenPart | undefined;
  try {
    const owner = openTenant(dataDir, config.user, await store.owners());
    part = await service.open({ store, owner, config, tokenKey: installation.tokenKey });
    const { routes, longMethods } = part;
    const { host, allowJson, shortPath } = config;
    const server = await startServer({
      host,
      port: config.port,
      allowJson,
      shortPath,
      authenticate: authenticated,
      ...waysIn(process.env),
      log: journal,
      interceptors: config.erasure ? [] : [plansOnly],
      longMethods: [...longMethods, ...backupMethods],
      routes: (router) => {
        routes(router);
        router.service(BackupService, backupOf(dataDir, new Map([[service.storeName, store]])));
      },
    });
    const close = part.close;
    let stopping: Promise<void> | undefined;
    const stop = async (graceMs?: number): Promise<void> => {
      await server.stop(graceMs);
      await close();
      await store.close();
    };
    return { ...server, stop: (graceMs) => (stopping ??= stop(graceMs)) };
  } catch (error) {
    await part?.close();
    await store.close();
    throw error;
  }
};

/** Runs the service as a program until SIGINT or SIGTERM. A wrong command line ends with 2, as everywhere. */
export const runAlone = async (service: Standalone, argv: readonly string[]): Promise<void> => {
  try {
    const flags = flagsOf(argv);
    if (flags.help) return void process.stdout.write(helpOf(service));
    if (flags.version) return void process.stdout.write(`${version}\n`);
    const asked = new Promise<void>((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    });
    const server = await startAlone(service, {
      port: flags.port === undefined ? service.port : Number(flags.port || Number.NaN),
      ...(flags.data ? { dataDir: flags.data } : {}),
      ...(flags.keys ? { keysDir: flags.keys } : {}),
      ...(flags.user ? { user: flags.user } : {}),
    });
    process.stdout.write(`${service.program} serves at ${server.url}\n`);
    if (!flags.data) process.stderr.write("Nothing is kept: give --data DIR to keep what is imported.\n");
    void asked.then(() => server.stop());
  } catch (error) {
    if (!(error instanceof DomainError) && !isFlagError(error)) throw error;
    process.stderr.write(`${service.program}: ${error.message}\n`);
    process.exitCode = error instanceof DomainError && error.reason !== "REQUEST_INVALID" ? 6 : 2;
  }
};

const text = { type: "string" } as const;
const flagsOf = (argv: readonly string[]) =>
  parseArgs({
    args: [...argv],
    options: {
      port: text,
      data: text,
      keys: text,
      user: text,
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "V" },
    },
  }).values;

const isFlagError = (error: unknown): error is Error =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS_");

const helpOf = ({ program, about, port }: Standalone): string => `Usage: ${program} [options]

${about}

Options:
  --port <port>   port on 127.0.0.1; 0: a free one (default: ${port})
  --data <dir>    folder of the store; without it everything is in memory and gone at the end
  --keys <dir>    folder of its keys, made at the first start (default: keys in the data folder)
  --user <name>   who callers with the token are taken to be
  -V, --version   print the version
  -h, --help      print this
`;
