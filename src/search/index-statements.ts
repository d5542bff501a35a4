import type { DatabaseSync, StatementSync } from "node:sqlite";

const statements = {
  version: "PRAGMA data_version",
  entries: "SELECT number, id, kind, date, length, digest FROM entry ORDER BY number",
  entry: "SELECT number, id, kind, date, length, digest FROM entry WHERE number = ?",
  insertEntry: "INSERT INTO entry (number, id, kind, date, length, digest) VALUES (?, ?, ?, ?, ?, ?)",
  deleteEntry: "DELETE FROM entry WHERE number = ?",
};
type StatementName = keyof typeof statements;

/** Entries: every statement, compiled once. */
export const statementsOf = (db: DatabaseSync): Record<StatementName, StatementSync> => {
  const prepared = Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)]);
  return Object.fromEntries(prepared) as Record<StatementName, StatementSync>;
};
