import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { projectRoot } from "../../scripts/import-rules.ts";
import { finishBonus, finishWijkzorg } from "../cli/support/letters.ts";
import { startTestServer } from "../e2e/support/server.ts";
import { UwvRun } from "../scenarios/support/uwv-run.ts";
import { newestIn, took } from "./made-once.ts";

/**
 * Whole cases by name, each taken to its end by the code of today in an empty data folder. Nothing of it lies in the repository: what was
 * made is kept under `node_modules` until a source of it changes, for all files of tests that begin where a case ends.
 */
const makers = {
  /** The reply of `finishBonus`: a letter to the employer. */
  letter: async (dataDir: string) => (await finishBonus(dataDir)).layman.stop(),
  /** The request of `finishWijkzorg` to the UWV. */
  request: async (dataDir: string) => (await finishWijkzorg(dataDir)).layman.stop(),
  /** The memo of `UwvRun`, by the embedded model. */
  memo: async (dataDir: string) => {
    const server = await startTestServer(dataDir);
    await (await UwvRun.begin(server, "uwv-deskundigenoordeel")).whole();
    await server.stop();
  },
} satisfies Readonly<Record<string, (dataDir: string) => Promise<void>>>;

export type Stage = keyof typeof makers;

const stages = join(projectRoot, "node_modules/.pincite-tests/stages");

const sources = [
  "src",
  "gen",
  "demo",
  "cases",
  "test/support",
  "test/cli/support",
  "test/e2e/support",
  "test/scenarios/support",
]
  .concat("test/simulation/guide")
  .map((folder) => join(projectRoot, folder));

/** Gives the data folder of a case that has ended, for a server of the user `tester`. It is afresh, and the caller's to remove. */
export const stage = async (name: Stage): Promise<string> => {
  const copy = mkdtempSync(join(tmpdir(), `pincite-${name}-`));
  const newest = newestIn(sources);
  // What this process has loaded may be older than a source that was changed meanwhile: then nothing is kept.
  if (newest > performance.timeOrigin) await makers[name](copy);
  else cpSync(await made(name, String(Math.round(newest))), copy, { recursive: true, preserveTimestamps: true });
  return copy;
};

/** The folder of a case that was made of sources of that day, by this process or by another. */
const made = async (name: Stage, day: string): Promise<string> => {
  const lock = join(stages, `${name}.lock`);
  const folder = join(stages, day, name);
  mkdirSync(dirname(folder), { recursive: true });
  while (!took(lock)) await setTimeout(100);
  try {
    if (existsSync(folder)) return folder;
    const making = mkdtempSync(join(stages, day, "making-"));
    await makers[name](making);
    renameSync(making, folder);
    for (const old of readdirSync(stages))
      if (/^\d+$/u.test(old) && Number(old) < Number(day)) rmSync(join(stages, old), { recursive: true, force: true });
    return folder;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
};
