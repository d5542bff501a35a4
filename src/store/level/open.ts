import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DomainError } from "../../error.ts";
import type { DurableMap } from "../ordered-map.ts";
import { dataLoss } from "../refusals.ts";
import type { Store } from "../store.ts";
import { BlobFiles } from "./blob-files.ts";
import { CheckedReads } from "./checked-reads.ts";
import { type Checkpoint, openCheckpoint } from "./checkpoint.ts";
import { CheckpointFile } from "./checkpoint-file.ts";
import { Checkpoints } from "./checkpoints.ts";
import { compareWithCheckpoints, type Standing } from "./compare-checkpoints.ts";
import { stateKey } from "./keys.ts";
import { LevelMap } from "./level-map.ts";
import { LevelStore } from "./level-store.ts";
import { checkLogs } from "./log-check.ts";
import { type OpenMarker, readOpenMarker } from "./open-marker.ts";
import type { LevelStoreOptions } from "./options.ts";
import { Present } from "./present.ts";
import { unseal } from "./seal.ts";
import { isKeyLost, KeyFile, keyLost } from "./secrets/key-file.ts";
import { syncFolder } from "./sync-folder.ts";
import { decodeTotals, encodeTotals, formatVersion, noTotals, type Totals } from "./totals.ts";
import { requireWholeTables, type TablesOf } from "./whole-tables.ts";

/** Checkpoints whose heads are looked up at open: the last ten seconds of work, which is where a crash leaves its traces. */
const compared = 10;

/**
 * Opens the store in a folder, or makes one. What could have gone wrong while nobody looked is looked for first: damaged
 * logs and tables, missing files, a database older than its last checkpoint.
 * Errors: DATA_LOSS (the folder is left for a person to look at), STORE_UNAVAILABLE when another process has it open,
 * UNSUPPORTED when a later version has written it, or one whose layout is not read any more.
 */
export const openLevelStore = async (options: LevelStoreOptions): Promise<Store> => {
  const database = join(options.dir, "db");
  const side = join(options.dir, "checkpoints");
  await mkdir(database, { recursive: true });
  await mkdir(join(options.dir, "blobs"), { recursive: true });
  await checkLogs(database);
  const copy = await copyLogsAside(database, join(options.dir, "log-copy"));
  const marker = await readOpenMarker(join(options.dir, "open"));
  const isFresh = await isNew(database, side);
  const tables = { database, known: join(options.dir, "whole-tables") };
  await marker.set();
  const map = await openMap(tables, isFresh, marker.uncleanEnds).catch(async (error: unknown) => {
    await copy.drop();
    await marker.restore();
    throw error;
  });
  try {
    await copy.keep();
    return await openParts(map, side, marker, options);
  } catch (error) {
    await map.close();
    await marker.restore();
    throw error;
  }
};

/**
 * Every table is compared with its checksums first. What no checksum tells may still end a process, and a supervisor would start it into the
 * same end again and again: after two ends in a row without a close, another process opens and reads the database before this one does.
 */
const openMap = async (tables: TablesOf, createIfMissing: boolean, uncleanEnds: number): Promise<LevelMap> => {
  await requireWholeTables(tables);
  if (uncleanEnds >= 2) await lookFirst(tables.database);
  return LevelMap.open(tables.database, createIfMissing);
};

/** The newest checkpoints, oldest first. */
const openCheckpoints = async (side: string, { signer }: LevelStoreOptions): Promise<Checkpoint[]> =>
  Promise.all(((await CheckpointFile.read(side)) ?? []).slice(-compared).map((entry) => openCheckpoint(entry, signer)));

/** With files but without CURRENT, LevelDB would make an empty database and delete the tables of the old one. */
const isNew = async (database: string, side: string): Promise<boolean> => {
  const tables = (await readdir(database)).filter((name) => /^(CURRENT|MANIFEST-.*|.*\.(ldb|sst|log))$/.test(name));
  return tables.length === 0 && !(await CheckpointFile.read(side))?.length;
};

const openParts = async (
  map: LevelMap,
  side: string,
  marker: OpenMarker,
  options: LevelStoreOptions,
): Promise<Store> => {
  const before = totalsOf(map);
  const keys = await KeyFile.open(options.dir, before.keyCount);
  try {
    return await openWithKeys(map, keys, side, marker, options);
  } catch (error) {
    await keys.close();
    throw error;
  }
};

