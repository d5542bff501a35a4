import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ServerChild, startChild } from "./server-child.ts";
import { stateOf, strandId, titleOf, untilMore } from "./vault-kill-state.ts";

const launcher = fileURLToPath(new URL("../../bin/pincite.js", import.meta.url));

/** A mailbox or archive to import, and how it is disturbed. */
export interface DisturbedImport {
  readonly path: string;
  /** SHA-256 of the file, 64 hex. */
  readonly digest: string;
  /** Titles of documents that must be there, each once; empty: nobody knows them. */
  readonly titles: readonly string[];
  /** What is searched for in the end: the answers must be the same as well. */
  readonly queries: readonly string[];
  /** How often the server is killed (SIGKILL), and how often the client is stopped (SIGINT, as by Ctrl-C). */
  readonly kills: number;
  readonly stops: number;
  readonly random: () => number;
}

export interface ImportKillReport {
  readonly lines: number;
  /** Kills and stops that met the import in its middle: something was there, and the client was still at work. */
  readonly kills: number;
  readonly stops: number;
  /** How often the command was given, and whether it found back by itself after the last kill. */
  readonly commands: number;
  readonly byItself: boolean;
  /** One sentence for each line that an undisturbed import tells otherwise. */
  readonly differences: readonly string[];
}

type Counting = { -readonly [K in keyof ImportKillReport]: ImportKillReport[K] } & { differences: string[] };

/**
 * Imports a file by the real client into a real server twice: once undisturbed, and once with the server killed and the client
 * stopped in the middle. The client finds back by itself or is started again. Both must end at the same documents, threads, list of
 * the container, bytes made of it, and answers of a search.
 */
export const killImport = async (order: DisturbedImport): Promise<ImportKillReport> => {
  const base = await mkdtemp(join(tmpdir(), "pincite-import-kill-"));
  const report: Counting = { lines: 0, kills: 0, stops: 0, commands: 0, byItself: false, differences: [] };
  try {
    const { state, importMs } = await undisturbed(join(base, "whole"), order);
    const after = await disturbed(join(base, "killed"), order, importMs, report);
    report.lines = state.length;
    report.differences.push(...notOnce(state, order.titles, "undisturbed"), ...notOnce(after, order.titles, "killed"));
    const [before, now] = [new Set(state), new Set(after)];
    report.differences.push(...state.filter((line) => !now.has(line)).map((line) => `is missing: ${line}`));
    report.differences.push(...after.filter((line) => !before.has(line)).map((line) => `is new: ${line}`));
    if (state.length !== after.length) report.differences.push(`${state.length} lines have become ${after.length}`);
    return report;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

/** A sentence for each title that a document should have, once, and that none or several have. */
const notOnce = (lines: readonly string[], titles: readonly string[], which: string): string[] => {
  if (titles.length === 0) return [];
  const counts = new Map<string, number>();
  for (const title of lines.flatMap(titleOf)) counts.set(title, (counts.get(title) ?? 0) + 1);
  return titles
    .filter((title) => counts.get(title) !== 1)
    .map((title) => `${which}: ${title} is there ${counts.get(title) ?? 0} times`);
};

/** What an import ends at, and how long it took once the first document was there, in milliseconds. */
const undisturbed = async (dir: string, order: DisturbedImport): Promise<{ state: string[]; importMs: number }> => {
  const server = await startChild(dir);
  const client = new Client(server.url, order.path);
  await untilMore(server.url, "", () => client.isOver);
  const start = performance.now();
  await client.over;
  const importMs = performance.now() - start;
  const state = await stateOf(server.url, order.digest, order.queries);
  await server.stop();
  return { state, importMs };
};

/** Commands that ended otherwise than whole and were given again, while the server was there. */
const triesMax = 100;

const disturbed = async (
  dir: string,
  { path, digest, queries, kills, stops, random }: DisturbedImport,
  importMs: number,
  report: Counting,
): Promise<string[]> => {
  let server = await startChild(dir);
  const { url } = server;
  const goOn = (): Client => {
    report.commands++;
    return new Client(url, path);
  };
  let client = goOn();
  const pauseMs = (): number => (random() * importMs) / (kills + stops + 1);
  let [revision, tries] = ["", 0];
  for (let done = 0; done < kills + stops; ) {
    const seen = await untilMore(url, revision, () => client.isOver);
    if (seen !== "") await setTimeout(pauseMs());
    if (client.isOver) {
      // Whoever gave it sees how it ended, and gives it again.
      if (client.isWhole || ++tries > triesMax) break;
      client = goOn();
      continue;
    }
    revision = seen;
    if (report.kills < kills && (done % 2 === 0 || report.stops >= stops)) {
      server = await killed(server, dir);
      report.kills++;
    } else {
      await client.stop();
      report.stops++;
      client = goOn();
    }
    done++;
  }
  await client.over;
  report.byItself = report.kills > 0 && client.isWhole;
  for (let more = 0; !client.isWhole && more < 5; more++) {
    client = goOn();
    await client.over;
  }
  if (!client.isWhole) report.differences.push(`the client ended with ${client.code}: ${client.said}`);
  const state = await stateOf(url, digest, queries);
  await server.stop();
  return state;
};

/** Kills a server and starts it again where it was, as a service manager does. */
const killed = async (server: ServerChild, dir: string): Promise<ServerChild> => {
  await server.kill();
  return startChild(dir, Number(new URL(server.url).port));
};

/** `pincite vault import` in a process of its own. */
class Client {
  readonly over: Promise<void>;
  readonly #child: ChildProcess;
  said = "";

  constructor(url: string, path: string) {
    const args = [launcher, "--url", url, "vault", "import", path, "--strand", strandId];
    this.#child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.said = (this.said + chunk.toString()).slice(-500);
    });
    this.over = once(this.#child, "exit").then(() => undefined);
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get code(): number {
    return this.#child.exitCode ?? -1;
  }

  /** Everything was sent and read; 2 says that something in it was refused, as in any import of it. */
  get isWhole(): boolean {
    return this.code === 0 || this.code === 2;
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGINT");
    await this.over;
  }
}
