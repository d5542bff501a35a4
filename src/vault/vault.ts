import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type {
  CorrectReadingRequest,
  ReadAgainItem,
  SetDocRequest,
} from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import type {
  CommitErasureRequest,
  CommitErasureResponse,
  VaultErasurePlan,
} from "../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import type { ImportedItem } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { CorrectSpeakerRequest } from "../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import type { ReadingLimits } from "../confined/reading-limits.ts";
import { deleteDerivedFile } from "../derived-file.ts";
import { openFullTextIndex } from "../search/sqlite-index.ts";
import type { Store } from "../store/store.ts";
import { limits } from "../wire/limits.ts";
import { createPageTokens, type PageTokens } from "../wire/page-token.ts";
import { Bundles } from "./bundles.ts";
import { correctReading } from "./correct-reading.ts";
import { correctSpeaker } from "./correct-speaker.ts";
import { eraseDocument } from "./erase/erase-document.ts";
import { otherStrandsOf } from "./erase/other-strands.ts";
import { type OtherStrands, planErasure } from "./erase/plan-erasure.ts";
import { type ImportOptions, importFiles } from "./import/import-run.ts";
import type { ImportInput } from "./import/read-file.ts";
import { createReader, type Reader } from "./parse/reader.ts";
import { type ReadAgainOptions, readAgain } from "./read-again.ts";
import { type Setter, setDoc } from "./set-doc.ts";
import { Spool } from "./spool/spool.ts";
import { UploadClaims } from "./spool/upload-claims.ts";
import { Catalogue } from "./strand/catalogue.ts";
import { cleaningRecord, isCleaningDue, strandsToClean } from "./strand/cleaning.ts";
import { OpenStrands } from "./strand/open-strands.ts";
import type { PaperQuota } from "./strand/paper-quota.ts";
import { PaperUsage } from "./strand/paper-usage.ts";
import type { SeenStrands } from "./strand/seen-strands.ts";
import { Sources } from "./strand/sources.ts";
import { Strand } from "./strand/strand.ts";
import { StrandList } from "./strand/strand-list.ts";
import { boundCache } from "./warm/cache-folder.ts";
import { LivingNodes } from "./warm/living-nodes.ts";
import { WarmStrands } from "./warm/warm-strands.ts";

/** What one import is asked for. */
export type ImportCall = Partial<Pick<ImportOptions, "dryRun" | "onProgress" | "isOver" | "passwords">>;

export interface VaultOptions {
  /** The Vault's own store; where it is shared, Vaults of other processes write to it too, and are followed. Not closed by `close`. */
  readonly store: Store;
  /** Whose documents these are: the beginning of every key. One configured owner, until callers are authenticated. */
  readonly owner: string;
  /** Who callers are taken to be, until they are authenticated: whose name stands beside what a person sets. Default `owner`. */
  readonly user?: string;
  /**
   * Folder for the full-text indexes and catalogues, made when absent; `memory` keeps them in memory. They are derived:
   * delete them at will while no Vault is open.
   */
  readonly indexDir: string | "memory";
  /** Folder for uploads that were not read yet, made when needed; default: one of the system's, removed by `close`. */
  readonly spoolDir?: string | undefined;
  /** What clients reach this server by, where others share its store; default: none do. */
  readonly replica?: string | undefined;
  /**
   * How many bytes of indexes and catalogues stay on disk where others share the store, those of open strands apart: what goes is made anew when it is
   * asked for. Default 8 GiB.
   */
  readonly cacheBytesMax?: number;
  /** Default: everybody sees everything. */
  readonly seen?: SeenStrands | undefined;
  /** Who signed in for the call that is worked for: it stands with what they have taken in. Default: nobody signs in. */
  readonly takenInBy?: (() => Principal | undefined) | undefined;
  /** What bounds hold for papers. Default: none. */
  readonly quota?: PaperQuota | undefined;
  /** Milliseconds since 1970; only `imported_at_iso` is made of it. */
  readonly clock: { now(): number };
  /** 32 random bytes of this installation; page tokens of another key are refused. */
  readonly tokenKey: Uint8Array;
  /** How much the reading of one document may cost; default `usualLimits`. */
  readonly readingLimits?: ReadingLimits;
  /** A reader shared with others, which `close` leaves open; default one of its own. */
  readonly reader?: Reader;
}