const openWithKeys = async (
  map: LevelMap,
  keys: KeyFile,
  side: string,
  marker: OpenMarker,
  options: LevelStoreOptions,
): Promise<Store> => {
  const present = new Present(map, options.headsCached ?? 10_000, keys);
  const files = new BlobFiles(join(options.dir, "blobs"), keys);
  const before = totalsOf(map);
  for (const number of keys.damaged(before.keyCount)) options.onDamage?.(keyLost(number).message);
  const entries = (await CheckpointFile.read(side)) ?? [];
  const known = await openCheckpoints(side, options);
  await compareWithCheckpoints(before, known, standingOf(present, new CheckedReads(map, present, files)));

  const file = await CheckpointFile.open(side, entries);
  const checkpoints = new Checkpoints(file, known.at(-1)?.number ?? 0n, options.clock, options.signer);
  try {
    const totals = await beginEpoch(map, before, checkpoints);
    for (const folder of [join(options.dir, "db"), options.dir]) await syncFolder(folder);
    await files.clearDrafts();
    const store = new LevelStore({ map, present, files, keys, checkpoints, totals, marker, options });
    await store.endErasures();
    return store;
  } catch (error) {
    await file.close();
    throw error;
  }
};

const standingOf = (present: Present, reads: CheckedReads): Standing => ({
  eventHash: async (owner, stream, seq) => {
    const { seq: last, hash } = present.head(owner, stream);
    const byHead = last === seq ? hash : undefined;
    if (present.erased(owner, stream)) return byHead;
    try {
      return (await reads.events(owner, stream, seq, 1))[0]?.hash ?? "";
    } catch (error) {
      // A lost key costs its scope, not the store; it is told as the damage that it is.
      if (isKeyLost(error)) return byHead;
      throw error;
    }
  },
  head: (owner, stream) => present.head(owner, stream),
  position: (owner) => present.owner(owner).position,
});

/** First the checkpoint, then the epoch: so a database that has been used always has its side file. */
const beginEpoch = async (map: DurableMap, before: Totals, checkpoints: Checkpoints): Promise<Totals> => {
  await checkpoints.take(() => before);
  const { number: checkpointNumber } = checkpoints;
  const totals = { ...before, epoch: before.epoch + 1, batch: before.batch + 1n, checkpointNumber };
  await map.write([{ type: "put", key: stateKey, value: encodeTotals(totals) }]);
  return totals;
};

/** Errors: UNSUPPORTED where only a later version may write, and where an earlier one has written. */
const totalsOf = (map: DurableMap): Totals => {
  const value = map.get(stateKey);
  if (!value) return noTotals;
  const { formatVersion: version, minReader: _, minWriter, ...totals } = decodeTotals(unseal(stateKey, value));
  if (version < formatVersion) throw otherLayout(version, `it is no longer read. ${lastReader}`);
  // Layouts before 3 do not say whom they can do with: whoever knows them.
  if (minWriter > formatVersion) throw otherLayout(minWriter, "it was written by a later version; use that one");
  return totals;
};

/** Layouts 1 to 3 were carried over by no release: the last one that reads them wrote them. */
const lastReader =
  "The last version that reads it is 0.1.0: start that one on this folder to look at it and to export what you need, and give this version a folder of its own";

const otherLayout = (version: number, what: string): DomainError =>
  new DomainError("UNSUPPORTED", `the folder has layout ${version}: ${what}`, { formatVersion: String(version) });

/** The source runs as it is under Node's type stripping; a published build has the same file as JavaScript. */
const childFile = new URL(
  import.meta.url.endsWith(".ts") ? "./first-look-child.ts" : "./first-look-child.js",
  import.meta.url,
);

/**
 * Lets another process open and read a database first: LevelDB ends the process on some damages, without a word and before anything
 * here could say which store it was. Errors: DATA_LOSS where that process was ended so.
 */
export const lookFirst = async (database: string, child: URL = childFile): Promise<void> => {
  const signal = await new Promise<string | undefined>((resolve) => {
    execFile(process.execPath, [fileURLToPath(child), database], (error) => resolve(error?.signal ?? undefined));
  });
  if (signal === undefined) return;
  throw dataLoss(`LevelDB ends any process that opens ${database} (${signal}): something in it is damaged`, {
    folder: database,
    signal,
  });
};

/** A copy that is not the valid one yet. */
interface LogCopy {
  keep(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Copies the logs aside before LevelDB opens, because opening rewrites and deletes them; at most two, of 4 MiB each. The
 * copy replaces the one before only when `keep` is called, after the open has succeeded: a second process that fails on
 * the lock must not take away the copy of the first.
 */
const copyLogsAside = async (database: string, aside: string): Promise<LogCopy> => {
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
