import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { destroyBlockKey } from "./block-cipher.ts";

/** What a schema makes of an empty file, by the schema. */
const made = new Map<string, string>();

/**
 * Whether a file says that its tables are those that the statements `schema` make: a flipped letter of what it says can make of a text a number, and of a
 * word one that is not found. Errors: those of SQLite, of a file that cannot be read.
 */
export const hasTables = (db: DatabaseSync, schema: string): boolean => {
  let wanted = made.get(schema);
  if (wanted === undefined) {
    const empty = new DatabaseSync(":memory:");
    empty.exec(schema);
    wanted = tablesIn(empty);
    empty.close();
    made.set(schema, wanted);
  }
  return tablesIn(db) === wanted;
};

const tablesIn = (db: DatabaseSync): string =>
  JSON.stringify(db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all());

/** Deletes a derived file and what SQLite keeps beside it; nothing for one in memory. Its key goes first: what the disk keeps of it says nothing then. */
export const deleteDerivedFile = (file: string): void => {
  if (file === ":memory:" || file === "") return;
  destroyBlockKey(file);
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(file + end, { force: true });
};

/**
 * SQLite's result codes SQLITE_CORRUPT and SQLITE_NOTADB; SQLITE_ERROR and SQLITE_CONSTRAINT, since every statement here is right for
 * the tables as they were made.
 */
const damageCodes: ReadonlySet<number> = new Set([1, 11, 19, 26]);

/**
 * Whether an error of SQLite says that a file is not as it was written, rather than that something else went wrong. Of a number that no row was ever
 * given Node says that it is out of range: one bit of a row's head makes eight bytes of four.
 */
export const saysDamage = (error: unknown): boolean =>
  damageCodes.has(resultCode(error)) || (error as { code?: unknown }).code === "ERR_OUT_OF_RANGE";

/** SQLite's primary result code; 0 for what is no error of SQLite. */
export const resultCode = (error: unknown): number => {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : 0;
};
