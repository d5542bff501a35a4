import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { codePointLength } from "../span/code-points.ts";
import { exclusionOf, expressionOf } from "./fts-expression.ts";
import type { FullTextHit, FullTextIndex, FullTextQuery, IndexEntry } from "./full-text-index.ts";
import { indexedText, personBorder, personKey } from "./indexed-text.ts";
import { parseQuery } from "./query.ts";
import { firstMatch, snippetAt } from "./snippet.ts";

/** Rises when the tables or the analysis change: an older file is emptied and its owner fills it again. */
const schemaVersion = 2;
/** Compiled statements kept; a caller with ever other numbers of filters must not make memory grow. */
const statementsMax = 256;

/**
 * Weights of the columns title, body, people, title_forms, body_forms: a title over a text, a word as written over its
 * stem.
 */
const rank = "bm25(words, 8.0, 4.0, 4.0, 2.0, 1.0)";

/** Texts lie apart from what is filtered and sorted by, which stays small. The text itself stays out of FTS5 (`content=''`): its own tokenizer never sees it, only tokens that are made here. */
const schema = `
  CREATE TABLE IF NOT EXISTS entry (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, date TEXT NOT NULL, people TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS content (
    number INTEGER PRIMARY KEY, persons TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS facet (
    name TEXT NOT NULL, value TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (name, value, number)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS facet_of ON facet (number);
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    title, body, people, title_forms, body_forms, content='',
    tokenize="ascii tokenchars ':.,-/@_+'");
`;

/**
 * Opens a full-text index in a file, or in memory for `:memory:`. The index is derived: it can be deleted and filled
 * again from what it was made of, so it trades durability of the last writes for speed (WAL, synchronous NORMAL).
 */
export const openFullTextIndex = (file: string): FullTextIndex => new SqliteIndex(file);

