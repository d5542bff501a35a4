import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DurableMap } from "../ordered-map.ts";
import type { BlobFiles } from "./blob-files.ts";
import { decodeErased } from "./erased-record.ts";
import { artifactKey, commitKey, erasedKey, keysOfKind, parseKey, successor } from "./keys.ts";
import { idOf, type KeyFile } from "./secrets/key-file.ts";

/** What an erasure is cleared from. */
export interface ErasingParts {
  readonly map: DurableMap;
  readonly files: BlobFiles;
  readonly keys: KeyFile;
  /** The store's folder. */
  readonly dir: string;
}

/** A scope whose erasure is on disk. */
export interface ErasedName {
  readonly owner: string;
  readonly scope: string;
  /** Number of its key; 0 where it had none. */
  readonly key: number;
}

/**
 * Takes what is left of erased scopes off the disk: first their keys, then files, values that LevelDB keeps after they were removed or overwritten, in its
 * tables and its log, and the copies of its log. May be done again at any time. Throws the file system's own error.
 */
export const clearErased = async (
  { map, files, keys, dir }: ErasingParts,
  names: readonly ErasedName[],
): Promise<void> => {
  // Backups that began before it are given what there was then.
  await map.viewsClosed();
  for (const { key } of names) if (key > 0) await keys.destroy(key);
  for (const { owner, scope } of names) await files.removeScope(owner, scope);
  const prefixes = names.flatMap(({ owner, scope }) => [
    commitKey(owner, scope, 0).slice(0, -8),
    artifactKey(owner, "", scope),
  ]);
  // Which derived records and entries were removed or replaced with them, nobody knows any more after a kill.
  const owners = [...new Set(names.map(({ owner }) => owner))];
  prefixes.push(...owners.flatMap((owner) => ["k", "n", "r"].map((kind) => keysOfKind(owner, kind))));
  await map.compact(prefixes.map((gte) => ({ gte, lt: successor(gte)! })));
  await rm(join(dir, "log-copy"), { recursive: true, force: true });
};

/** Scopes of an owner whose erasure was cut off, or whose key somebody put back with an older file. Errors: DATA_LOSS. */
export const openErasures = async ({ map, keys }: ErasingParts, owner: string): Promise<ErasedName[]> => {
  const gte = erasedKey(owner, "");
  const all = await map.entries({ gte, lt: successor(gte)!, limit: Number.MAX_SAFE_INTEGER });
  return all.flatMap(([at, value]) => {
    const { key, isCleared } = decodeErased(at, value);
    if (isCleared && (key === 0 || keys.isDestroyed(idOf(key)))) return [];
    return [{ owner, scope: parseKey(at)?.rest[0] ?? "", key }];
  });
};
