import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { threadId } from "node:worker_threads";

/**
 * Writes a file for its owner alone, whole or not at all, and on disk when this returns: a server killed at its first
 * start must not leave half a key behind.
 */
export const writeSecret = (path: string, content: string | Uint8Array): void => {
  const half = `${path}.half`;
  writeHalf(half, content);
  renameSync(half, path);
  syncFolderOf(path);
};

/** The same where nothing is there yet; of several programs that do it at once, one does, and the others leave its file be. */
export const writeSecretOnce = (path: string, content: string | Uint8Array): void => {
  const half = `${path}.half-${process.pid}-${threadId}`;
  writeHalf(half, content);
  try {
    linkSync(half, path);
    syncFolderOf(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(half, { force: true });
  }
};

/** Overwrites a secret where it stands, on disk when this returns, so that what the disk keeps of a file that is removed then says nothing. */
export const overwriteSecret = (path: string): void => {
  const file = openSync(path, "r+");
  try {
    writeSync(file, randomBytes(fstatSync(file).size), 0, undefined, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

const writeHalf = (half: string, content: string | Uint8Array): void => {
  rmSync(half, { force: true });
  const file = openSync(half, "wx", 0o600);
  try {
    writeSync(file, Buffer.from(content));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** A rename is on disk once its folder is. */
export const syncFolderOf = (path: string): void => {
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};