class SqliteIndex implements FullTextIndex {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY");
    // A score reads one small row a match: with SQLite's 2 MB of cache those come from the file again and again.
    this.#db.exec("PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456");
    const version = this.#db.prepare("PRAGMA user_version").get()?.user_version;
    if (version !== schemaVersion) this.#empty();
    this.#db.exec(schema);
  }

  put(entries: readonly IndexEntry[]): void {
    this.#atomically(() => {
      for (const entry of entries) {
        this.#removeOne(entry.id);
        this.#putOne(entry);
      }
    });
  }

  remove(ids: readonly string[]): void {
    this.#atomically(() => {
      for (const id of ids) this.#removeOne(id);
    });
  }

  search(query: FullTextQuery): { hits: FullTextHit[]; total: number } {
    const clauses = parseQuery(query.text);
    const { sql, values } = selection(query, expressionOf(clauses), exclusionOf(clauses));
    const rows = this.#prepare(paged(sql)).all(...values, Math.max(0, query.limit), Math.max(0, query.offset));
    const hits = rows.map((row) => {
      const match = firstMatch(String(row.body), clauses);
      return hitOf(row, match);
    });
    const total = rows.length > 0 ? Number(rows[0]?.total) : this.#total(sql, values, query.offset);
    return { hits, total };
  }

  count(): number {
    return Number(this.#prepare("SELECT count(*) AS n FROM entry").get()?.n);
  }

  get watermark(): string {
    return String(this.#prepare("SELECT value FROM setting WHERE name = 'watermark'").get()?.value ?? "");
  }

  set watermark(value: string) {
    this.#prepare("INSERT OR REPLACE INTO setting (name, value) VALUES ('watermark', ?)").run(value);
  }

  close(): void {
    this.#db.close();
  }

  #putOne(entry: IndexEntry): void {
    const people = ` ${entry.people.map((person) => personKey(person).trim()).join(personBorder)} `;
    const number = this.#prepare("INSERT INTO entry (id, kind, date, people) VALUES (?, ?, ?, ?)").run(
      entry.id,
      entry.kind,
      entry.date,
      people,
    ).lastInsertRowid;
    this.#prepare("INSERT INTO content (number, persons, title, body) VALUES (?, ?, ?, ?)").run(
      number,
      entry.people.join("\n"),
      entry.title,
      entry.body,
    );
    this.#prepare(`INSERT INTO words (rowid, ${wordsColumns}) VALUES (?, ?, ?, ?, ?, ?)`).run(
      number,
      ...columnsOf(entry),
    );
    const putFacet = this.#prepare("INSERT OR IGNORE INTO facet (name, value, number) VALUES (?, ?, ?)");
    for (const [name, values] of Object.entries(entry.facets)) {
      for (const value of values) putFacet.run(name, value, number);
    }
  }

  /**
   * FTS5 takes words out when it is told again what they were. (Its other way, contentless_delete, leaves the averages
   * that bm25 uses as they were, and scores would depend on history.)
   */
  #removeOne(id: string): void {
    const row = this.#prepare(
      "SELECT number, persons, title, body FROM entry JOIN content USING (number) WHERE id = ?",
    ).get(id);
    if (row === undefined) return;
    const number = Number(row.number);
    const people = String(row.persons).split("\n");
    const columns = columnsOf({ title: String(row.title), body: String(row.body), people });
    this.#prepare(`INSERT INTO words (words, rowid, ${wordsColumns}) VALUES ('delete', ?, ?, ?, ?, ?, ?)`).run(
      number,
      ...columns,
    );
    for (const table of ["facet", "content", "entry"])
      this.#prepare(`DELETE FROM ${table} WHERE number = ?`).run(number);
  }

  /** A page past the end has no row to carry the total. */
  #total(sql: string, values: readonly SQLInputValue[], offset: number): number {
    if (offset <= 0) return 0;
    return Number(this.#prepare(`SELECT count(*) AS n FROM (${sql})`).get(...values)?.n);
  }

  #atomically(work: () => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #empty(): void {
    for (const table of ["words", "facet", "content", "entry", "setting"])
      this.#db.exec(`DROP TABLE IF EXISTS ${table}`);
    this.#db.exec(`PRAGMA user_version = ${schemaVersion}`);
  }

  /** Statements are few, since queries differ in values more than in shape; each is compiled once. */
  #prepare(sql: string): StatementSync {
    if (this.#statements.size >= statementsMax) this.#statements.clear();
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

const wordsColumns = "title, body, people, title_forms, body_forms";

const columnsOf = (entry: Pick<IndexEntry, "title" | "body" | "people">): string[] => {
  const { title, body, people, titleForms, bodyForms } = indexedText(entry);
  return [title, body, people, titleForms, bodyForms];
};

const hitOf = (row: Record<string, unknown>, match: number): FullTextHit => {
  const body = String(row.body);
  return {
    id: String(row.id),
    scoreMicros: Number(row.score),
    snippet: snippetAt(body, Math.max(0, match)),
    matchStart: match < 0 ? -1 : codePointLength(body.slice(0, match)),
  };
};

/** The order of results; the identifier is unique, so nothing is left to chance. */
const totalOrder = "ORDER BY score DESC, date DESC, id ASC";

interface Selection {
  /** Everything that matches, with its score. */
  readonly sql: string;
  readonly values: SQLInputValue[];
}

/** Matches and filters as one statement. Scores are worked out first, on their own, since bm25() stands in no other context. */
const selection = (query: FullTextQuery, match: string | undefined, not: string | undefined): Selection => {
  const values: SQLInputValue[] = [];
  const conditions: string[] = [];
  const require = (condition: string, ...given: readonly SQLInputValue[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (match !== undefined) values.push(match);
  if (not !== undefined) require("entry.number NOT IN (SELECT rowid FROM words WHERE words MATCH ?)", not);
  addFilters(query, require);
  const score = `CAST(round(-1000000 * ${rank}) AS INTEGER) AS score`;
  const scored = `WITH hit AS MATERIALIZED (SELECT rowid AS number, ${score} FROM words WHERE words MATCH ?) `;
  const from =
    match === undefined ? "(SELECT 0 AS score) CROSS JOIN entry" : "hit JOIN entry ON entry.number = hit.number";
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  const columns = "entry.number AS number, entry.id AS id, entry.date AS date, score, count(*) OVER () AS total";
  return { sql: `${match === undefined ? "" : scored}SELECT ${columns} FROM ${from}${where}`, values };
};

/** One page of a selection; texts are read for its rows alone. */
const paged = (sql: string): string =>
  `SELECT page.id, page.score, page.total, content.body AS body FROM (${sql} ${totalOrder} LIMIT ? OFFSET ?) AS page ` +
  "JOIN content ON content.number = page.number ORDER BY page.score DESC, page.date DESC, page.id ASC";

type Require = (condition: string, ...given: readonly SQLInputValue[]) => void;

const addFilters = (query: FullTextQuery, require: Require): void => {
  const marks = (values: readonly string[]): string => values.map(() => "?").join(", ");
  if (query.kinds?.length) require(`entry.kind IN (${marks(query.kinds)})`, ...query.kinds);
  if (query.from) require("entry.date >= ?", query.from);
  // `2024-03` ends after every day and hour that begins with it.
  if (query.to) require("entry.date <> '' AND entry.date <= ?", `${query.to}\uffff`);
  const people = (query.people ?? []).map(personKey).filter((person) => person.trim() !== "");
  if (people.length > 0) require(`(${people.map(() => "instr(entry.people, ?) > 0").join(" OR ")})`, ...people);
  for (const [name, wanted] of Object.entries(query.facets ?? {})) {
    if (wanted.length === 0) continue;
    const values = `SELECT number FROM facet WHERE name = ? AND value IN (${marks(wanted)})`;
    require(`entry.number IN (${values})`, name, ...wanted);
  }
};
