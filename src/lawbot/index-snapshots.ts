import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type IndexSnapshot, IndexSnapshotSchema } from "../../gen/pincite/lawbot/v1/index_snapshot_pb.ts";
import { deleteDerivedFile } from "../derived-file.ts";
import { DomainError, type Reason } from "../error.ts";
import { copyIndex } from "../search/copy-index.ts";
import { indexBytes, writeIndexBytes } from "../search/index-bytes.ts";
import type { Fence, RecordChange, ScopeErasure, StagedBlob, Store } from "../store/store.ts";
import type { SharedIndex } from "./corpus-index.ts";

/** One IndexSnapshot under the name of each index. */
const space = "lawbot-index";
/** The stream of what was erased: a snapshot that was begun before an erasure is not put in after it. */
export const erasureStream = "lawbot-erasures";

/** Bytes of one artifact: well below what a store takes, since it is whole in memory when it is read. */
const pieceBytes = 16 * 1024 * 1024;
/** How long the lease lasts under which one is made, and how often it is renewed meanwhile. */
const [leaseMs, renewMs] = [15_000, 5_000];
/** How often a server that waits for another's looks whether it is there. */
const lookMs = 250;

/** What a snapshot is not taken for: it went meanwhile, or is damaged. It is derived, and made anew. */
const gone: readonly Reason[] = ["ARTIFACT_NOT_FOUND", "DATA_LOSS", "ERASED"];

/**
 * The index of one kind of text as a read-only snapshot in a store that several servers share. One of them makes it, under a lease; the others take
 * it, held against its digest, rather than read and split every text themselves. What is imported afterwards each of them adds to its own file
 * until the next one is made.
 */
export class IndexSnapshots implements SharedIndex {
  readonly #store: Store;
  readonly #owner: string;
  readonly #name: string;
  readonly #lease: string;
  readonly #holder = randomBytes(16).toString("hex");

  /** `name`: `law` or `case`. */
  constructor(store: Store, owner: string, name: string) {
    this.#store = store;
    this.#owner = owner;
    this.#name = name;
    this.#lease = `lawbot-index/${name}`;
  }

  async taken(watermark: string, file: string): Promise<boolean> {
    for (;;) {
      if (await this.#fetched(watermark, file)) return true;
      if (await this.#begin()) {
        // Another may have ended its own between the look and the lease.
        if (!(await this.#fetched(watermark, file))) return false;
        await this.#end();
        return true;
      }
      await delay(lookMs);
    }
  }

  async madeHere(watermark: string, file: string, make: () => Promise<void>): Promise<void> {
    const renewing = setInterval(() => void this.#begin().catch(() => undefined), renewMs).unref();
    try {
      await make();
      await this.#put(watermark, file);
    } finally {
      clearInterval(renewing);
      await this.#end();
    }
  }

  async share(watermark: string, file: string): Promise<void> {
    if ((await this.#current())?.watermark === watermark || !(await this.#begin())) return;
    await this.madeHere(watermark, file, async () => undefined);
  }

  async #current(): Promise<IndexSnapshot | undefined> {
    const value = await this.#store.record(this.#owner, space, this.#name).catch(goneOnly);
    return value && fromBinary(IndexSnapshotSchema, value);
  }

  #fence: Fence | undefined;

  /** Takes the lease, or prolongs it; false while another server has it. */
  async #begin(): Promise<boolean> {
    try {
      this.#fence = await this.#store.lease(this.#owner, this.#lease, this.#holder, leaseMs);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.reason === "FENCED") return false;
      throw error;
    }
  }

  /** Gives it back; where that cannot be done it runs out. */
  async #end(): Promise<void> {
    const fence = this.#fence;
    this.#fence = undefined;
    if (fence) await this.#store.commit({ owner: this.#owner, fence, release: true }).catch(() => undefined);
  }

  async #fetched(watermark: string, file: string): Promise<boolean> {
    const snapshot = await this.#current();
    if (snapshot?.watermark !== watermark) return false;
    try {
      return await writeIndexBytes(file, this.#pieces(snapshot), snapshot.digest);
    } catch (error) {
      goneOnly(error);
      return false;
    }
  }

  async *#pieces({ pieceDigests }: IndexSnapshot): AsyncGenerator<Uint8Array> {
    for (const digest of pieceDigests) yield await this.#store.getBlob(this.#owner, digest);
  }

  async #put(watermark: string, file: string): Promise<void> {
    const before = await this.#store.head(this.#owner, erasureStream);
    const copy = `${file}-shared`;
    const staged: StagedBlob[] = [];
    try {
      // Changed meanwhile: of use to nobody, and the next one is made soon.
      if ((await copyIndex(file, copy)) !== watermark) return;
      const hash = createHash("sha256");
      let sizeBytes = 0;
      for await (const piece of indexBytes(copy, pieceBytes)) {
        hash.update(piece);
        sizeBytes += piece.length;
        staged.push(await this.#store.stageBlob(this.#owner, [piece]));
      }
      const digest = hash.digest("hex");
      // A scope that was erased takes nothing in any more, and the same file may be shared again.
      const scope = `lawbot-index/${this.#name}/${digest}/${randomBytes(4).toString("hex")}`;
      const pieceDigests = staged.map((one) => one.digest);
      const about = { watermark, digest, sizeBytes: BigInt(sizeBytes), pieceDigests, scope };
      const value = toBinary(IndexSnapshotSchema, create(IndexSnapshotSchema, about));
      const old = await this.#current();
      await this.#store.commit({
        owner: this.#owner,
        // What was erased since the copy was begun may be in it.
        stream: erasureStream,
        expect: before,
        scopes: [{ scope, staged }],
        records: [{ space, key: this.#name, value }],
        ...(old ? { erase: [{ scope: old.scope }] } : {}),
        ...(this.#fence ? { fence: this.#fence } : {}),
      });
    } finally {
      for (const one of staged) await one.discard();
      deleteDerivedFile(copy);
    }
  }
}

/** Those of one index in a store that several servers share; undefined: one process has the store alone, and nobody to share with. */
export const snapshotsIn = (store: Store, owner: string, name: "law" | "case"): IndexSnapshots | undefined =>
  store.isShared ? new IndexSnapshots(store, owner, name) : undefined;

/** What takes every snapshot out of a store: words of what is erased stand in it. */
export const snapshotsGone = async (
  store: Store,
  owner: string,
): Promise<{ readonly erase: readonly ScopeErasure[]; readonly records: readonly RecordChange[] }> => {
  const all = await store.list(owner, space);
  return {
    erase: all.map(({ value }) => ({ scope: fromBinary(IndexSnapshotSchema, value).scope })),
    records: all.map(({ key }) => ({ space, key, value: undefined })),
  };
};

const goneOnly = (error: unknown): undefined => {
  if (!(error instanceof DomainError) || !gone.includes(error.reason)) throw error;
  return undefined;
};
