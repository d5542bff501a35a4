import { setImmediate } from "node:timers/promises";
import type { DocRecord, NotedPath } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import type { FullTextIndex, PreparedEntry } from "../../search/index.ts";
import { emptyHead, type Head, type Store } from "../../store/store.ts";
import type { MadeDocument } from "../import/record.ts";
import { Catalogue } from "./catalogue.ts";
import { entryOf, indexRevision } from "./index-entry.ts";
import { foldJournal, importedEvents, notedEvents, streamOf } from "./journal.ts";
import type { Sources } from "./sources.ts";

/** Characters split into words before others have their turn: about a millisecond. */
const charsAtATime = 8_192;
/** Documents read again at a time while the index is rebuilt. */
const rebuildBatch = 64;

export interface StrandParts {
  readonly store: Store;
  readonly owner: string;
  readonly id: string;
  readonly sources: Sources;
  readonly index: FullTextIndex;
}

/**
 * One strand: its journal, the catalogue folded from it, and its own full-text index, so that documents of another strand
 * change no rank and no count here. Only the journal is the truth; the other two are rebuilt from it.
 */
export class Strand {
  readonly catalogue = new Catalogue();
  readonly id: string;
  readonly index: FullTextIndex;
  readonly sources: Sources;
  private readonly parts: StrandParts;
  private head: Head = emptyHead;
  private lastWrite: Promise<unknown> = Promise.resolve();
  private rebuilding: Promise<void> | undefined;

  private constructor(parts: StrandParts) {
    this.parts = parts;
    this.id = parts.id;
    this.index = parts.index;
    this.sources = parts.sources;
  }

  /** Folds the journal, and rebuilds the index when its watermark says that it belongs to another state. */
  static async open(parts: StrandParts): Promise<Strand> {
    const strand = new Strand(parts);
    await strand.catchUp();
    return strand;
  }

  /**
   * The corpus revision: equal revisions have equal documents and are searched by equal rules. Made of the journal's head,
   * whose hash covers every event, and the version of the index rules.
   */
  get revision(): string {
    return `${this.head.seq}-${this.head.hash.slice(0, 32)}-${indexRevision}`;
  }

  /** Runs one writer after another, because each decides on what the one before has left. */
  async exclusively<T>(write: () => Promise<T>): Promise<T> {
    const result = this.lastWrite.then(write, write);
    this.lastWrite = result.catch(() => undefined);
    return result;
  }

  /**
   * Commits documents, and known ones met at further paths: bytes, texts and journal events together, then what is
   * derived. Call within `exclusively`.
   * Errors: `RUN_VERSION_STALE` when another process wrote to the strand; `catchUp`, decide anew and commit again.
   */
  async commit(documents: readonly MadeDocument[], noted: readonly NotedPath[] = []): Promise<void> {
    if (documents.length + noted.length === 0) return;
    const { store, owner, id } = this.parts;
    const records = documents.map((document) => document.record);
    // Before the commit, while what is searched is still of one state, and one by one, so that searches come in between.
    const prepared = await this.prepare(documents);
    const committed = await store.commit({
      owner,
      stream: streamOf(id),
      expect: this.head,
      events: [...importedEvents(id, documents), ...notedEvents(id, noted)],
      blobs: documents.flatMap(({ original, canonical }) =>
        [original, canonical].filter((bytes) => bytes !== undefined),
      ),
    });
    const isIndexed = this.index.watermark === this.revision;
    this.head = committed.head;
    const gone = noted.filter(({ docUid }) => this.catalogue.isSuperseded(docUid));
    for (const record of records) this.catalogue.add(record);
    for (const path of noted) this.catalogue.note(path);
    // An index that missed an earlier batch must not look complete because a later one succeeded.
    if (!isIndexed) return this.rebuildIndex();
    this.putInIndex(prepared);
    this.removeSuperseded([
      ...records.map((record) => record.detail?.supersedesDocUid ?? ""),
      ...noted.map((path) => path.supersedesDocUid),
    ]);
    for (const { docUid } of gone) this.putInIndex(await this.prepare([await this.withText(this.record(docUid))]));
    this.index.watermark = this.revision;
    await this.tidyIndex();
  }

  /** Reads what others have written to the journal since. */
  async catchUp(): Promise<void> {
    await this.readJournal();
    await this.ensureIndexed();
  }

  /** Before a search: makes the index anew when a failed write left it behind the journal. */
  async ensureIndexed(): Promise<void> {
    if (this.index.watermark !== this.revision) await this.rebuildIndex();
  }

  /** Errors: `DOCUMENT_NOT_FOUND`, also for documents of other strands. */
  record(docUid: string): DocRecord {
    const record = this.catalogue.record(docUid);
    if (record !== undefined) return record;
    throw new DomainError(
      "DOCUMENT_NOT_FOUND",
      `strand "${this.id}" has no document ${docUid.slice(0, 64)}; search or list its documents`,
      {
        docUid: docUid.slice(0, 64),
        strandId: this.id,
      },
    );
  }

  /** Makes the index anew from journal and stored texts; whoever asks meanwhile waits for the same making. */
  async rebuildIndex(): Promise<void> {
    this.rebuilding ??= this.rebuild().finally(() => {
      this.rebuilding = undefined;
    });
    return this.rebuilding;
  }

  private async rebuild(): Promise<void> {
    let revision: string;
    do {
      revision = this.revision;
      const docUids = this.catalogue.docUids();
      this.index.watermark = "";
      this.index.remove(docUids.filter((docUid) => this.catalogue.isSuperseded(docUid)));
      for (let at = 0; at < docUids.length; at += rebuildBatch) {
        const batch = docUids.slice(at, at + rebuildBatch).map((docUid) => this.record(docUid));
        const texts = await Promise.all(batch.map((record) => this.withText(record)));
        this.putInIndex(await this.prepare(texts));
        await this.tidyIndex();
      }
      // What was committed meanwhile is put as well; what is there already costs little.
    } while (revision !== this.revision);
    this.index.watermark = revision;
  }

  private async readJournal(): Promise<void> {
    const { store, owner, id } = this.parts;
    this.head = await foldJournal(store, owner, id, this.head, this.catalogue);
  }

  private async withText(record: DocRecord): Promise<{ record: DocRecord; text: string }> {
    return { record, text: (await this.sources.source(record)).text };
  }

  private async prepare(documents: readonly { record: DocRecord; text: string }[]): Promise<PreparedEntry[]> {
    const prepared: PreparedEntry[] = [];
    let since = 0;
    for (const { record, text } of documents) {
      prepared.push(this.index.prepare(entryOf(record, text)));
      since += text.length;
      if (since < charsAtATime) continue;
      since = 0;
      await setImmediate();
    }
    return prepared;
  }

  private putInIndex(prepared: readonly PreparedEntry[]): void {
    this.index.putPrepared(prepared.filter(({ id }) => !this.catalogue.isSuperseded(id)));
  }

  /** Writing that the index has put off, a little at a time. */
  private async tidyIndex(): Promise<void> {
    while (this.index.tidy()) await setImmediate();
  }

  /** What was superseded leaves the index: it can be quoted still, and is no longer found. */
  private removeSuperseded(replaced: readonly string[]): void {
    const gone = replaced.filter((docUid) => docUid !== "" && this.catalogue.isSuperseded(docUid));
    if (gone.length > 0) this.index.remove(gone);
  }
}
