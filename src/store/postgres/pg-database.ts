import pg from "pg";
import type { Database, Query, Row, Snapshot } from "./database.ts";
import { borders } from "./statements.ts";

const connectionsMax = 10;
const connectMs = 5_000;

/** A database by its address, `postgres://user:password@host:port/name`, over a pool of connections that are made when they are needed. */
export const pgDatabase = (address: string): Database => {
  const pool = new pg.Pool({
    connectionString: address,
    max: connectionsMax,
    connectionTimeoutMillis: connectMs,
    // A pool behind the address may give each transaction another connection: nothing is said once for all of a session.
    keepAlive: true,
    // What a transaction says before it waits for an answer goes out in one piece.
    pipeline: true,
    application_name: "pincite",
  });
  // A connection that went while nobody used it: the next one is made anew.
  pool.on("error", () => undefined);
  // And while somebody holds it: the statement under way is what fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new PgDatabase(pool);
};

class PgDatabase implements Database {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  readonly query: Query = async (statement, parameters) =>
    (await this.#pool.query<Row>(statement, parameters as unknown[])).rows;

  async transaction<T>(work: (query: Query) => Promise<T>, saysAllAtOnce = false): Promise<T> {
    const client = await this.#pool.connect();
    const query = queryOf(client);
    let broken: Error | undefined;
    try {
      const begun = saysAllAtOnce ? query(borders.begin) : Promise.all([query(borders.begin), query(borders.bounded)]);
      const given = work(query);
      // Where a statement fails, this ends the transaction without having done anything.
      const committed = saysAllAtOnce ? query(borders.commit) : given.then(() => query(borders.commit));
      return (await Promise.all([given, begun, committed]))[0];
    } catch (error) {
      await query(borders.rollback).catch((cause: Error) => {
        broken = cause;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async snapshot(): Promise<Snapshot> {
    const client = await this.#pool.connect();
    const query = queryOf(client);
    try {
      await query(borders.beginSnapshot);
      await query(borders.begun);
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    const close = async (): Promise<void> => {
      const broken = await query(borders.commit).then(
        () => undefined,
        (error: Error) => error,
      );
      client.release(broken);
    };
    return { query, close };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const queryOf =
  (client: pg.PoolClient): Query =>
  async (statement, parameters) =>
    (await client.query<Row>(statement, parameters as unknown[])).rows;
