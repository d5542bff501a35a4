import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { socketFolder } from "../../../src/local-socket.ts";
import { postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";
import { seeded } from "../store-seed.ts";
import { read, settled, startModel } from "./campaign.ts";
import { judge } from "./judge.ts";
import { client, type Load, type Log } from "./load.ts";
import { killReplica, type Replica, type Site, startAgain, startReplica } from "./replicas.ts";
import { startVault } from "./vault.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const clientCount = 6;
/** How long all is well before and behind each exchange, in milliseconds. */
const wellMs = 8_000;

/**
 * `npm run campaign -- upgrade [commit] [seed]`: two servers of an older commit over one database, by default of the last tag; under load each
 * in turn is stopped in good order and started again as what is here. No call may fail but once, and nothing be lost or done twice. False
 * if anything does not hold.
 */
export const upgradeFirm = async ([commit = lastTag(), seed = "36"]: readonly string[]): Promise<boolean> => {
  if (!postgresPrograms()) {
    console.error("PostgreSQL is not installed: apt-get install postgresql");
    return false;
  }
  const random = seeded(Number(seed));
  const folder = mkdtempSync(join(tmpdir(), "pincite-upgrade-"));
  const older = join(folder, "older");
  execFileSync("git", ["worktree", "add", "--detach", older, commit], { cwd: root, stdio: "pipe" });
  symlinkSync(join(root, "node_modules"), join(older, "node_modules"));
  const cluster = await startCluster();
  const model = await startModel(random);
  const vault = await startVault(random);
  const now: Site = {
    folder,
    store: cluster.address(),
    env: {
      PINCITE_MODEL: "remote",
      PINCITE_MODEL_URL: model.url,
      PINCITE_VAULT_URL: vault.url,
      PINCITE_SOCKET_DIR: socketFolder(process.env),
    },
  };
  const before: Site = { ...now, launcher: join(older, "bin", "pincite.js") };
  const replicas: Replica[] = [];
  const broken: string[] = [];
  try {
    for (const name of ["one", "two"]) replicas.push(await startReplica(before, name));
    const { profiles } = await replicas[0]!.clients.orchestrator.getCapabilities({});
    const profileId = profiles.find(({ provider }) => provider === "remote")?.profileId ?? "";
    const log: Log = { commands: [], titles: [], imports: [] };
    const load: Load = { replicas, log, random, profileId, isOver: false };
    const clients = Array.from({ length: clientCount }, () => client(load));
    for (const replica of replicas) {
      await sleep(wellMs);
      await exchanged(now, replica);
      console.log(`${replica.name} is of this version, ${log.commands.length} commands`);
    }
    await sleep(wellMs);
    load.isOver = true;
    await Promise.race([Promise.all(clients), sleep(30_000)]);
    await settled(log);
    const { doubles, lost, late, stale, ...counts } = judge(log, [], {
      ...(await read(replicas, log, broken)),
      came: vault.came,
    });
    const failures = log.commands.map(({ sendings }) =>
      sendings.flatMap(({ refusal = "" }) => (isFailure(refusal) ? [refusal.slice(0, 60)] : [])),
    );
    const failed = failures.map(({ length }) => length);
    // What those were told that failed more than once.
    const told: Record<string, number> = {};
    for (const refusal of failures.filter(({ length }) => length > 1).flat()) told[refusal] = (told[refusal] ?? 0) + 1;
    const twice = failed.filter((count) => count > 1).length;
    const wrong = [...doubles, ...lost, ...late, ...stale, ...broken];
    const onceOnly = failed.filter((count) => count === 1).length;
    console.log(
      `upgrade: ${JSON.stringify({ commit, seed, ...counts, failedOnce: onceOnly, failedAgain: twice, told, wrong: wrong.length })}`,
    );
    for (const sentence of wrong.slice(0, 20)) console.error(`  ${sentence.slice(0, 300)}`);
    return wrong.length === 0 && twice === 0 && counts.acknowledged > 0;
  } finally {
    for (const replica of replicas) {
      await killReplica(replica);
      replica.clients.close();
    }
    await model.stop();
    await vault.stop();
    await cluster.remove();
    execFileSync("git", ["worktree", "remove", "--force", older], { cwd: root, stdio: "pipe" });
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Stopped as an operator stops it, while clients go on calling it, and started as what is here on the same folder. */
const exchanged = async (site: Site, replica: Replica): Promise<void> => {
  const exit = once(replica.child, "exit");
  replica.child.kill("SIGTERM");
  await exit;
  replica.isUp = false;
  await startAgain(site, replica);
};

/** A refusal that says nothing of the command itself; one who lost a race, or whose turn was ended, was answered. */
const isFailure = (refusal: string): boolean =>
  refusal !== "" &&
  (!/^[A-Z_]+$/.test(refusal) ||
    ["SERVER_DRAINING", "STORE_UNAVAILABLE", "FENCED", "INTERNAL", "UNSUPPORTED"].includes(refusal));

const lastTag = (): string =>
  execFileSync("git", ["describe", "--tags", "--abbrev=0"], { cwd: root, encoding: "utf8" }).trim();
