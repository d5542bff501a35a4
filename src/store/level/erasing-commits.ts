import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DurableMap } from "../ordered-map.ts";
import type { Commit, Committed } from "../store.ts";
import type { BlobFiles, PreparedBlob } from "./blob-files.ts";
import type { CheckedReads } from "./checked-reads.ts";
import type { Committer } from "./committer.ts";
import { decodeErased } from "./erased-record.ts";
import { artifactKey, commitKey, erasedKey, keysOfKind, parseKey, successor } from "./keys.ts";
import type { OpenedParts } from "./opened-parts.ts";
import { ScopeMoved } from "./plan/erase-plan.ts";
import type { PreparedScope } from "./plan/scope-plan.ts";
import { type PreparedErasure, prepareErasure } from "./prepare-erasure.ts";
import { idOf, type KeyFile } from "./secrets/key-file.ts";

/** Does work whose failing ends the store. */
type OrFail = <T>(work: () => Promise<T>) => Promise<T>;

/** Commits that erase scopes, and the clearing of the disk behind each. */
export class ErasingCommits {
  readonly #parts: OpenedParts;
  readonly #reads: CheckedReads;
  readonly #committer: Pick<Committer, "submit">;
  readonly #orFail: OrFail;

  constructor(parts: OpenedParts, reads: CheckedReads, committer: Pick<Committer, "submit">, orFail: OrFail) {
    this.#parts = parts;
    this.#reads = reads;
    this.#committer = committer;
    this.#orFail = orFail;
  }

  /** Commits what also erases: readied as often as the scopes change meanwhile, and done once nothing of them is left. */
  async commit(commit: Commit, blobs: readonly PreparedBlob[], scopes: readonly PreparedScope[]): Promise<Committed> {
    const { present } = this.#parts;
    const { owner, erase = [] } = commit;
    for (;;) {
      const prepared = await this.#prepare(commit);
      try {
        const committed = await this.#committer.submit((batch) => batch.add(commit, blobs, scopes, prepared));
        await this.#clear(
          erase.flatMap(({ scope }) => {
            const erased = present.erased(owner, scope);
            return erased?.isCleared === false ? [{ owner, scope, key: erased.key }] : [];
          }),
        );
        return committed;
      } catch (error) {
        if (!(error instanceof ScopeMoved)) throw error;
      }
    }
  }

  /** Ends erasures that were cut off. */
  async endOpen(): Promise<void> {
    const parts = { ...this.#parts, dir: this.#parts.options.dir };
    for (const owner of await this.#reads.owners()) await this.#clear(await openErasures(parts, owner));
  }

  /** Removes the files of scopes that were erased while files were being written for them. */
  async removeErased(owner: string, scopes: readonly string[]): Promise<void> {
    for (const scope of scopes)
      if (this.#parts.present.erased(owner, scope)) await this.#parts.files.removeScope(owner, scope);
  }

  async #prepare({ owner, erase = [] }: Commit): Promise<PreparedErasure[]> {
    const { options, map, present } = this.#parts;
    const prepared: PreparedErasure[] = [];
    for (const erasure of erase) {
      if (present.erased(owner, erasure.scope)) continue;
      const last = this.#reads.lastRecord(owner, erasure.scope);
      const known = present.secret(owner, erasure.scope);
      const keyId = known ? idOf(known.number) : "";
      const toErase = { erasure, last, keyId, timeMs: options.clock.now() };
      prepared.push(await prepareErasure(map, present.records, owner, toErase));
    }
    return prepared;
  }

  async #clear(names: readonly ErasedName[]): Promise<void> {
    const { map, files, keys, present, options } = this.#parts;
    if (names.length === 0) return;
    present.records.forget();
    await this.#orFail(() => clearErased({ map, files, keys, dir: options.dir }, names));
    await this.#committer.submit((batch) => {
      for (const { owner, scope } of names) batch.erasures.clear(owner, scope);
    });
  }
}

/** The parts that an erasure is cleared from. */
interface ErasingParts {
  readonly map: DurableMap;
  readonly files: BlobFiles;
  readonly keys: KeyFile;
  /** The store's folder. */
  readonly dir: string;
}

/** A scope whose erasure is on disk. */
interface ErasedName {
  readonly owner: string;
  readonly scope: string;
  /** Number of its key; 0 where it had none. */
  readonly key: number;
}

/**
 * Takes what is left of erased scopes off the disk: first their keys, then files, values that LevelDB keeps after they were removed or overwritten, in its
 * tables and its log, and the copies of its log. May be done again at any time. Throws the file system's own error.
 */
const clearErased = async ({ map, files, keys, dir }: ErasingParts, names: readonly ErasedName[]): Promise<void> => {
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
const openErasures = async ({ map, keys }: ErasingParts, owner: string): Promise<ErasedName[]> => {
  const gte = erasedKey(owner, "");
  const all = await map.entries({ gte, lt: successor(gte)!, limit: Number.MAX_SAFE_INTEGER });
  return all.flatMap(([at, value]) => {
    const { key, isCleared } = decodeErased(at, value);
    if (isCleared && (key === 0 || keys.isDestroyed(idOf(key)))) return [];
    return [{ owner, scope: parseKey(at)?.rest[0] ?? "", key }];
  });
};
