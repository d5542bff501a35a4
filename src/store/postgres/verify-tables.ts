import { escapeName, stateKey, successor } from "../level/keys.ts";
import { Scan } from "../level/scan.ts";
import type { VerifyReport } from "../store.ts";
import { LargeFiles } from "./large-files.ts";
import { HeldRows, type Rows } from "./rows.ts";
import { TableKeys } from "./table-keys.ts";
import { ownersIn } from "./table-moment.ts";

const everyRow = Number.MAX_SAFE_INTEGER;

/**
 * Reads all rows as of one moment, owner by owner, and compares as on one machine: what names something with what it names, and all of it with the
 * totals in the owner's row. The rows of one owner are held in memory meanwhile, large files piece by piece.
 */
export const verifyTables = async (rows: Rows): Promise<VerifyReport> => {
  const damages: string[] = [];
  let [events, blobs, records] = [0, 0, 0];
  for (const owner of new Set([...(await rows.owners()), ...(await ownersIn(rows))])) {
    const scan = await scanned(rows, owner);
    damages.push(...scan.damages);
    events += Number(scan.found.eventCount - scan.erasedEvents);
    blobs += scan.blobs;
    records += scan.records;
  }
  return { events, blobs, records, damages };
};

const scanned = async (rows: Rows, owner: string): Promise<Scan> => {
  const { totals } = await rows.owner(owner);
  const all = (prefix: string) => rows.entries({ gte: prefix, lt: successor(prefix)!, limit: everyRow });
  const own = await all(`${escapeName(owner)}!`);
  const held = new HeldRows([...own, ...(await all(`!key!${escapeName(owner)}!`))], new Map(), rows.wrapping);
  const view = { get: (key: string) => (key === stateKey ? totals : held.get(key)) };
  const secrets = new TableKeys(held, owner, rows.wrapping);
  const scan = new Scan(view, new LargeFiles((range) => rows.entries(range), secrets), secrets);
  for (const [key, value] of own) await scan.look(key, value);
  if (totals) await scan.look(stateKey, totals);
  // Leases alone leave a version, and nothing to count.
  if (totals || own.length > 0) scan.compareTotals();
  return scan;
};