/** A Vault: strands of documents over one store. Its services are in rpc/; this is what they share. */
export interface Vault {
  readonly owner: string;
  readonly store: Store;
  readonly tokens: PageTokens;
  /** What the Vault's clock says: RFC 3339 in UTC with milliseconds. */
  readonly nowIso: () => string;
  /** The strand; empty means `default`. One into which nothing was imported is empty. Opened once, then kept. */
  strand(strandId: string): Promise<Strand>;
  /** Imports files in order and gives a row for each once it is on disk. */
  importFiles(
    strandId: string,
    files: AsyncIterable<ImportInput> | Iterable<ImportInput>,
    options?: ImportCall,
  ): AsyncIterable<ImportedItem>;
  /** Reads kept documents again and gives a row for each once it is on disk. */
  readAgain(strandId: string, options: Omit<ReadAgainOptions, "nowIso" | "reader">): AsyncIterable<ReadAgainItem>;
  /** Sets what a person says of a document; answers whether that changed anything. Errors: `DOCUMENT_NOT_FOUND`, `REQUEST_INVALID`. */
  setDoc(request: SetDocRequest): Promise<boolean>;
  /** Sets what a person sees where a machine read something else. Errors: as `DocsService.CorrectReading` says. */
  correctReading(request: CorrectReadingRequest): Promise<boolean>;
  /** Sets who speaks in parts of a document, or when. Errors: as `VaultSpeakerService.CorrectSpeaker` says. */
  correctSpeaker(request: CorrectSpeakerRequest): Promise<boolean>;
  /** What the erasure of a document would take and leave. Errors: `DOCUMENT_NOT_FOUND`, `ERASED`. */
  planErasure(strandId: string, docUid: string): Promise<VaultErasurePlan>;
  /** Does what a plan says. Errors: as `VaultErasureService.CommitErasure` says. */
  eraseDocument(request: CommitErasureRequest): Promise<CommitErasureResponse>;
  /** Bundles: documents of one strand offered to others. */
  readonly bundles: Bundles;
  /** Uploads that were not read yet. */
  readonly spool: Spool;
  /** The strands into which something was put. */
  readonly strands: StrandList;
  /**
   * Makes strands follow what changed in them, as far as they fall to this server, and lets go of what was not used for longest, where others share its store; else nothing. To be asked every few
   * seconds, one after the other. Errors: those of the store.
   */
  keepWarm(): Promise<void>;
  /** Closes the indexes and ends the reading thread. Running imports must have ended. */
  close(): Promise<void>;
}

export const defaultStrand = "default";

/**
 * Opens a Vault. Strands are opened when they are first asked for: the journal is folded, and an index whose watermark
 * belongs to another state is rebuilt. Errors: whatever the store says; `DATA_LOSS` when a stored text is damaged and
 * needed for rebuilding.
 */
export const openVault = async (options: VaultOptions): Promise<Vault> => {
  if (options.indexDir !== "memory") await mkdir(options.indexDir, { recursive: true });
  const vault = new OpenedVault(options);
  await vault.endErasures();
  return vault;
};

/** Each open strand is two SQLite files with their caches. Twice the longest call, because a batch may outlive its call. */
const strandBounds = { kept: 32, idleMs: 2 * limits.longDeadlineMs, now: () => performance.now() };

/** How many bytes of caches stay on disk where nobody says otherwise. */
const cacheBytesMaxDefault = 8 * 1024 ** 3;

class OpenedVault implements Vault {
  readonly owner: string;
  readonly store: Store;
  readonly tokens: PageTokens;
  readonly #options: VaultOptions;
  readonly bundles: Bundles;
  readonly spool: Spool;
  readonly #sources: Sources;
  readonly #reader: Reader;
  readonly strands: StrandList;
  /** What was put into each strand, counted with what is put into it. */
  readonly #usage: PaperUsage;
  readonly #strands: OpenStrands<Strand>;
  /** Strands that hold nothing, for calls that may not see what is there. */
  readonly #empty: OpenStrands<Strand>;
  readonly #nodes: LivingNodes | undefined;
  readonly #warm: WarmStrands | undefined;

