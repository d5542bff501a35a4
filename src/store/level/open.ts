import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Level } from "level";
import { DomainError } from "../../error.ts";
import { dataLoss } from "../refusals.ts";
import type { Store } from "../store.ts";
import { BlobFiles } from "./blob-files.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { CheckpointFile } from "./checkpoint-file.ts";
import { Checkpoints } from "./checkpoints.ts";
import { compareWithCheckpoints } from "./compare-checkpoints.ts";
import { countSeals } from "./count-seals.ts";
import { type Database, writeSynced } from "./database.ts";
import { stateKey } from "./keys.ts";
import { LevelStore } from "./level-store.ts";
import { checkLogs } from "./log-check.ts";
import { copyLogsAside } from "./log-copy.ts";
import { type OpenMarker, readOpenMarker } from "./open-marker.ts";
import type { LevelStoreOptions } from "./options.ts";
import { Present } from "./present.ts";
import { syncFolder } from "./sync-folder.ts";
import { decodeTotals, encodeTotals, formatVersion, noTotals, type Totals } from "./totals.ts";
import { announceUncleanEnd, checkAfterUncleanEnd } from "./unclean-end.ts";

/** Checkpoints whose heads are looked up at open: the last ten seconds of work, which is where a crash leaves its traces. */
const compared = 10;

/**
 * Opens the store in a folder, or makes one. What could have gone wrong while nobody looked is looked for first: damaged
 * logs, missing files, a database older than its last checkpoint.
 * Errors: DATA_LOSS (the folder is left for a person to look at), STORE_FAILED when another process has it open,
 * UNSUPPORTED when a later version has written it.
 */
export const openLevelStore = async (options: LevelStoreOptions): Promise<Store> => {
  const database = join(options.dir, "db");
  const side = join(options.dir, "checkpoints");
  await mkdir(database, { recursive: true });
  await mkdir(join(options.dir, "blobs"), { recursive: true });
  await checkLogs(database);
  const copy = await copyLogsAside(database, join(options.dir, "log-copy"));
  const marker = await readOpenMarker(join(options.dir, "open"));
  announceUncleanEnd(marker.uncleanEnds, options.onUncleanEnd);
  const isFresh = await isNew(database, side);
  await marker.set();
  const db = await openDatabase(database, isFresh).catch(async (error: unknown) => {
    await copy.drop();
    await marker.restore();
    throw error;
  });
  try {
    await copy.keep();
    return await openParts(db, side, marker, options);
  } catch (error) {
    await db.close();
    await marker.restore();
    throw error;
  }
};

/** With files but without CURRENT, LevelDB would make an empty database and delete the tables of the old one. */
const isNew = async (database: string, side: string): Promise<boolean> => {
  const tables = (await readdir(database)).filter((name) => /^(CURRENT|MANIFEST-.*|.*\.(ldb|sst|log))$/.test(name));
  return tables.length === 0 && !(await CheckpointFile.read(side))?.length;
};

const openDatabase = async (folder: string, createIfMissing: boolean): Promise<Database> => {
  const db = new Level<string, Uint8Array>(folder, { keyEncoding: "utf8", valueEncoding: "view", createIfMissing });
  try {
    await db.open();
    return db;
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    if (cause?.code === "LEVEL_LOCKED") throw locked(error);
    throw dataLoss("the database cannot be opened: files of it are missing, damaged or not readable", {}, error);
  }
};

const locked = (cause: unknown) =>
  new DomainError(
    "STORE_FAILED",
    "another pincite has this folder open; stop it, or name another folder",
    { cause: "LEVEL_LOCKED" },
    { cause },
  );

const openParts = async (
  db: Database,
  side: string,
  marker: OpenMarker,
  options: LevelStoreOptions,
): Promise<Store> => {
  const present = new Present(db, options.headsCached ?? 10_000);
  const { formatVersion: version, ...before } = totalsOf(present);
  const entries = (await CheckpointFile.read(side)) ?? [];
  const known = await Promise.all(entries.slice(-compared).map((entry) => openCheckpoint(entry, options.signer)));
  compareWithCheckpoints(before, known, present);

  const file = await CheckpointFile.open(side, entries);
  const checkpoints = new Checkpoints(file, known.at(-1)?.number ?? 0n, options.clock, options.signer);
  try {
    const counted = version === 1 ? await countSeals(db) : {};
    const totals = await beginEpoch(db, before, checkpoints, counted);
    checkAfterUncleanEnd(db, totals, marker.uncleanEnds, options.onUncleanEnd);
    for (const folder of [join(options.dir, "db"), options.dir]) await syncFolder(folder);
    const files = new BlobFiles(join(options.dir, "blobs"));
    await files.clearDrafts();
    return new LevelStore({ db, present, files, checkpoints, totals, marker, options });
  } catch (error) {
    await file.close();
    throw error;
  }
};

/**
 * First the checkpoint, then the epoch: so a database that has been used always has its side file. What an older layout
 * had not counted joins the totals only now, because the checkpoint is of what stands on disk.
 */
const beginEpoch = async (
  db: Database,
  before: Totals,
  checkpoints: Checkpoints,
  counted: Partial<Totals>,
): Promise<Totals> => {
  await checkpoints.take(() => before);
  const { number: checkpointNumber } = checkpoints;
  const totals = { ...before, ...counted, epoch: before.epoch + 1, batch: before.batch + 1n, checkpointNumber };
  await writeSynced(db, [{ type: "put", key: stateKey, value: encodeTotals(totals) }]);
  return totals;
};

const totalsOf = (present: Present): Totals & { formatVersion: number } => {
  const body = present.sealed(stateKey);
  if (!body) return { ...noTotals, formatVersion };
  const totals = decodeTotals(body);
  const { formatVersion: version } = totals;
  if (version <= formatVersion) return totals;
  throw new DomainError("UNSUPPORTED", `the folder was written by a later version (layout ${version}); use that one`, {
    formatVersion: String(version),
  });
};
