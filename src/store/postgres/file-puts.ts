import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "../../error.ts";
import { sha256Hex } from "../../sha256.ts";
import { BlobDraft } from "../level/blob-draft.ts";
import { inlineBlob, isFile, type PreparedBlob } from "../level/blob-files.ts";
import { erasedKey, locatorKey, secretKey, successor } from "../level/keys.ts";
import { storeLimits } from "../limits.ts";
import { pieces } from "../page.ts";
import { type HeldBlob, stage } from "../staged-blob.ts";
import type { Commit, StagedBlob } from "../store.ts";
import { filePieces, filesOfScope } from "./large-files.ts";
import type { CommitParts, OwnerCommits } from "./owner-commits.ts";
import { readOwner } from "./owner-reads.ts";
import { bytesOf, putParameters, type Rows } from "./rows.ts";
import { repeated } from "./trouble.ts";

/** Pieces of a large file that are put with one statement: four MiB. */
const piecesAtOnce = 16;

/** Puts large files as pieces ahead of the commits that name them, and takes away those of scopes that were erased meanwhile. */
export class FilePuts {
  readonly #parts: Pick<CommitParts, "database" | "statements">;
  readonly #rows: Rows;
  readonly #commitsOf: (owner: string) => OwnerCommits;
  #drafts: Promise<string> | undefined;

  constructor(
    parts: Pick<CommitParts, "database" | "statements">,
    rows: Rows,
    commitsOf: (owner: string) => OwnerCommits,
  ) {
    this.#parts = parts;
    this.#rows = rows;
    this.#commitsOf = commitsOf;
  }

  /** Takes a blob in ahead of its commit; a large one waits in a file of this machine. */
  stage(owner: string, from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob> {
    return stage(owner, from, async () => {
      this.#drafts ??= mkdtemp(join(tmpdir(), "pincite-drafts-"));
      return BlobDraft.open(join(await this.#drafts, crypto.randomUUID()));
    });
  }

  /** Readies blobs for a scope: large ones are put as pieces before the commit that names them. */
  async ready(
    owner: string,
    scope: string,
    { blobs = [], staged = [] }: Pick<Commit, "blobs" | "staged">,
  ): Promise<PreparedBlob[]> {
    const ready: PreparedBlob[] = [];
    for (const blob of blobs) {
      // A copy: the caller's bytes could change between the hashing and the writing.
      if (isFile(blob))
        ready.push(await this.#put(owner, scope, sha256Hex(blob), blob.length, () => pieces(blob.slice())));
      else ready.push(inlineBlob(blob));
    }
    for (const one of staged as readonly HeldBlob[]) {
      const { digest, sizeBytes } = one;
      if (sizeBytes > storeLimits.inlineBlobBytesMax)
        ready.push(await this.#put(owner, scope, digest, sizeBytes, () => one.read()));
      else ready.push(inlineBlob(new Uint8Array(Buffer.concat([...one.read()]))));
    }
    return ready;
  }

  /** The keys of all pieces of a scope. */
  keysOf(owner: string, scope: string): Promise<string[]> {
    const prefix = filesOfScope(owner, scope);
    return this.#rows.keys(prefix, successor(prefix)!);
  }

  /** Removes the files of scopes that were erased while files were being put for them: `error` is what the commit was refused with. */
  async removeErased(owner: string, scopes: readonly string[], error: unknown): Promise<void> {
    if (!(error instanceof DomainError) || error.reason !== "ERASED") return;
    for (const scope of scopes) {
      const keys = scope === "" ? [] : await this.keysOf(owner, scope);
      if (keys.length === 0) continue;
      const isErased = await readOwner(
        this.#rows,
        owner,
        [erasedKey(owner, scope)],
        ({ present }) => present.erased(owner, scope) !== undefined,
      );
      if (isErased)
        await repeated(() => this.#parts.database.query(this.#parts.statements.remove, [keys.map(bytesOf)]));
    }
  }

  /** Removes what was staged and never named. */
  async close(): Promise<void> {
    if (this.#drafts) await rm(await this.#drafts, { recursive: true, force: true });
  }

  async #put(
    owner: string,
    scope: string,
    digest: string,
    sizeBytes: number,
    read: () => Iterable<Uint8Array>,
  ): Promise<PreparedBlob> {
    if (await this.#holds(owner, scope, digest)) return { digest, sizeBytes };
    const secret = await this.#secretOf(owner, scope);
    const { database, statements } = this.#parts;
    const put = (rows: readonly (readonly [string, Uint8Array])[]) =>
      repeated(() => database.query(statements.put, putParameters(rows)));
    let rows: (readonly [string, Uint8Array])[] = [];
    for (const row of filePieces(owner, scope, digest, read(), secret)) {
      rows.push(row);
      if (rows.length < piecesAtOnce) continue;
      await put(rows);
      rows = [];
    }
    if (rows.length > 0) await put(rows);
    return { digest, sizeBytes };
  }

  /** Whether a scope holds a large file whole. */
  #holds(owner: string, scope: string, digest: string): Promise<boolean> {
    return readOwner(this.#rows, owner, [locatorKey(owner, digest, scope)], async ({ present, files }) => {
      if (!present.locator(owner, digest, scope)) return false;
      return files.wholeBytes(owner, scope, digest).then(
        () => true,
        () => false,
      );
    });
  }

  /** The key of a scope, given to it ahead of its first record: a file is encrypted before the commit that names it. */
  async #secretOf(owner: string, scope: string) {
    if (scope === "") return undefined;
    const needs = [erasedKey(owner, scope), secretKey(owner, scope)];
    await this.#commitsOf(owner).submit(needs, ({ batch }) => batch.giveKey(owner, scope));
    return readOwner(this.#rows, owner, needs, ({ present, keys }) => {
      const known = present.secret(owner, scope);
      return known && keys.secret(known.number);
    });
  }
}
