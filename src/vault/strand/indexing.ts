import { setImmediate } from "node:timers/promises";
import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { FullTextIndex, PreparedEntry } from "../../search/full-text-index.ts";
import type { Head } from "../../store/store.ts";
import type { Catalogue } from "./catalogue.ts";
import { entryOf, indexRevision } from "./index-entry.ts";
import type { StrandJournal } from "./journal.ts";
import type { Sources } from "./sources.ts";

/** Characters split into words before others have their turn: about a millisecond. */
const charsAtATime = 8_192;
/** Documents read again at a time while the index is made to follow. */
const batchMax = 64;

/** What the index says of itself: the head it was built up to, and the rules. */
const watermarkForm = /^(\d{1,15})-([0-9a-f]{32})-(.+)$/;

/** The corpus revision of a strand whose journal stands here. */
export const revisionOf = ({ seq, hash }: Head): string => `${seq}-${hash.slice(0, 32)}-${indexRevision}`;

/** Keeps a strand's full-text index in step with its catalogue, in turns short enough for those who search meanwhile. */
export class Indexing {
  readonly #index: FullTextIndex;
  readonly #catalogue: Catalogue;
  readonly #sources: Sources;
  readonly #journal: StrandJournal;
  #following: Promise<void> | undefined;

  constructor(parts: { index: FullTextIndex; catalogue: Catalogue; sources: Sources; journal: StrandJournal }) {
    this.#index = parts.index;
    this.#catalogue = parts.catalogue;
    this.#sources = parts.sources;
    this.#journal = parts.journal;
  }

  /**
   * The corpus revision: equal revisions have equal documents and are searched by equal rules. Made of the journal's head,
   * whose hash covers every event, and the version of the index rules.
   */
  get revision(): string {
    return revisionOf(this.#catalogue.head);
  }

  /** Whether the index says of the catalogue's documents what it should. */
  get isCurrent(): boolean {
    return this.#index.watermark === this.revision;
  }

  /** Splits texts into words; nothing that is searched changes. */
  async prepare(documents: readonly { record: DocRecord; text: string }[]): Promise<PreparedEntry[]> {
    const prepared: PreparedEntry[] = [];
    let since = 0;
    for (const { record, text } of documents) {
      prepared.push(this.#index.prepare(entryOf(record, text)));
      since += text.length;
      if (since < charsAtATime) continue;
      since = 0;
      await setImmediate();
    }
    return prepared;
  }

  /** The same for documents of the strand, whose texts are read. */
  async prepareStored(docUids: readonly string[]): Promise<PreparedEntry[]> {
    const records = docUids.map((docUid) => this.#catalogue.record(docUid)).filter((record) => record !== undefined);
    const texts = await Promise.all(records.map(async (record) => (await this.#sources.readable(record))?.text));
    return this.prepare(records.map((record, i) => ({ record, text: texts[i] ?? "" })));
  }

  /** What is shown in place of copies of the same message takes their place. */
  put(prepared: readonly PreparedEntry[]): void {
    const asked = prepared.map((entry) => ({ entry, same: this.#catalogue.sameMessage(entry.id) }));
    const shown = asked.filter(
      ({ entry: { id }, same }) => !this.#catalogue.isSuperseded(id) && (same[0] ?? id) === id,
    );
    this.#index.putPrepared(shown.map(({ entry }) => entry));
    const copies = asked.flatMap(({ same }) => same.slice(1));
    if (copies.length > 0) this.#index.remove(copies);
  }

  /** What may have to be found in place of documents that read otherwise now, or are not found any more. */
  heirsOf(docUids: readonly string[]): string[] {
    const heirs = docUids.flatMap((docUid) => this.#catalogue.bearersWith(docUid));
    return [...new Set(heirs)].filter((heir) => !docUids.includes(heir));
  }

  /** What was superseded leaves the index: it can be quoted still, and is no longer found. */
  removeSuperseded(replaced: readonly string[]): void {
    const gone = replaced.filter((docUid) => docUid !== "" && this.#catalogue.isSuperseded(docUid));
    if (gone.length > 0) this.#index.remove(gone);
  }

  /** The index has everything that the catalogue has. */
  complete(): void {
    this.#index.watermark = this.revision;
  }

  /** Writing that the index has put off, a little at a time. */
  async tidy(): Promise<void> {
    while (this.#index.tidy()) await setImmediate();
  }

  /**
   * Puts what the index has missed of the journal since its watermark; everything, where the watermark is of another
   * journal or other rules. Whoever asks meanwhile waits for the same. Errors: `DATA_LOSS` when a stored text is damaged.
   */
  follow(): Promise<void> {
    this.#following ??= this.#catchUp().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async #catchUp(): Promise<void> {
    // What is committed meanwhile is put as well; what is there already costs little.
    while (!this.isCurrent) {
      const { revision } = this;
      const missed = await this.#missed();
      if (missed === undefined) await this.#putAll();
      else await this.#putThese(missed);
      if (revision === this.revision) this.complete();
    }
  }

  /** Documents that events since the watermark name; undefined when all must be put. */
  async #missed(): Promise<readonly string[] | undefined> {
    const [, seq = "", hash = "", rules = ""] = watermarkForm.exec(this.#index.watermark) ?? [];
    if (rules !== indexRevision || !(await this.#journal.holds({ seq: Number(seq), hash }))) return undefined;
    return this.#journal.namedSince(Number(seq));
  }

  async #putAll(): Promise<void> {
    this.#index.watermark = "";
    this.#index.remove(this.#catalogue.superseded());
    for (let last = 0; ; ) {
      const batch = this.#catalogue.inOrder(last, batchMax);
      if (batch.length === 0) return;
      last = batch.at(-1)?.number ?? 0;
      await this.#putStored(batch.map(({ docUid }) => docUid));
    }
  }

  async #putThese(named: readonly string[]): Promise<void> {
    const docUids = [...named, ...this.heirsOf(named)];
    for (let at = 0; at < docUids.length; at += batchMax) {
      const batch = docUids.slice(at, at + batchMax);
      this.removeSuperseded(batch);
      await this.#putStored(batch.filter((docUid) => !this.#catalogue.isSuperseded(docUid)));
    }
  }

  async #putStored(docUids: readonly string[]): Promise<void> {
    this.put(await this.prepareStored(docUids));
    await this.tidy();
  }
}
