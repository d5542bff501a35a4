import { randomUUID } from "node:crypto";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { StoreClock } from "../lease-table.ts";
import { stateKey } from "../level/keys.ts";
import { unseal } from "../level/seal.ts";
import { decodeTotals, encodeTotals, formatVersion, noTotals } from "../level/totals.ts";
import type { Store } from "../store.ts";
import type { Database } from "./database.ts";
import { type KeyIds, otherKeys, requireKeyIds } from "./key-ids.ts";
import { decodeLevel, knownLevel, levelKey, requireReader } from "./level.ts";
import { PostgresStore } from "./postgres-store.ts";
import { bytesOf, TableRows } from "./rows.ts";
import { type Statements, statementsOf } from "./statements.ts";
import { told } from "./trouble.ts";
import { decodeWrapName, encodeWrapName, wrapNameKey } from "./wrap-name.ts";
import { Wrapping } from "./wrapping.ts";

/** Several processes may lay the tables out at once, and then each but one is refused by the database's own catalogue. */
const layoutTries = 10;

export interface PostgresStoreOptions {
  readonly database: Database;
  /** The schema that the tables of this store stand in; made where it is absent. */
  readonly schema: string;
  readonly clock: StoreClock;
  /** Keys of the installation that wrap those of scopes, the same in every process; default: those stand there as they are. */
  readonly wrapping?: Wrapping;
  /** Further keys of the installation, the same in every process; default: none that anybody is held to. */
  readonly keyIds?: KeyIds;
  /** The level that this program knows; for tests, which stand in for programs of another time. */
  readonly known?: number;
}

/**
 * Opens the store in a schema of a database, or lays it out there. Any number of processes may have it open.
 * Errors: STORE_UNAVAILABLE where the database cannot be reached, UNSUPPORTED where another version has laid it out, DATA_LOSS where
 * another key wraps the keys of its scopes, or others have other keys.
 */
export const openPostgresStore = async ({
  database,
  schema,
  clock,
  wrapping = new Wrapping(),
  keyIds = new Map(),
  known = knownLevel,
}: PostgresStoreOptions): Promise<Store> => {
  const statements = statementsOf(schema);
  try {
    await layOut(database, statements);
    const rows = new TableRows(database.query, statements, wrapping);
    requireLayout((await rows.values([stateKey])).get(stateKey));
    requireReader(decodeLevel((await rows.values([levelKey])).get(levelKey)), known);
    await requireWrapKey(database, statements, rows);
    await requireKeyIds(database, statements, rows, keyIds);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw told(error);
  }
  return new PostgresStore({ database, statements, clock, wrapping, known, writer: randomUUID() });
};

const layOut = async (database: Database, statements: Statements): Promise<void> => {
  for (let tries = 1; ; tries++)
    try {
      for (const statement of statements.layout) await database.query(statement);
      await database.query(statements.putOnce, [bytesOf(stateKey), Buffer.from(encodeTotals(noTotals))]);
      return;
    } catch (error) {
      if (tries === layoutTries || !isOfAnother(error)) throw error;
    }
};

/**
 * What a database says where somebody else was laying out the same: unique_violation, or one of its own duplicates (a table is a type too:
 * duplicate_object). https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const isOfAnother = (error: unknown): boolean =>
  ["23505", "42710", "42P06", "42P07", "40001", "40P01", "XX000"].includes(String((error as { code?: unknown }).code));

/** One key wraps for all processes: one that has another would make keys that nobody else can open. */
const requireWrapKey = async (database: Database, statements: Statements, rows: TableRows): Promise<void> => {
  const { current } = rows.wrapping;
  if (current !== "")
    await database.query(statements.putOnce, [bytesOf(wrapNameKey), Buffer.from(encodeWrapName(current))]);
  const stored = (await rows.values([wrapNameKey])).get(wrapNameKey);
  const wraps = stored ? decodeWrapName(stored) : "";
  if (wraps !== current) throw otherKeys("scope-wrap.keys", current || "-", wraps || "-");
};

const requireLayout = (value: Uint8Array | undefined): void => {
  const { formatVersion: version, minWriter } = decodeTotals(unseal(stateKey, value ?? new Uint8Array()));
  if (version === formatVersion && minWriter <= formatVersion) return;
  throw new DomainError("UNSUPPORTED", worded("record-error.database-layout", { version }), {
    formatVersion: String(version),
  });
};
