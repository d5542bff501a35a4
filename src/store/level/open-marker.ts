import { open, readFile, rm } from "node:fs/promises";

/** Whether the store was closed in order the last time, and how to leave that word for the next time. */
export interface OpenMarker {
  /** Openings in a row before this one that did not end with a clean close. */
  readonly uncleanEnds: number;
  /** Says "open": from here on, an end without `clear` shows at the next opening. */
  set(): Promise<void>;
  /** Everything is on disk and LevelDB is closed. */
  clear(): Promise<void>;
  /** The opening was refused in order: the file says what it said before. */
  restore(): Promise<void>;
}

/**
 * A file that exists while the store is open and holds how often in a row it was opened without being closed. A process
 * that is killed, loses its power, or is ended by an assertion of LevelDB (which it raises when it compacts a damaged
 * table) leaves it behind: the only trace of such an end that whoever restarts the process is sure to meet.
 */
export const readOpenMarker = async (path: string): Promise<OpenMarker> => {
  const uncleanEnds = countIn(await readFile(path, "utf8").catch(absent));
  const clear = () => rm(path, { force: true });
  return {
    uncleanEnds,
    clear,
    set: () => write(path, uncleanEnds + 1),
    restore: () => (uncleanEnds === 0 ? clear() : write(path, uncleanEnds)),
  };
};

/** A marker that cannot be read was cut by the end it tells of. */
const countIn = (content: string | undefined): number =>
  content === undefined ? 0 : Math.max(1, Number.parseInt(content, 10) || 1);

/** Synced, so that a power cut leaves it too. Its name becomes durable with the file of checkpoints beside it. */
const write = async (path: string, count: number): Promise<void> => {
  const file = await open(path, "w");
  try {
    await file.writeFile(`${count}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
