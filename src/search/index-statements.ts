import type { DatabaseSync, StatementSync } from "node:sqlite";

const statements = {
  version: "PRAGMA data_version",
  entries: "SELECT number, id, kind, date, length FROM entry ORDER BY number",
  setting: "SELECT value FROM setting WHERE name = ?",
  set: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
  insertEntry: "INSERT INTO entry (number, id, kind, date, length) VALUES (?, ?, ?, ?, ?)",
  deleteEntry: "DELETE FROM entry WHERE number = ?",
};
type StatementName = keyof typeof statements;

/** Entries and settings: every statement, compiled once. */
export const statementsOf = (db: DatabaseSync): Record<StatementName, StatementSync> => {
  const prepared = Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)]);
  return Object.fromEntries(prepared) as Record<StatementName, StatementSync>;
};
