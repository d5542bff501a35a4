import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataLoss } from "../refusals.ts";
import { liveTables } from "./live-tables.ts";
import { tableDamage } from "./table-check.ts";

/** Tables of so many bytes are read in this process; more would hold it up. */
const readHereMax = 64 * 1024 * 1024;

/** The source runs as it is under Node's type stripping; a published build has the same file as JavaScript. */
const childFile = new URL(
  import.meta.url.endsWith(".ts") ? "./whole-tables-child.ts" : "./whole-tables-child.js",
  import.meta.url,
);

interface Reading {
  readonly child?: URL;
  readonly ownBytesMax?: number;
}

/** Where a database is, and the file that keeps the digests of tables that were found whole. */
export interface TablesOf {
  readonly database: string;
  readonly known: string;
}

/**
 * Compares every block of every table of a database with its checksum before LevelDB opens it. LevelDB looks at none of them: it compacts a damaged
 * key into a new table with a sound checksum, where nothing tells of it any more, or ends the process in the middle of that. A table is
 * read whole each time and checked once for each content that it has: of one whose SHA-256 is known the checksums are. Errors: DATA_LOSS.
 */
export const requireWholeTables = async (
  tables: TablesOf,
  { child = childFile, ownBytesMax = readHereMax }: Reading = {},
): Promise<void> => {
  const [damage] = (await sizeOf(tables)) <= ownBytesMax ? await damagedTables(tables) : await damagedIn(child, tables);
  if (damage !== undefined) throw dataLoss(`${damage}; ${whatToDo}`);
};

const whatToDo = "put a backup back with pincite restore, or save what holds with pincite-salvage";

/** One sentence for each damaged table; the digests of the others are kept. */
export const damagedTables = async ({ database, known }: TablesOf): Promise<string[]> => {
  const before = await digestsIn(known);
  const whole = new Set<string>();
  const damages: string[] = [];
  for (const name of await liveTables(database)) {
    const table = await readFile(join(database, name)).catch(absent);
    if (!table) continue;
    const digest = hash("sha256", table, "hex");
    const at = before.has(digest) ? undefined : tableDamage(table);
    if (at === undefined) whole.add(digest);
    else damages.push(`the table ${name} is damaged in the block at byte ${at}`);
  }
  if (whole.size !== before.size || [...whole].some((digest) => !before.has(digest))) await keep(known, whole);
  return damages;
};

const sizeOf = async ({ database }: TablesOf): Promise<number> => {
  let sum = 0;
  for (const name of await liveTables(database)) sum += (await stat(join(database, name)).catch(absent))?.size ?? 0;
  return sum;
};

/** The same in a process of its own, which says what it found on its standard output. Errors: an Error where it cannot be asked. */
const damagedIn = (child: URL, { database, known }: TablesOf): Promise<string[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [fileURLToPath(child), database, known], (error, said) => {
      if (error) reject(error);
      else resolve(JSON.parse(said) as string[]);
    });
  });

/** What cannot be read is not known: then the tables are checked again. */
const digestsIn = async (path: string): Promise<Set<string>> => {
  const text = await readFile(path, "utf8").catch(absent);
  return new Set(text?.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line)));
};

const keep = async (path: string, digests: ReadonlySet<string>): Promise<void> => {
  await writeFile(`${path}.new`, [...digests, ""].join("\n"), { mode: 0o600 });
  await rename(`${path}.new`, path);
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
