import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { overwriteSecret } from "../secret-file.ts";

/**
 * Takes a copy of a data folder away. Its keys are overwritten where they stand before: with a copy that a disk has kept of them, what is erased later could be
 * read from what the disk has kept of that.
 */
export const removeCopy = async (dir: string): Promise<void> => {
  overwriteKeys(dir);
  await rm(dir, { recursive: true, force: true });
};

/** Enters no link, which leads into the folder that this is a copy of: a recursive `readdir` would. */
const overwriteKeys = (dir: string): void => {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) overwriteKeys(path);
    else if (entry.isFile() && (isKeyFolder.test(basename(dir)) || entry.name.endsWith(".key"))) overwriteSecret(path);
  }
};

const isKeyFolder = /^(?:scope-keys|keys)$/;
