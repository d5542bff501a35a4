import { successor } from "../level/keys.ts";
import type { Database } from "./database.ts";
import { putParameters, TableRows } from "./rows.ts";
import { statementsOf } from "./statements.ts";
import { decodeScopeKey, encodeScopeKey, scopeKeys } from "./table-keys.ts";
import { encodeWrapName, wrapNameKey } from "./wrap-name.ts";
import type { Wrapping } from "./wrapping.ts";

const keysAtOnce = 500;

/** What a rotation came to. */
export interface RotatedKeys {
  /** Keys of scopes that were wrapped anew. */
  readonly rewrapped: number;
  /** Scopes whose erasure waited for it: what log and backups hold of their keys opens for nobody any more, once the old key is destroyed. */
  readonly erased: number;
}

/**
 * Wraps the keys of all scopes in a schema with the first key of `wrapping`; broken off, it goes on where it was. No server may have the
 * database open meanwhile: it would wrap with the key that is to go. Errors: the driver's, DATA_LOSS.
 */
export const rotateKeys = async (database: Database, schema: string, wrapping: Wrapping): Promise<RotatedKeys> => {
  const statements = statementsOf(schema);
  const rows = new TableRows(database.query, statements, wrapping);
  let [rewrapped, erased] = [0, 0];
  for (let gte = scopeKeys; ; ) {
    const page = await rows.entries({ gte, lt: successor(scopeKeys)!, limit: keysAtOnce }).catch(unlessAbsent);
    if (!page) return { rewrapped: 0, erased: 0 };
    const changed: [string, Uint8Array][] = [];
    for (const [at, value] of page) {
      const stored = decodeScopeKey(at, value);
      const isErased = stored.key.length === 0;
      if (stored.wrappedBy === (isErased ? "" : wrapping.current)) continue;
      changed.push([
        at,
        isErased
          ? encodeScopeKey(at, { key: stored.key, wrappedBy: "" })
          : encodeScopeKey(at, wrapping.wrap(at, wrapping.unwrap(at, stored))),
      ]);
      if (isErased) erased += 1;
      else rewrapped += 1;
    }
    if (changed.length > 0) await database.query(statements.put, putParameters(changed));
    const [last] = page.at(-1) ?? [];
    if (page.length < keysAtOnce || last === undefined) break;
    gte = `${last}\0`;
  }
  await database.query(statements.put, putParameters([[wrapNameKey, encodeWrapName(wrapping.current)]]));
  return { rewrapped, erased };
};

/** A store that was never laid out here, such as that of a Vault elsewhere: undefined_table. */
const unlessAbsent = (error: unknown): undefined => {
  if ((error as { code?: unknown }).code !== "42P01") throw error;
};
