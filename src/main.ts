import { runCli } from "./cli/program.ts";
import type {
  CliDeps,
  CopyStores,
  KeyFiles,
  ReplayRun,
  RestoreBackup,
  RunDemo,
  StartPincite,
  StoreFolders,
  VerifyProof,
} from "./cli/types.ts";

/**
 * The composition root: the one place that knows every program. Each stands behind `import()`, because a command that only
 * speaks to a server must not wait until a server of its own is loaded.
 */

/** Puts a server together and starts it in this process. */
export const startPincite: StartPincite = async (options) => (await import("./main/start.ts")).startPincite(options);

/** Derives a run again from a copy of its server's folder. Errors: RUN_NOT_FOUND, DATA_LOSS. */
export const replayFolder: ReplayRun = async (options) =>
  (await import("./main/replay-folder.ts")).replayFolder(options);

/** Checks the proof of a memo, without any server. */
export const verifyProof: VerifyProof = async (...given) =>
  (await import("./main/verify-proof.ts")).verifyProof(...given);

/** Reads and changes the keys of receipts in the folder of a server that is not running. */
export const keyFiles: KeyFiles = {
  manifest: async (dataDir) => (await import("./main/key-files.ts")).keyFiles.manifest(dataDir),
  rewrap: async (dataDir) => (await import("./main/key-files.ts")).keyFiles.rewrap(dataDir),
  rotate: async (dataDir) => (await import("./main/key-files.ts")).keyFiles.rotate(dataDir),
};

/** Checks the stores of a folder of a server that is not running, and builds their index anew. */
export const storeFolders: StoreFolders = {
  check: async (...asked) => (await import("./main/store-folders.ts")).storeFolders.check(...asked),
  rebuild: async (dataDir) => (await import("./main/store-folders.ts")).storeFolders.rebuild(dataDir),
  pack: async (dataDir) => (await import("./main/store-folders.ts")).storeFolders.pack(dataDir),
  levels: async (...asked) => (await import("./main/store-folders.ts")).storeFolders.levels(...asked),
  acceptRestore: async (dataDir) => (await import("./main/store-folders.ts")).storeFolders.acceptRestore(dataDir),
};

/** Makes a data folder of a backup. */
export const restoreBackup: RestoreBackup = async (...folders) =>
  (await import("./main/restore-backup.ts")).restoreBackup(...folders);

/** Copies the stores of a folder or a database into another. */
export const copyStores: CopyStores = async (...places) =>
  (await import("./main/copy-stores.ts")).copyStores(...places);

const demo: RunDemo = async (...order) => (await import("./demo/run-demo.ts")).runDemo(...order);

const programs: CliDeps = {
  start: startPincite,
  replay: replayFolder,
  verifyProof,
  keyFiles,
  storeFolders,
  restoreBackup,
  copyStores,
  demo,
};

/** The `pincite` command; bin/pincite.js calls it once it has found a Node that runs this. */
export const main = async (): Promise<void> => {
  process.exitCode = await runCli(process.argv.slice(2), programs);
};
