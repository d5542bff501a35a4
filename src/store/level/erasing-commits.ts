import type { Commit, Committed } from "../store.ts";
import type { PreparedBlob } from "./blob-files.ts";
import type { CheckedReads } from "./checked-reads.ts";
import type { Committer } from "./committer.ts";
import { clearErased, type ErasedName, openErasures } from "./erasing.ts";
import type { OpenedParts } from "./opened-parts.ts";
import { ScopeMoved } from "./plan/erase-plan.ts";
import type { PreparedScope } from "./plan/scope-plan.ts";
import { type PreparedErasure, prepareErasure } from "./prepare-erasure.ts";
import { idOf } from "./secrets/key-file.ts";

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
