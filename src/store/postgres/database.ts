/** A row as the database gives it: its columns by their names. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement; its parameters are texts, numbers, bytes and lists of bytes. Throws the driver's own error. */
export type Query = (statement: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;

/** Statements that all see the database as of one moment. */
export interface Snapshot {
  readonly query: Query;
  close(): Promise<void>;
}

/** A database that speaks PostgreSQL's language, reached by a pool of connections. */
export interface Database {
  readonly query: Query;
  /**
   * Runs statements in one transaction and commits it; what `work` throws rolls it back and passes on. `saysAllAtOnce`: it asks for all of
   * its statements before it waits for an answer, so that they may go out in one flight with the commit.
   */
  transaction<T>(work: (query: Query) => Promise<T>, saysAllAtOnce?: boolean): Promise<T>;
  /** Begins to see the database as it is now; absent: it has one connection, and what is there has to be copied. */
  snapshot?(): Promise<Snapshot>;
  close(): Promise<void>;
}
