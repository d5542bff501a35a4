import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../scripts/import-rules.ts";
import { type Layman, laymanAt } from "../cli/support/layman.ts";
import { type Finished, finishBonus, finishWijkzorg } from "../cli/support/letters.ts";
import { startTestServer } from "../e2e/support/server.ts";
import { UwvRun } from "../scenarios/support/uwv-run.ts";
import { madeOnce, newestIn } from "./made-once.ts";

/** What somebody at a terminal typed and saw on the way to the end of a case, beside its store. */
type Told = Pick<Layman, "folder" | "transcript"> & Pick<Finished, "letter">;

const store = "store";
const told = "told.json";

/** Keeps what was typed and shown, once the server has ended. */
const typed =
  (finish: (dataDir: string) => Promise<Finished>) =>
  async (folder: string): Promise<void> => {
    const { layman, letter } = await finish(join(folder, store));
    await layman.stop();
    const { folder: at, transcript } = layman;
    writeFileSync(join(folder, told), JSON.stringify({ folder: at, transcript, letter } satisfies Told));
  };

/**
 * Whole cases by name, each taken to its end by the code of today in an empty data folder. Nothing of it lies in the repository: what was
 * made is kept under `node_modules` until a source of it changes, for all files of tests that begin where a case ends.
 */
const makers = {
  /** The reply of `finishBonus`: a letter to the employer. */
  letter: typed(finishBonus),
  /** The request of `finishWijkzorg` to the UWV. */
  request: typed(finishWijkzorg),
  /** The memo of `UwvRun`, by the embedded model. */
  memo: async (folder: string) => {
    const server = await startTestServer(join(folder, store));
    await (await UwvRun.begin(server, "uwv-deskundigenoordeel")).whole();
    await server.stop();
  },
} satisfies Readonly<Record<string, (folder: string) => Promise<void>>>;

export type Stage = keyof typeof makers;

const stages = join(projectRoot, "node_modules/.pincite-tests/stages");

const sources = [
  "src",
  "gen",
  "demo",
  "cases",
  "messages",
  "profiles",
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
  cpSync(join(await ended(name), store), copy, { recursive: true, preserveTimestamps: true });
  return copy;
};

/** Gives a letter that was typed to its end, with what was typed and shown, and a server in its folder that goes on from there. */
export const finished = async (name: "letter" | "request"): Promise<Finished> => {
  const { folder, transcript, letter }: Told = JSON.parse(readFileSync(join(await ended(name), told), "utf8"));
  const dataDir = await stage(name);
  const layman = await laymanAt(dataDir, { folder, transcript });
  const stop = async (): Promise<void> => {
    await layman.stop();
    rmSync(dataDir, { recursive: true });
  };
  return { layman: { ...layman, stop }, letter };
};

/** The folder of an ended case, which nobody changes. */
const ended = async (name: Stage): Promise<string> => {
  const newest = newestIn(sources);
  // What this process has loaded may be older than a source that was changed meanwhile: then what it makes is not for others.
  if (newest <= performance.timeOrigin) return await madeOnce(stages, name, newest, makers[name]);
  const own = ownFolders.get(name) ?? mkdtempSync(join(tmpdir(), `pincite-${name}-made-`));
  if (!ownFolders.has(name)) await makers[name](own);
  ownFolders.set(name, own);
  return own;
};

const ownFolders = new Map<Stage, string>();
