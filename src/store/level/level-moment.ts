import { DomainError } from "../../error.ts";
import { contentsOf, type MomentReads } from "../moment.ts";
import type { MapView } from "../ordered-map.ts";
import type { Content, ErasedScope, StoreMoment } from "../store.ts";
import type { BlobFiles } from "./blob-files.ts";
import { CheckedReads } from "./checked-reads.ts";
import { erasedKey, idempotencyKey, parseKey, recordPrefix, scopeKey, successor } from "./keys.ts";
import { Present } from "./present.ts";
import type { Secrets } from "./secrets/cipher.ts";

const keysAtOnce = 1_000;
/** Heads that are remembered while a moment is read: streams are read in turns. */
const headsCached = 10_000;

/** A LevelDB store as of one moment, read with the checks of every other read. */
export class LevelMoment implements StoreMoment {
  readonly #view: MapView;
  readonly #files: BlobFiles;
  readonly #secrets: Secrets;

  constructor(view: MapView, files: BlobFiles, secrets: Secrets) {
    this.#view = view;
    this.#secrets = secrets;
    this.#files = files;
  }

  contents(): AsyncIterable<Content> {
    const present = new Present(this.#view, headsCached, this.#secrets);
    const reads = new CheckedReads(this.#view, present, this.#files);
    const from: MomentReads = {
      owners: () => reads.owners(),
      page: (owner, after) => reads.page(owner, after),
      artifactsOf: (owner, scope) => reads.artifactsOf(owner, scope),
      eventCount: (owner, stream) => present.head(owner, stream).seq,
      blobSize: (owner, digest) => reads.blobSize(owner, digest),
      erased: (owner) => this.#erased(owner, present),
      apart: (owner) => this.#names(scopeKey(owner, "")),
      spaces: (owner) => this.#spaces(owner),
      records: (owner, space, range) => reads.records(owner, space, range),
      lists: (owner) => [...present.owner(owner).lists.keys()].sort(),
      entries: async (owner, list, range) => reads.lists.page(owner, list, range),
      commands: (owner) => this.#names(idempotencyKey(owner, "")),
      idempotency: (owner, key) => reads.idempotency(owner, key).catch(unlessErased),
    };
    return contentsOf(from);
  }

  close(): Promise<void> {
    return this.#view.close();
  }

  async *#erased(owner: string, present: Present): AsyncIterable<ErasedScope> {
    for await (const scope of this.#names(erasedKey(owner, ""))) {
      const erased = present.erased(owner, scope);
      if (erased) yield { scope, timeMs: erased.timeMs, head: present.head(owner, scope) };
    }
  }

  /** The names that keys with this prefix end with. */
  async *#names(prefix: string): AsyncIterable<string> {
    for (let gte = prefix; ; ) {
      const page = await this.#view.entries({ gte, lt: successor(prefix)!, limit: keysAtOnce });
      for (const [key] of page) yield parseKey(key)?.rest[0] ?? "";
      const [last] = page.at(-1) ?? [];
      if (last === undefined) return;
      gte = `${last}\0`;
    }
  }

  /** Found by their first keys: one look for each space. */
  async *#spaces(owner: string): AsyncIterable<string> {
    const all = recordPrefix(owner, "").slice(0, -1);
    for (let gte = all; ; ) {
      const [first] = await this.#view.entries({ gte, lt: successor(all)!, limit: 1 });
      if (!first) return;
      const space = parseKey(first[0])?.rest[0] ?? "";
      yield space;
      gte = successor(recordPrefix(owner, space))!;
    }
  }
}

/** A command whose answer was erased is left out of a moment: there is nothing of it that could be told. */
const unlessErased = (error: unknown): undefined => {
  if (!(error instanceof DomainError) || error.reason !== "ERASED") throw error;
};
