import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file for its owner alone, whole or not at all, and on disk when this returns: a server killed at its first
 * start must not leave half a key behind.
 */
export const writeSecret = (path: string, content: string | Uint8Array): void => {
  const half = `${path}.half`;
  rmSync(half, { force: true });
  const file = openSync(half, "wx", 0o600);
  try {
    writeSync(file, Buffer.from(content));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(half, path);
  syncFolderOf(path);
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
