import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DamagedCatalogue } from "../strand/catalogue-file.ts";

const statements = {
  last: "SELECT coalesce(max(id), 0) AS id FROM thread",
  begin: "INSERT INTO thread (id, parent, messages, last) VALUES (?1, ?1, 0, '')",
  row: "SELECT id, parent, messages, least, last FROM thread WHERE id = ?",
  count: `UPDATE thread SET messages = messages + 1, least = min(coalesce(least, ?2), ?2), last = max(last, ?3)
    WHERE id = ?1`,
  absorb: `UPDATE thread SET messages = messages + ?2, least = min(coalesce(least, ?3), coalesce(?3, least)),
    last = max(last, ?4) WHERE id = ?1`,
  point: "UPDATE thread SET parent = ?2 WHERE id = ?1",
  move: "UPDATE doc SET thread = ?2 WHERE thread = ?1",
  named: "SELECT thread FROM message_id WHERE key = ?",
  name: "INSERT INTO message_id (key, thread) VALUES (?, ?)",
  joined: "SELECT thread FROM dialogue WHERE key = ? AND joined = 1",
  waiting: "SELECT thread FROM dialogue WHERE key = ? AND joined = 0",
  wait: "INSERT OR IGNORE INTO dialogue (key, thread, joined) VALUES (?, ?, 0)",
  forget: "DELETE FROM dialogue WHERE key = ?",
  join: "INSERT INTO dialogue (key, thread, joined) VALUES (?, ?, 1)",
};
type Statements = Record<keyof typeof statements, StatementSync>;

/** The smaller thread always points to the larger one: a way is no longer than the logarithm of the number of messages. */
const stepsMax = 64;

interface ThreadRow {
  readonly id: number;
  readonly parent: number;
  readonly messages: number;
  readonly least: Uint8Array | null;
  readonly last: string;
}

/**
 * Threads as disjoint sets on disk. A thread that was joined to another one points to it, and is never removed, because
 * message ids and dialogues name it; documents always name the thread they are in. Every thread knows its number of
 * messages, its smallest doc_uid and its latest instant, so that nobody need go through its messages for them.
 */
export class ThreadTable {
  readonly #sql: Statements;
  #last: number;

  constructor(db: DatabaseSync) {
    this.#sql = Object.fromEntries(
      Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)]),
    ) as Statements;
    this.#last = Number(this.#sql.last.get()?.id);
  }

  /** A new thread, without messages. */
  begin(): number {
    this.#sql.begin.run(++this.#last);
    return this.#last;
  }

  /** The thread that this one has become part of, or itself. */
  rootOf(thread: number): number {
    return this.#root(thread).id;
  }

  /** Makes one thread of two and answers which: the larger one, so that few documents move and ways stay short. */
  join(one: number, other: number): number {
    const [a, b] = [this.#root(one), this.#root(other)];
    if (a.id === b.id) return a.id;
    const [kept, gone] = a.messages >= b.messages ? [a, b] : [b, a];
    if (gone.messages > 0) this.#sql.move.run(gone.id, kept.id);
    this.#sql.point.run(gone.id, kept.id);
    this.#sql.absorb.run(kept.id, gone.messages, gone.least, gone.last);
    return kept.id;
  }

  /** A message enters the thread. `uid` and `instant` are those of its document. */
  count(thread: number, uid: Uint8Array, instant: string): void {
    this.#sql.count.run(thread, uid, instant);
  }

  /** The thread in which a message id was named, as it was then; undefined for one never met. */
  namedIn(key: number): number | undefined {
    return this.#sql.named.get(key)?.thread as number | undefined;
  }

  /** Remembers that a message id belongs to the thread. */
  name(key: number, thread: number): void {
    this.#sql.name.run(key, thread);
  }

  /** The thread that a reply has made of a dialogue, as it was then; undefined while there was none. */
  dialogue(key: number): number | undefined {
    return this.#sql.joined.get(key)?.thread as number | undefined;
  }

  /** Threads that wait for the first reply of a dialogue. */
  waiting(key: number): number[] {
    return this.#sql.waiting.all(key).map((row) => row.thread as number);
  }

  /** The thread waits for a reply of its dialogue. */
  wait(key: number, thread: number): void {
    this.#sql.wait.run(key, thread);
  }

  /** A reply has joined the dialogue, which is this thread from now on. */
  joinDialogue(key: number, thread: number): void {
    this.#sql.forget.run(key);
    this.#sql.join.run(key, thread);
  }

  /** Errors: `DamagedCatalogue` when the way from thread to thread leads nowhere, or on and on. */
  #root(thread: number): ThreadRow {
    let at = thread;
    for (let step = 0; step < stepsMax; step++) {
      const row = this.#sql.row.get(at) as unknown as ThreadRow | undefined;
      if (row === undefined) break;
      if (row.parent === at) return row;
      at = row.parent;
    }
    throw new DamagedCatalogue();
  }
}
