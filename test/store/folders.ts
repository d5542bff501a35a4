import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Level } from "level";
import { afterAll } from "vitest";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { LevelStoreOptions } from "../../src/store/level/options.ts";
import type { Store } from "../../src/store/store.ts";

const made: string[] = [];

/** A new empty folder, removed when the test file is done. */
export const newFolder = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-store-"));
  made.push(dir);
  return dir;
};

export const removeFoldersAfterwards = (): void => {
  afterAll(() => Promise.all(made.map((dir) => rm(dir, { recursive: true, force: true }))));
};

/** Checkpoints only at open and close, unless a test asks for more. */
export const openIn = (dir: string, options: Partial<LevelStoreOptions> = {}): Promise<Store> =>
  openLevelStore({ dir, clock: { now: () => 1_000_000 }, checkpointMs: 3_600_000, ...options });

/** The folder as a process killed now would leave it. */
export const crashCopy = async (dir: string): Promise<string> => {
  const copy = await newFolder();
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
