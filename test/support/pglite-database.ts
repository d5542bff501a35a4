import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { Database, Query, Row } from "../../src/store/postgres/database.ts";

/** PostgreSQL in WebAssembly, in this process: it has one connection, so that a moment is a copy. */
export const pgliteDatabase = (engine: PGlite): Database => ({
  query: queryOf(engine),
  transaction: (work) => engine.transaction((transaction) => work(queryOf(transaction))),
  close: async () => undefined,
});

const queryOf =
  (engine: PGlite | Transaction): Query =>
  async (statement, parameters) =>
    (await engine.query<Row>(statement, parameters as unknown[], { serializers, parsers })).rows;

/** Bytes by the platform's own hexadecimal: the engine's takes seconds for a large file. */
const bytea = 17;
const serializers = { [bytea]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}` };
const parsers = { [bytea]: (text: string) => Buffer.from(text.slice(2), "hex") };
