import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { RunContextSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { reasonOf } from "../e2e/support/refusal.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, importFiles } from "../e2e/support/server.ts";
import { note } from "../e2e/support/small-case.ts";
import { ServerEnded, startChild } from "./server-child.ts";

export interface ServerFlipReport {
  readonly flips: number;
  /** Rounds in which the server said DATA_LOSS and did not serve. */
  readonly refusedAtStart: number;
  /** Rounds in which LevelDB ended the process on an assertion of its own. */
  readonly aborted: number;
  /** Rounds in which a call answered DATA_LOSS. */
  readonly toldByCall: number;
  /** Rounds in which everything was served as it was: the byte is not part of what is read. */
  readonly harmless: number;
  /** Rounds in which something else was served than had been written, or lacked in silence. */
  readonly wrong: readonly string[];
}

/** What a client remembers of the run it drove. */
interface Known {
  readonly runId: string;
  readonly context: Uint8Array;
  readonly digests: readonly string[];
}

/** Flips one bit in a file of a server's run store, starts it and reads everything; so many times, from the same folder. */
export const flipServer = async (flips: number, random: () => number): Promise<ServerFlipReport> => {
  const base = await mkdtemp(join(tmpdir(), "pincite-server-flip-"));
  const whole = join(base, "whole");
  const report = { flips, refusedAtStart: 0, aborted: 0, toldByCall: 0, harmless: 0, wrong: [] as string[] };
  try {
    const known = await fill(whole);
    for (let round = 0; round < flips; round += 1) {
      const dir = join(base, "damaged");
      await cp(whole, dir, { recursive: true });
      const what = await flip(join(dir, "runs"), random, round === 0);
      const outcome = await outcomeOf(dir, known);
      if (outcome.startsWith("wrong")) report.wrong.push(`${what}: ${outcome}`);
      else report[outcome as "refusedAtStart" | "aborted" | "toldByCall" | "harmless"] += 1;
      await rm(dir, { recursive: true });
      if (round % 10 === 9)
        console.log(`flip ${round + 1} of ${flips}: ${JSON.stringify({ ...report, wrong: report.wrong.length })}`);
    }
    return report;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

/** A server that drives one run to its draft and is killed, so that the log still holds what LevelDB has not compacted. */
const fill = async (dir: string): Promise<Known> => {
  const server = await startChild(dir);
  const docUid = (await importFiles(server.clients, [note]))[0]?.docUid ?? "";
  const run = await (await RunDriver.create(server.clients)).park(
    docUid,
    OrchestratorState.DRAFT,
    StagePhase.CONFIRMED,
  );
  const { artifacts } = await server.clients.artifacts.listArtifacts({ runId: run.runId, pageSize: 1000 });
  const digests = artifacts.map(({ ref }) => ref?.digest ?? "");
  // What is younger than the last checkpoint may be cut off unseen, which is a declared limit: so wait for one.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await server.kill();
  return { runId: run.runId, context: toBinary(RunContextSchema, run.context), digests };
};

/** One bit, anywhere; or, so that no report is of harmless places alone, in the middle of the largest file, the log. */
const flip = async (dir: string, random: () => number, inLargest: boolean): Promise<string> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  // LOG is LevelDB's own diary and LOCK is empty; the copies of logs are for people. None of them is ever read.
  const paths = entries
    .filter((e) => e.isFile() && !/^(LOG|LOG\.old|LOCK)$/.test(e.name) && !e.parentPath.includes("log-copy"))
    .map((e) => join(e.parentPath, e.name))
    .sort();
  const sizes = await Promise.all(paths.map(async (each) => (await stat(each)).size));
  const chosen = inLargest ? sizes.indexOf(Math.max(...sizes)) : Math.floor(random() * paths.length);
  const path = paths[chosen] ?? "";
  const bytes = await readFile(path);
  const at = Math.floor((inLargest ? 0.5 : random()) * bytes.length);
  if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  await writeFile(path, bytes);
  return `${path.slice(dir.length + 1)} flipped at ${at} of ${bytes.length}`;
};

const outcomeOf = async (dir: string, known: Known): Promise<string> => {
  try {
    const server = await startChild(dir);
    try {
      return await readAll(server.clients, known);
    } finally {
      await server.kill();
    }
  } catch (error) {
    if (!(error instanceof ServerEnded)) throw error;
    if (error.signal === "SIGABRT" || error.signal === "SIGSEGV") return "aborted";
    return /DATA_LOSS|damaged|restore/i.test(error.stderr) ? "refusedAtStart" : `wrong: ended with “${error.stderr}”`;
  }
};

const readAll = async ({ orchestrator, artifacts }: Clients, known: Known): Promise<string> => {
  const { runId } = known;
  const told: string[] = [];
  const look = async (call: Promise<string | undefined>): Promise<string | undefined> => {
    const reason = await reasonOf(call);
    if (reason === "DATA_LOSS") told.push(reason);
    else if (reason !== "OK") return `wrong: ${reason}`;
    return reason === "OK" ? call : undefined;
  };
  const context = async () => {
    const { runContext } = await orchestrator.getRun({ runId });
    const same = runContext && Buffer.compare(toBinary(RunContextSchema, runContext), known.context) === 0;
    return same ? undefined : "wrong: another run context";
  };
  const listed = async () => {
    const page = await artifacts.listArtifacts({ runId, pageSize: 1000 });
    const same = page.artifacts.map(({ ref }) => ref?.digest).join() === known.digests.join();
    return same ? undefined : "wrong: another list of artifacts";
  };
  const journal = async () => {
    for await (const { version } of orchestrator.watchRun({ runId })) {
      if (Buffer.from(known.context).includes(version)) return undefined;
    }
    return "wrong: the journal ends early";
  };
  const content = async (digest: string) => {
    const { content: bytes } = await artifacts.getArtifact({ digest });
    return sha256Hex(bytes) === digest ? undefined : "wrong: other bytes than their digest says";
  };
  const found = [await look(context()), await look(listed()), await look(journal())];
  for (const digest of new Set(known.digests)) found.push(await look(content(digest)));
  return found.find((one) => one !== undefined) ?? (told.length > 0 ? "toldByCall" : "harmless");
};
