import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

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

/** A folder below another that was made of sources of that day, by this process or by another. Of older sources none stays. */
export const madeOnce = async (
  below: string,
  name: string,
  newestMs: number,
  make: (folder: string) => unknown,
): Promise<string> => {
  const day = String(Math.round(newestMs));
  const lock = join(below, `${name}.lock`);
  const folder = join(below, day, name);
  mkdirSync(dirname(folder), { recursive: true });
  while (!took(lock)) await setTimeout(100);
  try {
    if (existsSync(folder)) return folder;
    const making = mkdtempSync(join(below, day, "making-"));
    await make(making);
    renameSync(making, folder);
    for (const old of readdirSync(below))
      if (/^\d+$/u.test(old) && Number(old) < Number(day)) rmSync(join(below, old), { recursive: true, force: true });
    return folder;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
};
