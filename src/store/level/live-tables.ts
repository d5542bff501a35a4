import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { recordsIn } from "./log-check.ts";
import { varintAt } from "./snappy.ts";

const isTable = (name: string): boolean => /^\d+\.(ldb|sst)$/.test(name);

/**
 * The files of the tables that a database is made of, in order, as its manifest says. Others may lie beside them: one that a compaction is
 * still writing or was cut off in, and those that were replaced and not removed yet. Where the manifest cannot be read, all tables
 * that lie there.
 */
export const liveTables = async (folder: string): Promise<string[]> => {
  const tables = (await readdir(folder)).filter(isTable).sort();
  const live = await liveNumbers(folder).catch(unreadable);
  return live ? tables.filter((name) => live.has(Number.parseInt(name, 10))) : tables;
};

const liveNumbers = async (folder: string): Promise<Set<number>> => {
  const current = (await readFile(join(folder, "CURRENT"), "utf8")).trim();
  const live = new Set<number>();
  for (const { record } of recordsIn(await readFile(join(folder, current))))
    for (const { number, isAdded } of changesIn(record))
      if (isAdded) live.add(number);
      else live.delete(number);
  return live;
};

/** What an edit of the manifest says of tables (LevelDB's version_edit.cc): a tag, then what belongs to it, numbers as varints and texts behind their lengths. */
function* changesIn(edit: Uint8Array): Generator<{ readonly number: number; readonly isAdded: boolean }> {
  let at = 0;
  const number = (): number => {
    const { value, next } = varintAt(edit, at);
    at = next;
    return value;
  };
  const skipText = (): void => {
    // First the length moves the place, then the text.
    const length = number();
    at += length;
  };
  while (at < edit.length) {
    const tag = number();
    if (tag === 1) skipText();
    else if (tag === 2 || tag === 3 || tag === 4 || tag === 9) number();
    else if (tag === 5) {
      number();
      skipText();
    } else if (tag === 6) {
      number();
      yield { number: number(), isAdded: false };
    } else if (tag === 7) {
      number();
      const table = number();
      number();
      skipText();
      skipText();
      yield { number: table, isAdded: true };
    } else throw new RangeError(`a manifest has no tag ${tag}`);
  }
}

/** No CURRENT, no manifest, or one that reads otherwise: then LevelDB decides whether it opens. */
const unreadable = (error: unknown): undefined => {
  if (!(error instanceof RangeError) && (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
};
