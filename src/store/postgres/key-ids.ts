import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { seal, unseal } from "../level/seal.ts";
import type { Database } from "./database.ts";
import { bytesOf, putParameters, type TableRows } from "./rows.ts";
import { type Statements, statementsOf } from "./statements.ts";

/** Keys of an installation that never stand in a database, by the file that holds each: an id that tells nothing of the key itself. */
export type KeyIds = ReadonlyMap<string, string>;

/** Where a store says which key of that file its servers use; no owner's keys begin so. */
const keyIdKey = (file: string): string => `!keys!${file}`;

const rowOf = (file: string, id: string): [string, Uint8Array] => {
  const at = keyIdKey(file);
  return [at, seal(at, new TextEncoder().encode(id))];
};

/**
 * The first server that opens a store says there which keys it has; each later one is held to that: a receipt, a checkpoint or a page token of
 * one is to be good at all. Errors: DATA_LOSS for keys that differ.
 */
export const requireKeyIds = async (
  database: Database,
  statements: Statements,
  rows: TableRows,
  ids: KeyIds,
): Promise<void> => {
  for (const [file, id] of ids) {
    const [at, value] = rowOf(file, id);
    await database.query(statements.putOnce, [bytesOf(at), Buffer.from(value)]);
  }
  const stored = await rows.values([...ids.keys()].map(keyIdKey));
  for (const [file, own] of ids) {
    const at = keyIdKey(file);
    const theirs = new TextDecoder().decode(unseal(at, stored.get(at) ?? new Uint8Array()));
    if (theirs !== own) throw otherKeys(file, own, theirs);
  }
};

/** The error for a server whose key of a file is not that of the others; `own` and `theirs` are names of keys. */
export const otherKeys = (file: string, own: string, theirs: string): DomainError =>
  new DomainError("DATA_LOSS", worded("record-error.database-keys", { file, own, theirs }), { file, own, theirs });

/** From here on the servers of a store use these keys; a store that was never laid out stays so. */
export const registerKeyIds = async (database: Database, schema: string, ids: KeyIds): Promise<void> => {
  const statements = statementsOf(schema);
  const rows = [...ids].map(([file, id]) => rowOf(file, id));
  try {
    await database.query(statements.put, putParameters(rows));
  } catch (error) {
    // undefined_table
    if ((error as { code?: unknown }).code !== "42P01") throw error;
  }
};
