import { DatabaseSync } from "node:sqlite";
import { hasBlockKey } from "../block-cipher.ts";
import { deleteDerivedFile, hasTables, saysDamage } from "../derived-file.ts";
import { logKeptBytes } from "./checkpoints.ts";
import { TornBlockError } from "./postings/posting-bytes.ts";
import { postingSchema } from "./postings/posting-table.ts";
import { settingSchema } from "./settings.ts";
import { textSchema } from "./texts/text-table.ts";

/** Rises when tables, bytes or analysis change: a file of another number is thrown away and its owner fills a new one. */
const formatVersion = 10;
/** Blocks of postings fit into a page of this size four times. */
const pageBytes = 16_384;

const schema = `
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, date TEXT NOT NULL, length INTEGER NOT NULL, digest INTEGER NOT NULL);
  ${settingSchema}
  ${textSchema}
  ${postingSchema}
`;

/**
 * Opens the file of an index, or makes it. What is there but is no index of this format, or is damaged where it is first
 * read, is deleted: an index is derived, and an empty one with an empty watermark is what makes its owner fill it again.
 */
export const openIndexFile = (file: string, cacheKiB: number): DatabaseSync => {
  const db = tryOpen(file, cacheKiB);
  if (db !== undefined) return db;
  deleteDerivedFile(file);
  const made = new DatabaseSync(file);
  made.exec(`PRAGMA page_size = ${pageBytes}`);
  configure(made, cacheKiB);
  made.exec(`BEGIN; ${schema} PRAGMA user_version = ${formatVersion}; COMMIT`);
  return made;
};

/** Undefined for a file that is new, of another format, or no database. */
const tryOpen = (file: string, cacheKiB: number): DatabaseSync | undefined => {
  if (file !== ":memory:" && !hasBlockKey(file)) return undefined;
  const db = new DatabaseSync(file);
  try {
    if (db.prepare("PRAGMA user_version").get()?.user_version === formatVersion && hasTables(db, schema)) {
      configure(db, cacheKiB);
      return db;
    }
  } catch (error) {
    if (!isDamage(error)) {
      db.close();
      throw error;
    }
  }
  db.close();
  return undefined;
};

/**
 * In WAL mode with NORMAL, a process that dies loses nothing, and a machine that dies loses the last transactions as a
 * whole: entries and watermark are never of two states. The log is copied into the file by `Checkpoints`; SQLite does it
 * itself, within a commit, only when the log has reached 256 MB all the same.
 */
const configure = (db: DatabaseSync, cacheKiB: number): void => {
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY");
  db.exec(`PRAGMA wal_autocheckpoint = 16384; PRAGMA journal_size_limit = ${logKeptBytes}`);
  db.exec(`PRAGMA cache_size = -${cacheKiB}; PRAGMA cell_size_check = ON`);
};

/** Whether an error says that the file is not as it was written, rather than that something else went wrong. */
export const isDamage = (error: unknown): boolean =>
  error instanceof TornBlockError || saysDamage(error) || String((error as { code?: unknown }).code).startsWith("Z_");
