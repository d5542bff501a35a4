import { Serial } from "#kit/serial.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { DocRecord, DocumentMended, ErasedDocument, NotedPath } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { FullTextIndex } from "../../search/full-text-index.ts";
import type { SpanSource } from "../../span/source.ts";
import type { IdempotencyChange, IdempotencyState, Store, StoredEvent } from "../../store/store.ts";
import type { MadeDocument } from "../import/record.ts";
import type { Catalogue } from "./catalogue.ts";
import { Chain } from "./chain.ts";
import { cleaningRecord } from "./cleaning.ts";
import { type Lists, StrandContainers } from "./containers.ts";
import { Indexing } from "./indexing.ts";
import { StrandJournal } from "./journal.ts";
import { JournalCopy, type LastPart } from "./journal-copy.ts";
import { encodedNow, importedEvents, mendedEvent, notedEvents, rereadEvents } from "./journal-events.ts";
import type { PaperQuota } from "./paper-quota.ts";
import { bytesOf, type PaperUsage } from "./paper-usage.ts";
import { putsOf } from "./scopes.ts";
import type { Sources } from "./sources.ts";
import { strandEntry } from "./strand-list.ts";
import { type NamedText, textNamed } from "./texts.ts";
import { isTakenOver, WritingLease } from "./writing-lease.ts";

export interface StrandParts {
  readonly store: Store;
  readonly owner: string;
  readonly id: string;
  readonly sources: Sources;
  readonly index: FullTextIndex;
  readonly catalogue: Catalogue;
  /** What was put into each strand. */
  readonly usage: PaperUsage;
  /** What bounds hold for papers. Default: none. */
  readonly quota?: PaperQuota | undefined;
  /** Who signed in for the call that is worked for. Default: nobody signs in. */
  readonly takenInBy?: (() => Principal | undefined) | undefined;
}

/** What is said of known documents: how their bytes read now, and what a person set. */
export interface LaterWords {
  readonly rereads?: readonly Omit<MadeDocument, "text">[];
  readonly mends?: readonly DocumentMended[];
  /** The call that says it, and its answer: recorded with it, or alone where it says nothing new. */
  readonly idempotency?: IdempotencyChange;
}

/**
 * One strand: its journal, the catalogue folded from the journal, and its own full-text index, so that documents of another
 * strand change no rank and no count here. Only the journal is the truth; catalogue and index are rebuilt from it.
 */
export class Strand {
  readonly catalogue: Catalogue;
  readonly id: string;
  readonly index: FullTextIndex;
  readonly sources: Sources;
  readonly containers: StrandContainers;
  readonly #parts: StrandParts;
  readonly #chain: Chain;
  readonly #journal: StrandJournal;
  readonly #indexing: Indexing;
  readonly #writers = new Serial();
  readonly #lease: WritingLease;
  #folding: Promise<void> | undefined;

  private constructor(parts: StrandParts, chain: Chain) {
    this.#parts = parts;
    this.#chain = chain;
    this.id = parts.id;
    this.index = parts.index;
    this.catalogue = parts.catalogue;
    this.sources = parts.sources;
    this.#lease = new WritingLease(parts.store, parts.owner, parts.id);
    this.containers = new StrandContainers(parts.store, parts.owner, parts.id);
    this.#journal = new StrandJournal(parts.store, parts.owner, chain);
    this.#indexing = new Indexing({ ...parts, journal: this.#journal });
  }

  /**
   * Opens a strand. The part of the journal that the catalogue has not seen is folded, or the whole journal when the
   * catalogue has seen another journal. The index follows when its watermark says that it belongs to another state.
   */
  static async open(parts: StrandParts): Promise<Strand> {
    const strand = new Strand(parts, await Chain.find(parts.store, parts.owner, parts.id));
    if (!(await strand.#journal.holds(parts.catalogue.head))) parts.catalogue.clear();
    await strand.catchUp();
    return strand;
  }

  /** The stream that its journal is. */
  get stream(): string {
    return this.#chain.stream;
  }

  /** Every event of its journal, in order. */
  journalEvents(): AsyncIterable<StoredEvent> {
    return this.#journal.all();
  }

  /** The corpus revision: strands of equal revisions have equal documents and are searched by equal rules. */
  get revision(): string {
    return this.#indexing.revision;
  }

  /** Runs one writer after another, because each writer decides on the state that the previous writer left. */
  exclusively<T>(write: () => Promise<T>): Promise<T> {
    return this.#writers.run(write);
  }

  /** As `exclusively`, among the writers of all processes that share the store: each begins on what the one before it left. */
  alone<T>(write: () => Promise<T>): Promise<T> {
    return this.exclusively(() =>
      this.#lease.under(async () => {
        await this.#followWriters();
        return write();
      }),
    );
  }

