import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** After so many milliseconds whoever holds a lock has died. */
const abandonedMs = 180_000;

/** Takes a folder as a lock between files of tests, and tells whether nobody held it. Whoever takes it removes it. */
export const took = (lock: string): boolean => {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > abandonedMs) rmSync(lock, { recursive: true, force: true });
    return false;
  }
};

/** Milliseconds since 1970 at which the newest file of some folders was changed. */
export const newestIn = (folders: readonly string[]): number =>
  Math.max(
    ...folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => statSync(join(folder, name)).mtimeMs),
    ),
  );
