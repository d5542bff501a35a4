import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { projectRoot } from "../../scripts/import-rules.ts";

/** Debian keeps each version's programs in a folder of their own. */
const debian = "/usr/lib/postgresql";

/** Where the programs of PostgreSQL are; undefined: it is not installed. */
export const postgresPrograms = (): string | undefined =>
  (existsSync(debian) ? readdirSync(debian) : [])
    .map((version) => join(debian, version, "bin"))
    .filter((folder) => existsSync(join(folder, "initdb")))
    .at(-1);

/** A cluster of its own in a folder of its own, reached by a socket in that folder and by nothing else. */
export interface Cluster {
  /** Address of a database; `options` are settings of each of its connections. */
  address(options?: string): string;
  /** Kills it as a machine that loses its power does, and starts it again, after so many milliseconds. */
  crash(awayMs?: number): Promise<void>;
  /** Ends it as an operator does; `start` begins it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Begins to count the processor time of its processes; what is given tells the milliseconds since, of those that have not ended then. Linux tells it in steps of ten. */
  processorFromNow(): () => number;
  remove(): Promise<void>;
}

/** What a cluster of tests does without: nothing in it has to outlive its machine. `crash` still finds what was committed. */
export const forTests = [
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "autovacuum=off",
  "jit=off",
];

/** The folder of a cluster that was never started. Making one takes a second of processor, copying it none: it is made once for all files of tests. */
const emptyCluster = (
  programs: string,
  account: { readonly uid: number; readonly gid: number } | undefined,
): string => {
  const kept = join(projectRoot, "node_modules/.pincite-tests/postgres", basename(dirname(programs)));
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(join(tmpdir(), "pincite-postgres-"));
  if (account) chownSync(folder, account.uid, account.gid);
  const settings = ["-A", "trust", "-U", "pincite", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"];
  const making = join(folder, "data");
  execFileSync(join(programs, "initdb"), ["-D", making, ...settings], { ...account, cwd: folder, stdio: "pipe" });
  const copy = `${kept}-${process.pid}`;
  mkdirSync(dirname(kept), { recursive: true });
  execFileSync("cp", ["-a", making, copy]);
  rmSync(folder, { recursive: true });
  try {
    renameSync(copy, kept);
  } catch {
    // Another file of tests was quicker.
    rmSync(copy, { recursive: true });
  }
  return kept;
};

/** Starts a cluster, or what a base backup of one comes to; never as root, which PostgreSQL refuses: then as the user that Debian's package makes. */
export const startCluster = async (settings: readonly string[] = forTests, backup?: string): Promise<Cluster> => {
  const programs = postgresPrograms();
  if (!programs) throw new Error("PostgreSQL is not installed");
  const account = process.getuid?.() === 0 ? accountOf("postgres") : undefined;
  const folder = mkdtempSync(join(tmpdir(), "pincite-postgres-"));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  execFileSync("cp", ["-a", backup ?? emptyCluster(programs, account), data]);
  // Whose a backup is, and that nobody else may read it, is its own.
  if (account) execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, data]);
  if (backup !== undefined) writeFileSync(join(data, "recovery.signal"), "");
  const address = (options = ""): string =>
    `postgres://pincite@localhost/postgres?host=${folder}${options && `&options=${encodeURIComponent(options)}`}`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const given = ["listen_addresses=", `unix_socket_directories=${folder}`, ...settings].flatMap((one) => ["-c", one]);
    const options = { ...account, cwd: folder, stdio: "ignore" } as const;
    for (let tries = 1; ; tries++) {
      child = spawn(join(programs, "postgres"), ["-D", data, ...given], options);
      try {
        return await ready(address(), child);
      } catch (error) {
        // What a killed one left behind may still have its memory, and then a new one refuses to start.
        if (tries === 10 || !hasEnded(child)) throw error;
        await delay(500);
      }
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    if (!ending || hasEnded(ending)) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await ended;
  };
  await start();
  return {
    address,
    start,
    stop: () => end("SIGINT"),
    crash: async (awayMs = 0) => {
      await end("SIGKILL");
      await delay(awayMs);
      await start();
    },
    processorFromNow: () => {
      const before = processorOf(child?.pid ?? 0);
      return () => {
        const now = [...processorOf(child?.pid ?? 0)];
        return now.reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
      };
    },
    remove: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Milliseconds of the processes that a process began: proc(5), user and system time in hundredths of a second. */
const processorOf = (parent: number): ReadonlyMap<string, number> => {
  const used = new Map<string, number>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[1]) === parent) used.set(pid, (Number(fields[11]) + Number(fields[12])) * 10);
    } catch {
      // It ended meanwhile.
    }
  return used;
};

const accountOf = (name: string): { uid: number; gid: number } => ({
  uid: Number(execFileSync("id", ["-u", name], { encoding: "utf8" })),
  gid: Number(execFileSync("id", ["-g", name], { encoding: "utf8" })),
});

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Resolves once the cluster answers. Errors: the driver's, also where the process ended. */
const ready = async (address: string, child: ChildProcess): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: address });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SELECT 1");
      return await client.end();
    } catch (error) {
      if (tries === 600 || hasEnded(child)) throw error;
      await delay(100);
    }
  }
};