  /**
   * Runs one writer after another, as `alone` does, and once more when another process wrote to the strand all the same, or took the lease of one that
   * was halted: what that wrote may decide otherwise.
   */
  async decided<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await this.alone(write);
    } catch (error) {
      if (!isStale(error) && !isTakenOver(error)) throw error;
      return this.alone(async () => {
        await this.catchUp();
        return write();
      });
    }
  }

  /**
   * Commits documents, further paths of known ones, how known ones read now, what a person said of them
   * and lists of containers: bytes, texts and journal events together, then the catalogue and the index, which are derived.
   * Errors: `RUN_VERSION_STALE` when another process wrote to the strand; `catchUp`, decide anew and commit again. `FENCED`
   * when another process took the strand over. Call within `alone`.
   */
  async commit(
    documents: readonly MadeDocument[],
    noted: readonly NotedPath[] = [],
    { rereads = [], mends = [], idempotency, ...lists }: LaterWords & Partial<Lists> = {},
  ): Promise<void> {
    const { store, owner, id, takenInBy, usage, quota } = this.#parts;
    const { blobs, containers } = await this.containers.news(lists);
    if ([documents, noted, rereads, mends, containers, blobs].every(({ length }) => length === 0)) {
      if (idempotency !== undefined) await store.commit({ owner, idempotency });
      return;
    }
    const expect = this.catalogue.head;
    // Prepared before the commit, while the index is still of one state, and one by one, so that searches come in between.
    const prepared = await this.#indexing.prepare(documents);
    const events = [
      ...importedEvents(id, documents, takenInBy?.()),
      ...notedEvents(id, noted),
      ...rereadEvents(
        id,
        rereads.map(({ record }) => record),
      ),
      ...mends.map(mendedEvent),
      ...this.containers.events(containers),
    ];
    const used = await usage.ahead(id, this.stream, expect, events);
    const { head } = await store.commit({
      owner,
      stream: this.stream,
      expect,
      events,
      blobs,
      scopes: putsOf([...documents, ...rereads]),
      records: (at) => [...this.containers.records(containers, this.stream), ...(used?.records(at) ?? [])],
      // Before its first event nobody knew of it.
      entries: expect.seq === 0 ? [strandEntry(id, documents[0]?.record.detail?.importedAtIso ?? "")] : [],
      ...(idempotency === undefined ? {} : { idempotency }),
      ...this.#lease.lastUnder,
    });
    used?.done(head);
    await quota?.took(documents.reduce((sum, { record }) => sum + bytesOf(record), 0n));
    this.#lease.released();
    // An index that missed an earlier batch must not look complete because a later batch succeeded.
    const wasIndexed = this.#indexing.isCurrent;
    const later = [
      ...rereads.map(({ record }) => record.detail?.summary?.docUid ?? ""),
      ...mends.map((one) => one.docUid),
    ];
    const gone = noted.map(({ docUid }) => docUid).filter((docUid) => this.catalogue.isSuperseded(docUid));
    const records = documents.map((document) => ({ record: document.record, encoded: encodedNow(document) }));
    const change = { records, paths: noted, rereads, mends };
    if (!this.catalogue.extend(change, expect, head) || !wasIndexed) return this.catchUp();
    this.#indexing.put(prepared);
    const replaced = [
      ...records.map(({ record }) => record.detail?.supersedesDocUid ?? ""),
      ...noted.map((path) => path.supersedesDocUid),
    ].filter((docUid) => docUid !== "");
    this.#indexing.removeSuperseded(replaced);
    const anew = [...gone, ...later, ...this.#indexing.heirsOf([...replaced, ...later])];
    if (anew.length > 0) this.#indexing.put(await this.#indexing.prepareStored(anew));
    this.#indexing.complete();
    await this.#indexing.tidy();
  }

  /**
   * Erases the journal and some scopes, and goes on with another journal, whose parts `fill` writes but for the last, which it
   * gives. All or nothing: until that is committed, the old journal counts. Catalogue and index are made anew, their files deleted
   * first; a start does so where a process died before. Call within `alone`. Errors: RUN_VERSION_STALE when another process
   * wrote to the strand, FENCED when it took it over.
   */
  async replaceJournal(
    fill: (copy: JournalCopy) => Promise<LastPart>,
    gone: { readonly scopes: readonly string[]; readonly idempotency: IdempotencyChange },
  ): Promise<void> {
    const { store, owner, id, usage } = this.#parts;
    const { head } = this.catalogue;
    const copy = new JournalCopy(store, owner, await this.#chain.next());
    const { events, blobs, containers } = await fill(copy);
    await store.commit({
      owner,
      stream: copy.stream,
      expect: copy.head,
      events,
      blobs,
      records: [...this.containers.records(containers, copy.stream), cleaningRecord(id, true), usage.drop(id)],
      erase: [{ scope: this.stream, expect: head }, ...gone.scopes.map((scope) => ({ scope }))],
      idempotency: gone.idempotency,
      ...this.#lease.lastUnder,
    });
    this.#lease.released();
    await this.#toNextJournal();
  }

  async #toNextJournal(): Promise<void> {
    await this.#chain.goOn();
    this.sources.forget();
    this.index.clear();
    this.catalogue.clear();
    await this.catchUp();
  }

  /** What a call under this key was answered; undefined for a key that was never seen. */
  answered(key: string): Promise<IdempotencyState | undefined> {
    return this.#parts.store.idempotency(this.#parts.owner, key);
  }

  /** Reads the events that others have written to the journal since. */
  async catchUp(): Promise<void> {
    await this.#readJournal();
    await this.ensureIndexed();
  }

  /**
   * Folds the journal again when a failed write, or damage, left the catalogue behind it, and where other processes may write to the strand,
   * what they wrote since; where they erased something, catalogue and index are made anew. Every call must await this.
   */
  async follow(): Promise<void> {
    const { isErased, isBehind } = await this.#standing();
    if (isErased) await this.exclusively(() => this.#followErasure());
    else if (isBehind) await this.catchUp();
    if (this.catalogue.isBehind) await this.#readJournal();
  }

  /** What `follow` does, for who writes. */
  async #followWriters(): Promise<void> {
    const { isErased, isBehind } = await this.#standing();
    if (isErased) await this.#toNextJournal();
    else if (isBehind) await this.catchUp();
  }

  /** What other processes did to the journal since it was read here. */
  async #standing(): Promise<{ readonly isErased: boolean; readonly isBehind: boolean }> {
    const { store, owner } = this.#parts;
    if (!store.isShared) return { isErased: false, isBehind: false };
    const { stream } = this;
    const [erasedAt, head] = await Promise.all([store.erasedAt(owner, stream), store.head(owner, stream)]);
    return { isErased: erasedAt !== undefined, isBehind: head.seq > this.catalogue.head.seq };
  }

  async #followErasure(): Promise<void> {
    const { store, owner } = this.#parts;
    // One of this process has seen to it.
    if ((await store.erasedAt(owner, this.stream)) === undefined) return;
    await this.#toNextJournal();
  }

  /** Makes the index follow, before a search, when a failed write left it behind the journal. */
  async ensureIndexed(): Promise<void> {
    if (!this.#indexing.isCurrent) await this.#indexing.follow();
  }

  /** Finds the record of a document. Errors: `DOCUMENT_NOT_FOUND`, also for documents of other strands; `ERASED`. */
  record(docUid: string): DocRecord {
    const record = this.catalogue.record(docUid);
    if (record !== undefined) return record;
    const erased = this.catalogue.erased(docUid);
    if (erased !== undefined) throw documentErased(this.id, erased);
    throw new DomainError(
      "DOCUMENT_NOT_FOUND",
      worded("source-error.strand-has-no-document-search-or-list-its", { id: this.id, docUid: docUid.slice(0, 64) }),
      {
        docUid: docUid.slice(0, 64),
        strandId: this.id,
      },
    );
  }

  /**
   * Opens a text of a document: the one that is named, by its digest or by a chunk that was cut from it, else the newest.
   * Errors: `DOCUMENT_NOT_FOUND`, also where the document never had such a text; `DATA_LOSS`.
   */
  text(docUid: string, named: NamedText = {}): Promise<SpanSource> {
    return textNamed(this.sources, this.record(docUid), this.catalogue.earlierTexts(docUid), named);
  }

  /** Closes index and catalogue; nobody may use the strand any more. */
  close(): void {
    try {
      this.index.close();
    } finally {
      this.catalogue.close();
    }
  }

  #readJournal(): Promise<void> {
    this.#folding ??= this.#foldJournal().finally(() => {
      this.#folding = undefined;
    });
    return this.#folding;
  }

  async #foldJournal(): Promise<void> {
    const { catalogue } = this;
    // Folding starts again from the catalogue's head when the catalogue has fallen back or was extended meanwhile.
    while (!(await this.#journal.fold(catalogue.head, (change, from, to) => catalogue.extend(change, from, to))));
    catalogue.complete();
  }
}

const isStale = (error: unknown): boolean => error instanceof DomainError && error.reason === "RUN_VERSION_STALE";

const documentErased = (strandId: string, { docUid, erasedAtIso }: ErasedDocument): DomainError =>
  new DomainError(
    "ERASED",
    worded("erasure-error.document-was-erased-from-strand-on-utc", {
      docUid: docUid.slice(0, 12),
      strandId,
      erasedAtIso: erasedAtIso.slice(0, 10),
      erasedAtIso2: erasedAtIso.slice(11, 16),
    }),
    { docUid, strandId, erased_at: erasedAtIso },
  );
