/** The statements of a store whose tables stand in one schema. */
export type Statements = ReturnType<typeof statementsOf>;

/** Where transactions begin and end. */
export const borders = {
  begin: "BEGIN",
  /** A process that is halted while it holds a row keeps others waiting no longer than this: the database ends its transaction. Holds for one transaction, and no longer. */
  bounded: "SET LOCAL idle_in_transaction_session_timeout = 2000",
  beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  /** The first statement is what a snapshot sees the database as of. */
  begun: "SELECT 1 AS begun",
  commit: "COMMIT",
  rollback: "ROLLBACK",
} as const;

/** Names of schemas that need no quotes and no look at what the database makes of capitals. */
export const schemaName = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * All that is ever said to the database: tables, row locks, ON CONFLICT and unnest, which every engine that speaks PostgreSQL's wire knows.
 * No sequences, triggers, functions of our own, advisory locks, LISTEN, settings of a session, or prepared statements: a pooled address gives
 * each transaction another connection. Values to be put come as one text of bytes, cut up there: lists of bytes travel as hexadecimal digits.
 * Names and keys are bytes, so that no collation has a say in their order.
 */
export const statementsOf = (schema: string) => {
  if (!schemaName.test(schema)) throw new Error(`${schema} is no name of a schema`);
  const [entry, owner] = [`${schema}.entry`, `${schema}.owner`];
  const move = `UPDATE ${owner} SET version = version + 1, totals = $3 WHERE owner = $1 AND version = $2`;
  /** Puts rows, given from this parameter on, where `move` moved the owner. */
  const written = (move: string, first: number) => `WITH moved AS (${move} RETURNING version),
      put AS (INSERT INTO ${entry} (key, value) SELECT key, substring($${first + 1}::bytea FROM start FOR length)
        FROM moved, unnest($${first}::bytea[], $${first + 2}::int[], $${first + 3}::int[]) AS given (key, start, length)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value)
      SELECT version FROM moved`;
  return {
    /** Each is safe to be run again, also by several at once. */
    layout: [
      `CREATE SCHEMA IF NOT EXISTS ${schema}`,
      `CREATE TABLE IF NOT EXISTS ${entry} (key bytea PRIMARY KEY, value bytea NOT NULL)`,
      `CREATE TABLE IF NOT EXISTS ${owner} (owner bytea PRIMARY KEY, version bigint NOT NULL, totals bytea NOT NULL)`,
    ],
    putOnce: `INSERT INTO ${entry} (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`,
    values: `SELECT key, value FROM ${entry} WHERE key = ANY($1::bytea[])`,
    entries: `SELECT key, value FROM ${entry} WHERE key >= $1 AND key < $2 ORDER BY key LIMIT $3`,
    entriesFrom: `SELECT key, value FROM ${entry} WHERE key >= $1 ORDER BY key LIMIT $2`,
    entriesBack: `SELECT key, value FROM ${entry} WHERE key >= $1 AND key < $2 ORDER BY key DESC LIMIT $3`,
    keys: `SELECT key FROM ${entry} WHERE key >= $1 AND key < $2 ORDER BY key`,
    owner: `SELECT version, totals FROM ${owner} WHERE owner = $1`,
    ownerLocked: `SELECT version, totals FROM ${owner} WHERE owner = $1 FOR UPDATE`,
    owners: `SELECT owner, version FROM ${owner} ORDER BY owner`,
    versions: `SELECT owner, version FROM ${owner} WHERE owner = ANY($1::bytea[])`,
    everything: `SELECT key, value FROM ${entry} ORDER BY key`,
    everyOwner: `SELECT owner, version, totals FROM ${owner} ORDER BY owner`,
    /** Moves an owner from the version that was planned on, and writes what was planned: all of it, or nothing where the version is another. */
    write: written(move, 4),
    /** The same where nothing is under some keys: what was planned as if it were so is not written where it is not. */
    writeNew: written(`${move} AND NOT EXISTS (SELECT key FROM ${entry} WHERE key = ANY($8::bytea[]))`, 4),
    /** The same for an owner of whom there is nothing yet. */
    writeFirst: written(
      `INSERT INTO ${owner} (owner, version, totals) VALUES ($1, 1, $2) ON CONFLICT (owner) DO NOTHING`,
      3,
    ),
    remove: `DELETE FROM ${entry} WHERE key = ANY($1::bytea[])`,
    /** The same once a write bears its number: where that wrote nothing, nothing is removed. */
    removeWritten: `DELETE FROM ${entry} WHERE key = ANY($1::bytea[]) AND EXISTS (SELECT key FROM ${entry} WHERE key = $2 AND value = $3)`,
    /** Puts what no plan rests on: pieces of files, before the commit that names them. */
    put: `INSERT INTO ${entry} (key, value) SELECT key, substring($2::bytea FROM start FOR length) FROM unnest($1::bytea[], $3::int[], $4::int[]) AS given (key, start, length)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    /** Makes sure that whatever was planned on an earlier version can no longer be written. */
    begin: `INSERT INTO ${owner} (owner, version, totals) VALUES ($1, 0, $2) ON CONFLICT (owner) DO NOTHING`,
    passBy: `UPDATE ${owner} SET version = version + 1 WHERE owner = $1`,
  };
};
