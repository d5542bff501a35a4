import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** A copy that is not the valid one yet. */
export interface LogCopy {
  keep(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Copies the logs aside before LevelDB opens, because opening rewrites and deletes them; at most two, of 4 MiB each. The
 * copy replaces the one before only when `keep` is called, after the open has succeeded: a second process that fails on
 * the lock must not take away the copy of the first.
 */
export const copyLogsAside = async (database: string, aside: string): Promise<LogCopy> => {
  const fresh = `${aside}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const name of (await readdir(database)).filter((entry) => entry.endsWith(".log")))
    await copyFile(join(database, name), join(fresh, name), constants.COPYFILE_FICLONE);
  return {
    drop: () => rm(fresh, { recursive: true, force: true }),
    keep: async () => {
      await rm(aside, { recursive: true, force: true });
      await rename(fresh, aside);
    },
  };
};
