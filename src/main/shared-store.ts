import { openPostgresStore } from "../store/postgres/open.ts";
import { pgDatabase } from "../store/postgres/pg-database.ts";
import type { Store } from "../store/store.ts";
import { clock } from "./clock.ts";

/** Opens a store by its name in the database at an address, beside other servers that have it open. Errors: STORE_UNAVAILABLE, UNSUPPORTED. */
export const openSharedStore = (address: string, name: string): Promise<Store> =>
  openPostgresStore({ database: pgDatabase(address), schema: `pincite_${name}`, clock });
