import { erasedKey } from "../level/keys.ts";
import { ScopeMoved } from "../level/plan/erase-plan.ts";
import { type PreparedErasure, prepareErasure } from "../level/prepare-erasure.ts";
import { idOf } from "../level/secrets/key-file.ts";
import type { Commit } from "../store.ts";
import type { FilePuts } from "./file-puts.ts";
import type { CommitParts, Flight } from "./owner-commits.ts";
import { readOwner } from "./owner-reads.ts";
import type { Rows } from "./rows.ts";
import { encodeScopeKey, scopeKeyKey } from "./table-keys.ts";

/** A scope that is ready to be erased, and the keys of the pieces of its large files. */
interface ReadyErasure {
  readonly prepared: PreparedErasure;
  readonly files: readonly string[];
}

/** Readies scopes to be erased, and removes their keys and files with the commit that erases them. */
export class TableErasures {
  readonly #parts: Pick<CommitParts, "clock" | "wrapping">;
  readonly #rows: Rows;
  readonly #files: FilePuts;

  constructor(parts: Pick<CommitParts, "clock" | "wrapping">, rows: Rows, files: FilePuts) {
    this.#parts = parts;
    this.#rows = rows;
    this.#files = files;
  }

  /** Does `write` on what is ready, and readies it again as often as the scopes change meanwhile. */
  async written<T>(commit: Commit, write: (ready: readonly ReadyErasure[]) => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await write(await this.#ready(commit));
      } catch (error) {
        if (!(error instanceof ScopeMoved)) throw error;
      }
  }

  /** Keys that a plan which erases these will ask for. */
  needsOf(ready: readonly ReadyErasure[]): string[] {
    return ready.flatMap(({ prepared: { sealed, derived, locators } }) => [
      ...sealed.map(({ key }) => key),
      ...derived.map(({ key }) => key),
      ...locators,
    ]);
  }

  /** Plans a commit by `add`, which is given what it erases, and the end of each erased scope's key and files. */
  planned<T>(
    { batch, also }: Flight,
    owner: string,
    ready: readonly ReadyErasure[],
    add: (prepared: readonly PreparedErasure[]) => T,
  ): T {
    const numbers = ready.map(({ prepared: { scope } }) => batch.keys.known(owner, scope)?.number ?? 0);
    const added = add(ready.map(({ prepared }) => prepared));
    for (const [at, { prepared, files }] of ready.entries()) {
      const { scope } = prepared;
      if (batch.erasures.erased.get(erasedKey(owner, scope))?.isCleared !== false) continue;
      const number = numbers[at] ?? 0;
      // The name says which key still opens what log and backups hold of this one: a rotation takes it away.
      const gone = { key: new Uint8Array(), wrappedBy: this.#parts.wrapping.current };
      if (number > 0) also.set(scopeKeyKey(owner, number), encodeScopeKey(scopeKeyKey(owner, number), gone));
      for (const key of files) also.set(key, undefined);
      batch.erasures.clear(owner, scope);
    }
    return added;
  }

  async #ready({ owner, erase = [] }: Commit): Promise<ReadyErasure[]> {
    const timeMs = this.#parts.clock.now();
    const ready: ReadyErasure[] = [];
    for (const erasure of erase) {
      const prepared = await readOwner(this.#rows, owner, [], ({ map, present, reads }) => {
        if (present.erased(owner, erasure.scope)) return undefined;
        const last = reads.lastRecord(owner, erasure.scope);
        const known = present.secret(owner, erasure.scope);
        const keyId = known ? idOf(known.number) : "";
        return prepareErasure(map, present.records, owner, { erasure, last, keyId, timeMs });
      });
      if (prepared) ready.push({ prepared, files: await this.#files.keysOf(owner, erasure.scope) });
    }
    return ready;
  }
}
