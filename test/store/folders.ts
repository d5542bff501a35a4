import { cp } from "node:fs/promises";
import { join } from "node:path";
import { Level } from "level";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { LevelStoreOptions } from "../../src/store/level/options.ts";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../support/new-folder.ts";

export { newFolder };

/** Checkpoints only at open and close, unless a test asks for more. */
export const openIn = (dir: string, options: Partial<LevelStoreOptions> = {}): Promise<Store> =>
  openLevelStore({ dir, clock: { now: () => 1_000_000 }, checkpointMs: 3_600_000, ...options });

/** The folder as a process killed now would leave it. */
export const crashCopy = async (dir: string): Promise<string> => {
  const copy = newFolder();
  await cp(dir, copy, { recursive: true });
  return copy;
};

export type RawDatabase = Level<string, Uint8Array>;

/** Works on the database behind the store's back, while no store has it open. */
export const behindItsBack = async (dir: string, work: (db: RawDatabase) => Promise<void>): Promise<void> => {
  const db = new Level<string, Uint8Array>(join(dir, "db"), { keyEncoding: "utf8", valueEncoding: "view" });
  await db.open();
  await work(db);
  await db.close();
};

/** A byte of the value under the key, counted from its end if negative, with one bit turned over. */
export const flip = async (db: RawDatabase, key: string, at: number): Promise<void> => {
  const value = Uint8Array.from((await db.get(key))!);
  const index = at < 0 ? value.length + at : at;
  value[index]! ^= 1;
  await db.put(key, value);
};