  constructor(options: VaultOptions) {
    this.#options = options;
    this.owner = options.owner;
    this.store = options.store;
    this.tokens = createPageTokens(options.tokenKey);
    this.#sources = new Sources(options.store, options.owner);
    this.#reader = options.reader ?? createReader(options.readingLimits);
    const { seen } = options;
    this.bundles = new Bundles(options.store, options.owner, (id) => seen?.hides(id) ?? false);
    const { replica } = options;
    const claims = replica === undefined ? undefined : new UploadClaims(options.store, options.owner, replica);
    this.spool = new Spool(
      options.spoolDir,
      undefined,
      undefined,
      claims,
      seen && ((id) => seen.fills(id || defaultStrand)),
    );
    this.#usage = new PaperUsage(options.store, options.owner);
    this.strands = new StrandList(options.store, options.owner, seen);
    this.#empty = new OpenStrands((id) => this.#openEmpty(id), { ...strandBounds, kept: 4 });
    this.#strands = new OpenStrands((id) => this.#openStrand(id), strandBounds);
    const { store, owner, clock } = options;
    if (replica === undefined || !store.isShared) return;
    const nodes = new LivingNodes(store, owner, replica, clock);
    const follow = (id: string) =>
      this.#strands.warmed(id, async (strand) => {
        await strand.follow();
        await strand.ensureIndexed();
      });
    this.#nodes = nodes;
    this.#warm = new WarmStrands({ store, owner, nodes, strands: this.strands, follow });
  }

  async strand(strandId: string): Promise<Strand> {
    const id = strandId === "" ? defaultStrand : strandId;
    if (this.#options.seen?.hides(id)) return this.#empty.get(id);
    const strand = await this.#strands.get(id);
    await strand.follow();
    return strand;
  }

  async *importFiles(
    strandId: string,
    files: AsyncIterable<ImportInput> | Iterable<ImportInput>,
    options: ImportCall = {},
  ): AsyncGenerator<ImportedItem> {
    if (options.dryRun !== true) await this.#options.quota?.begin();
    yield* importFiles(await this.strand(strandId), files, {
      dryRun: options.dryRun ?? false,
      nowIso: this.nowIso,
      reader: this.#reader,
      onProgress: options.onProgress ?? (() => undefined),
      isOver: options.isOver ?? (() => false),
      passwords: options.passwords ?? [],
    });
  }

  async *readAgain(
    strandId: string,
    options: Omit<ReadAgainOptions, "nowIso" | "reader">,
  ): AsyncGenerator<ReadAgainItem> {
    yield* readAgain(await this.strand(strandId), { ...options, nowIso: this.nowIso, reader: this.#reader });
  }

  async setDoc(request: SetDocRequest): Promise<boolean> {
    return setDoc(await this.strand(request.strandId), request, this.#setter());
  }

  async correctReading(request: CorrectReadingRequest): Promise<boolean> {
    return correctReading(await this.strand(request.strandId), request, this.#setter());
  }

  async correctSpeaker(request: CorrectSpeakerRequest): Promise<boolean> {
    return correctSpeaker(await this.strand(request.strandId), request, this.#setter());
  }

  async planErasure(strandId: string, docUid: string): Promise<VaultErasurePlan> {
    const strand = await this.strand(strandId);
    return planErasure(strand, docUid, this.#othersThan(strand.id));
  }

  async eraseDocument(request: CommitErasureRequest): Promise<CommitErasureResponse> {
    const strand = await this.strand(request.strandId);
    const answer = await eraseDocument(strand, request, this.#setter(), this.#othersThan(strand.id));
    await this.#clean(strand.id);
    return answer;
  }

  /** Ends what a process did not come to that died after an erasure: nothing of what was erased stays beside the store. */
  async endErasures(): Promise<void> {
    for (const strandId of await strandsToClean(this.store, this.owner)) {
      await this.strand(strandId);
      await this.#clean(strandId);
    }
  }

  async keepWarm(): Promise<void> {
    if (!this.#warm) return;
    await this.#warm.look();
    const { indexDir, owner, cacheBytesMax = cacheBytesMaxDefault } = this.#options;
    if (indexDir === "memory") return;
    boundCache(indexDir, cacheBytesMax, new Set([...this.#strands.ids].map((id) => fileName(owner, id))));
  }

  async close(): Promise<void> {
    // Where that cannot be said, it is taken to be gone a little later.
    await this.#nodes?.leave().catch(() => undefined);
    if (this.#options.reader === undefined) await this.#reader.close();
    await this.#strands.close();
    await this.#empty.close();
    await this.spool.close();
  }

  #setter(): Setter {
    return { by: this.#options.user ?? this.owner, nowIso: this.nowIso() };
  }

  readonly nowIso = (): string => new Date(this.#options.clock.now()).toISOString();

  #othersThan(strandId: string): OtherStrands {
    return otherStrandsOf(this.strands, strandId, (id) => this.strand(id));
  }

  /** Uploads that were not read yet may hold what was erased: whoever sent them begins again. Catalogue and index are new by now. */
  async #clean(strandId: string): Promise<void> {
    await this.spool.removeWhere((id) => (id || defaultStrand) === strandId);
    await this.store.commit({ owner: this.owner, records: [cleaningRecord(strandId, false)] });
  }

  /** A strand of this name that nothing was put into: what it answers is what one answers that is not there. */
  async #openEmpty(id: string): Promise<Strand> {
    const { owner, seen } = this.#options;
    if (!seen) throw new TypeError("nothing is hidden from anybody");
    const store = await seen.nothing();
    const sources = new Sources(store, owner);
    const index = openFullTextIndex(":memory:");
    return Strand.open({
      store,
      owner,
      id,
      sources,
      index,
      catalogue: new Catalogue(":memory:"),
      usage: new PaperUsage(store, owner),
    });
  }

  async #openStrand(id: string): Promise<Strand> {
    const { store, owner, indexDir, takenInBy, quota } = this.#options;
    const fileOf = (end: string): string =>
      indexDir === "memory" ? ":memory:" : join(indexDir, `${fileName(owner, id)}.${end}`);
    if (await isCleaningDue(store, owner, id)) {
      deleteDerivedFile(fileOf("sqlite"));
      deleteDerivedFile(fileOf("catalogue"));
    }
    const index = openFullTextIndex(fileOf("sqlite"));
    let catalogue: Catalogue | undefined;
    try {
      catalogue = new Catalogue(fileOf("catalogue"));
      return await Strand.open({
        store,
        owner,
        id,
        sources: this.#sources,
        index,
        catalogue,
        usage: this.#usage,
        takenInBy,
        quota,
      });
    } catch (error) {
      index.close();
      catalogue?.close();
      throw error;
    }
  }
}

/** Owners and strands are hashed into file names: no name of either can reach another folder. */
const fileName = (owner: string, strandId: string): string =>
  createHash("sha256").update(`${owner.length}\n${owner}\n${strandId}`).digest("hex").slice(0, 32);
