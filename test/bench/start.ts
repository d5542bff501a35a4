import { fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Level } from "level";
import { openInstallation } from "../../src/installation.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { firstAnswer } from "./cold-start.ts";
import { median, timed } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const runCount = 10_000;
const rounds = [1, 2, 3];

/** What a start takes after a kill in the middle of writing, on a store of 10,000 runs: opening it beside LevelDB's own opening, and the server. */
export const benchStart = async (): Promise<BenchRow[]> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-start-"));
  try {
    const killed = join(dir, "killed");
    await fillAndKill(killed);
    const { signer } = openInstallation(killed);
    const openMs = await onCopies(killed, async (copy) => {
      const started = performance.now();
      const store = await openLevelStore({ dir: join(copy, "runs"), clock: { now: () => Date.now() }, signer });
      const ms = performance.now() - started;
      await store.close();
      return ms;
    });
    const bareMs = await onCopies(killed, async (copy) => {
      const bare = new Level(join(copy, "runs/db"));
      const ms = await timed(() => bare.open());
      await bare.close();
      return ms;
    });
    const serveMs = await onCopies(killed, firstAnswer);
    const emptyMs = await onCopies(undefined, firstAnswer);
    const id = "R-start";
    const [open, bare, serve, empty] = [openMs, bareMs, serveMs, emptyMs].map((ms) => `${ms.toFixed(0)} ms`);
    return [
      {
        ...{ id, what: `opening a store of ${runCount} runs after a kill`, target: "≤ 1 s" },
        ...{ figure: open!, floor: `${bare} (LevelDB's own)`, ratio: openMs / bareMs },
      },
      {
        ...{ id, what: "the same: pincite serve to its first answer", target: "≤ 1 s more than empty" },
        ...{ figure: serve!, floor: `${empty} (an empty folder)`, ratio: serveMs / emptyMs },
      },
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

const fillAndKill = async (dataDir: string): Promise<void> => {
  await once(child(dataDir, 0, runCount), "exit");
  const writing = child(dataDir, runCount);
  await once(writing, "message");
  // In the middle of its work.
  await new Promise((resolve) => setTimeout(resolve, 500));
  writing.kill("SIGKILL");
  await once(writing, "exit");
};

const child = (dataDir: string, from: number, count?: number) => {
  const script = fileURLToPath(new URL("start-child.ts", import.meta.url));
  const counted = count === undefined ? [] : [String(count)];
  return fork(script, [dataDir, String(from), ...counted], { execArgv: ["--no-warnings"] });
};

/** The median over fresh copies of a folder: an opening changes what it opens. Without a folder, over folders that do not exist yet. */
const onCopies = async (folder: string | undefined, work: (copy: string) => Promise<number>): Promise<number> => {
  const figures: number[] = [];
  for (const _ of rounds) {
    const copy = await mkdtemp(join(tmpdir(), "pincite-start-copy-"));
    if (folder) await cp(folder, copy, { recursive: true });
    figures.push(await work(copy));
    await rm(copy, { recursive: true, force: true });
  }
  return median(figures);
};
