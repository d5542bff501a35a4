import { execFile } from "node:child_process";
import { subtle } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataLoss } from "../refusals.ts";
import { liveTables } from "./live-tables.ts";
import { damagesOf } from "./table-check.ts";

/** Tables of so many bytes are checked in this process; more would hold it up. */
const readHereMax = 64 * 1024 * 1024;
const atOnce = 3;

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
 * key into a new table with a sound checksum, where nothing tells of it any more, or ends the process in the middle of that. Each table is
 * read each time, and checked once for each content that it has: of one whose SHA-256 is known the checksums are. Errors: DATA_LOSS.
 */
export const requireWholeTables = async (
  { database, known }: TablesOf,
  { child = childFile, ownBytesMax = readHereMax }: Reading = {},
): Promise<void> => {
  const before = await digestsIn(known);
  const tables = await hashedTables(database);
  const unknown = tables.filter(({ digest }) => !before.has(digest));
  const bytes = unknown.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const names = unknown.map(({ name }) => name);
  const [damage] = bytes <= ownBytesMax ? await damagesOf(database, names) : await damagesBy(child, database, names);
  if (damage !== undefined) throw dataLoss(`${damage}; what holds of the store can be saved with pincite-salvage`);
  if (unknown.length > 0 || tables.length !== before.size) await keep(known, tables);
};

interface Table {
  readonly name: string;
  readonly digest: string;
  readonly sizeBytes: number;
}

/** Read and hashed off the loop, some at once. */
const hashedTables = async (database: string): Promise<Table[]> => {
  const names = await liveTables(database);
  const tables: Table[] = [];
  const next = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const bytes = await readFile(join(database, name)).catch(absent);
      if (!bytes) continue;
      const digest = Buffer.from(await subtle.digest("SHA-256", bytes)).toString("hex");
      tables.push({ name, digest, sizeBytes: bytes.length });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return tables.sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** The same sentences as `damagesOf`, by a process of its own, which says them on its standard output. Errors: an Error where it cannot be asked. */
const damagesBy = (child: URL, database: string, names: readonly string[]): Promise<string[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [fileURLToPath(child), database, ...names], (error, said) => {
      if (error) reject(error);
      else resolve(JSON.parse(said) as string[]);
    });
  });

/** A file that cannot be read names no table: then all are checked again. */
const digestsIn = async (path: string): Promise<Set<string>> => {
  const text = await readFile(path, "utf8").catch(absent);
  return new Set(text?.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line)));
};

const keep = async (path: string, tables: readonly Table[]): Promise<void> => {
  await writeFile(`${path}.new`, tables.map(({ digest }) => `${digest}\n`).join(""), { mode: 0o600 });
  await rename(`${path}.new`, path);
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
