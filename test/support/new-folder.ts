import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/** A new empty folder of a file of tests, removed when that file is done. */
export const newFolder = (name = "test"): string => {
  const folder = mkdtempSync(join(tmpdir(), `pincite-${name}-`));
  made.add(folder);
  return folder;
};

/** Removes them; `seed.ts` has it done behind everything else that a file does at its end. */
export const removeFolders = (): void => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
  made.clear();
};
