import type { Room } from "../room.ts";
import type { StagingFile } from "../staged-blob.ts";
import type { Commit } from "../store.ts";
import { isFile, type PreparedBlob } from "./blob-files.ts";
import type { Committer } from "./committer.ts";
import type { OpenedParts } from "./opened-parts.ts";
import { scopeOf } from "./plan/batch-plan.ts";
import type { PreparedScope } from "./plan/scope-plan.ts";
import type { Secret } from "./secrets/cipher.ts";

type Puts = Pick<Commit, "blobs" | "staged">;

const hasFile = ({ blobs, staged }: Puts): boolean => Boolean(staged?.length || blobs?.some(isFile));

/** Whether a commit puts what is to be a file. */
export const hasFiles = (commit: Commit): boolean => hasFile(commit) || (commit.scopes?.some(hasFile) ?? false);

/** Large blobs of commits, which are durable files before the batch that names them. */
export class CommitFiles {
  readonly #parts: Pick<OpenedParts, "files" | "present" | "keys">;
  readonly #committer: Pick<Committer, "submit">;
  readonly #orFail: <T>(work: () => Promise<T>) => Promise<T>;

  /** Work that fails within `orFail` ends the store. */
  constructor(
    parts: Pick<OpenedParts, "files" | "present" | "keys">,
    committer: Pick<Committer, "submit">,
    orFail: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    this.#parts = parts;
    this.#committer = committer;
    this.#orFail = orFail;
  }

  /** Readies what a commit puts. Errors: ERASED for a scope that was erased, and what ends the store. */
  async ready(commit: Commit): Promise<{ blobs: PreparedBlob[]; scopes: PreparedScope[] }> {
    const blobs = await this.#put(commit.owner, scopeOf(commit), commit);
    const scopes: PreparedScope[] = [];
    for (const put of commit.scopes ?? [])
      scopes.push({ scope: put.scope, blobs: await this.#put(commit.owner, put.scope, put) });
    return { blobs, scopes };
  }

  /** A file whose write errors end the store, like all others. */
  async begin(room: Room): Promise<StagingFile> {
    const draft = await this.#orFail(() => this.#parts.files.begin());
    return {
      append: async (bytes) => {
        room.take(bytes.length);
        await this.#orFail(() => draft.append(bytes));
      },
      read: () => draft.read(),
      remove: () => draft.remove(),
    };
  }

  async #put(owner: string, scope: string, { blobs = [], staged = [] }: Puts): Promise<PreparedBlob[]> {
    const { files } = this.#parts;
    const secret = hasFile({ blobs, staged }) ? await this.#secretOf(owner, scope) : undefined;
    return this.#orFail(() =>
      Promise.all([
        ...blobs.map((blob) => files.prepare(owner, scope, blob, secret)),
        ...staged.map((blob) => files.prepareStaged(scope, blob, secret)),
      ]),
    );
  }

  /** The key of a scope, given to it ahead of its first record: a file is encrypted before the commit that names it. */
  async #secretOf(owner: string, scope: string): Promise<Secret | undefined> {
    const { present, keys } = this.#parts;
    if (scope === "") return undefined;
    if (!present.secret(owner, scope)) await this.#committer.submit((batch) => batch.giveKey(owner, scope));
    const known = present.secret(owner, scope);
    return known && keys.secret(known.number);
  }
}
