import { PGlite } from "@electric-sql/pglite";
import { afterAll } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open.ts";
import { pgliteDatabase } from "../support/pglite-database.ts";
import { storeContract } from "./store-contract.ts";

const engine = new PGlite();
afterAll(() => engine.close());

let opened = 0;
storeContract("PostgreSQL in this process", (clock) =>
  openPostgresStore({ database: pgliteDatabase(engine), schema: `store${++opened}`, clock }),
);
