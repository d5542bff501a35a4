import type { Database } from "./database.ts";
import { parseKey } from "./keys.ts";
import { sealOf } from "./seal.ts";
import { resealed, type Totals } from "./totals.ts";

/** Counts what layout 1 had no totals of: records, and the seals of records and commands. Reads the whole database once. */
export const countSeals = async (db: Database): Promise<Pick<Totals, "recordCount" | "sealsSum">> => {
  const counted = { recordCount: 0n, sealsSum: 0n };
  const iterator = db.iterator({ fillCache: false });
  try {
    for (let entries = await iterator.nextv(1_000); entries.length > 0; entries = await iterator.nextv(1_000))
      for (const [key, value] of entries) {
        const kind = parseKey(key)?.kind;
        if (kind === "r") counted.recordCount += 1n;
        if (kind === "r" || kind === "q") counted.sealsSum = resealed(counted.sealsSum, undefined, sealOf(value));
      }
    return counted;
  } finally {
    await iterator.close();
  }
};
