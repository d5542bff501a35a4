import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Tombstone, Tombstones } from "../engine/erase/tombstones.ts";
import { syncFolderOf } from "../secret-file.ts";

/** Tombstones as lines of JSON in a file for its owner alone. A line that a crash left half is passed over: what it named is added again. */
export const tombstonesIn = (file: string): Tombstones => {
  const all = (): readonly Tombstone[] =>
    existsSync(file) ? readFileSync(file, "utf8").split("\n").flatMap(parsed) : [];
  return {
    all,
    add: (ones) => {
      const known = new Set(all().map(keyOf));
      const others = ones.filter((one) => !known.has(keyOf(one)));
      if (others.length === 0) return;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // A line of its own, whatever a crash has left before it.
      const lines = others.map((one) => `\n${JSON.stringify(one)}`).join("");
      appendFileSync(file, `${lines}\n`, { mode: 0o600, flush: true });
      syncFolderOf(file);
    },
  };
};

const keyOf = ({ kind, id, strandId }: Tombstone): string => JSON.stringify([kind, id, strandId]);

const kinds: ReadonlySet<unknown> = new Set(["run", "document", "law"]);

const parsed = (line: string): Tombstone[] => {
  try {
    const one = JSON.parse(line) as Tombstone;
    const isOne = kinds.has(one.kind) && typeof one.id === "string" && typeof one.strandId === "string";
    return isOne && Number.isInteger(one.reason) ? [one] : [];
  } catch {
    return [];
  }
};
