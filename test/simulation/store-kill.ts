import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Store } from "../../src/store/store.ts";

const worker = fileURLToPath(new URL("./store-worker.ts", import.meta.url));

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** One sentence for each acknowledged thing that was not found, each commit of which only a part was, each broken chain. */
  readonly lost: readonly string[];
  readonly torn: readonly string[];
  /** Kills after which nothing was lost or torn, and the store opened. */
  readonly whole: number;
}

/** What a worker had acknowledged before it was killed. */
interface Acknowledgement {
  readonly stream: string;
  readonly seq: number;
  readonly hash: string;
  readonly name: string;
  readonly digest: string;
}

/** What stands under the folder that is written to: may lose what was not synced when the process is killed. */
export interface Disk {
  /** Variables for the process that writes next. */
  begin(): Promise<NodeJS.ProcessEnv>;
  cut(random: () => number): Promise<unknown>;
  /** How much is acknowledged before each cut; default 0: a cut may come before anything was. */
  readonly acknowledgedMin?: number;
}

/**
 * Lets a process commit into one folder, kills it at a random moment, and compares what is there with what it had said was
 * there; so many times, in the same folder, over the disk that `diskOf` gives for it. `random` gives numbers from 0 to 1.
 */
export const killStore = async (
  kills: number,
  random: () => number,
  diskOf?: (dir: string) => Disk,
): Promise<KillReport> => {
  const base = await mkdtemp(join(tmpdir(), "pincite-kill-"));
  const dir = join(base, "store");
  const disk = diskOf?.(dir);
  const report = { kills, acknowledged: 0, lost: [] as string[], torn: [] as string[], whole: 0 };
  try {
    for (let round = 0; round < kills; round += 1) {
      const life = { lifeMs: 20 + random() * 380, acknowledgedMin: disk?.acknowledgedMin ?? 0 };
      const acknowledged = await workUntilKilled(dir, round, life, await disk?.begin());
      report.acknowledged += acknowledged.length;
      await disk?.cut(random);
      const before = report.lost.length + report.torn.length;
      try {
        await compare(dir, acknowledged, report);
      } catch (error) {
        report.lost.push(`round ${round}: the store does not open: ${String(error)}`);
        await rm(dir, { recursive: true, force: true });
      }
      if (report.lost.length + report.torn.length === before) report.whole += 1;
      if (round % 20 === 19) console.log(`store ${round + 1} of ${kills}: ${report.whole} whole`);
    }
    return report;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

const workUntilKilled = (
  dir: string,
  round: number,
  { lifeMs, acknowledgedMin }: { readonly lifeMs: number; readonly acknowledgedMin: number },
  env: NodeJS.ProcessEnv = {},
): Promise<Acknowledgement[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [worker, dir, String(round)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...env },
    });
    const chunks: Buffer[] = [];
    let isOver = false;
    const end = (): void => {
      if (isOver && parse(Buffer.concat(chunks).toString()).length >= acknowledgedMin) child.kill("SIGKILL");
    };
    child.stdout.on("data", (chunk: Buffer) => {
      // Its life begins when the store is open: otherwise most kills would hit the start of Node.
      if (chunks.push(chunk) === 1)
        setTimeout(() => {
          isOver = true;
          end();
        }, lifeMs);
      else end();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== null) return reject(new Error(`the worker ended by itself with ${code}`));
      resolve(parse(Buffer.concat(chunks).toString()));
    });
  });

/** The first line says that the store is open; the last may be cut off by the kill and counts as not said. */
const parse = (output: string): Acknowledgement[] =>
  output
    .split("\n")
    .slice(1, -1)
    .map((line) => {
      const [stream = "", seq = "", hash = "", name = "", digest = ""] = line.split(" ");
      return { stream, seq: Number(seq), hash, name, digest };
    });

const compare = async (
  dir: string,
  acknowledged: readonly Acknowledgement[],
  report: { lost: string[]; torn: string[] },
) => {
  const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
  report.torn.push(...(await store.verify()).damages);
  for (const each of acknowledged)
    if (!(await isThere(store, each))) report.lost.push(`event ${each.seq} of ${each.stream}`);
  for (let caller = 0; caller < 16; caller += 1) report.torn.push(...(await lastIsWhole(store, `run${caller}`)));
  await store.close();
};

const isThere = async (store: Store, { stream, seq, hash, name, digest }: Acknowledgement): Promise<boolean> => {
  const [event] = await store.read("ann", stream, { fromSeq: seq, limit: 1 });
  const answer = (await store.idempotency("ann", name))?.answer;
  const size = await store.blobSize("ann", digest);
  return event?.hash === hash && answer !== undefined && Buffer.from(answer).toString() === name && size !== undefined;
};

/** The last event of a stream may be one that was never acknowledged: then its record and its command must be there too. */
const lastIsWhole = async (store: Store, stream: string): Promise<string[]> => {
  const { seq } = await store.head("ann", stream);
  if (seq === 0) return [];
  const [event] = await store.read("ann", stream, { fromSeq: seq });
  const name = Buffer.from(event!.body).toString();
  const record = await store.record("ann", "last", stream);
  const whole = record && Buffer.from(record).toString() === name && (await store.idempotency("ann", name))?.answer;
  return whole ? [] : [`event ${seq} of ${stream} is there without all of its commit`];
};
