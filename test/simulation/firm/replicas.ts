import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Clients, clientsOf } from "../../e2e/support/server.ts";

const launcher = fileURLToPath(new URL("../../../bin/pincite.js", import.meta.url));

/** One of several servers over one database: the same folder again after each death, in a process of its own. */
export interface Replica {
  readonly name: string;
  /** Ever greater: which process of this name it is. */
  life: number;
  clients: Clients;
  /** False from the moment it is killed or halted on, until it answers again. */
  isUp: boolean;
  child: ChildProcess;
}

/** Where replicas stand and what they are told. */
export interface Site {
  readonly folder: string;
  readonly store: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program; default: what is here. */
  readonly launcher?: string;
}

/** Starts `pincite serve`; the keys are those of the first replica. Errors: the end of the process before it serves, with what it said. */
export const startReplica = async (site: Site, name: string): Promise<Replica> => {
  const dir = join(site.folder, name);
  const keys = join(site.folder, "one", "keys");
  if (name !== "one" && !existsSync(join(dir, "keys"))) cpSync(keys, join(dir, "keys"), { recursive: true });
  return { name, life: 1, isUp: true, ...(await begun(site, name)) };
};

/** The same replica in a new process. */
export const startAgain = async (site: Site, replica: Replica): Promise<void> => {
  replica.clients.close();
  Object.assign(replica, await begun(site, replica.name), { life: replica.life + 1, isUp: true });
};

export const killReplica = async ({ child }: Replica): Promise<void> => {
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const exit = isOver ? undefined : once(child, "exit");
  child.kill("SIGKILL");
  await exit;
};

const begun = async (site: Site, name: string): Promise<{ child: ChildProcess; clients: Clients }> => {
  const dir = join(site.folder, name);
  const args = [
    site.launcher ?? launcher,
    "serve",
    "--port",
    "0",
    "--data",
    dir,
    "--user",
    "tester",
    "--store",
    site.store,
  ];
  const env = { ...process.env, PINCITE_ANCHOR_DIR: join(site.folder, "anchors", name), ...site.env };
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (piece: Buffer) => {
      said += piece.toString();
      const [, found] = /serves at (http\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.stderr.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-4_000)));
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`${name} ended with ${signal ?? code}: ${said}`)));
  });
  return { child, clients: clientsOf(url) };
};
