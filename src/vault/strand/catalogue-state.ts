import type { DatabaseSync } from "node:sqlite";
import { Recent } from "#kit/recent.ts";
import type { DocRecord, DocumentMended, ErasedDocument, NotedPath } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { deleteDerivedFile } from "../../derived-file.ts";
import { Checkpoints } from "../../search/checkpoints.ts";
import { emptyHead, type Head } from "../../store/store.ts";
import { DamagedCatalogue, isDamagedCatalogue, openCatalogueFile } from "./catalogue-file.ts";
import type { CatalogueSum } from "./catalogue-sum.ts";
import { CatalogueTables } from "./catalogue-tables.ts";

/** Documents in one transaction of the file. Fewer would write the same pages more often; a crash folds so many anew. */
const commitEvery = 512;

/** Bytes of encoded records whose decoded ones are kept: some three times as many in memory. */
const recordBytesMax = 2 * 1024 * 1024;

/** A record as decoded and as encoded. */
interface EncodedRecord {
  readonly record: DocRecord;
  readonly encoded: Uint8Array;
}

/** What an event of the journal adds: documents, paths of known ones, how they read now, what a person said of them. */
export interface CatalogueChange {
  readonly records: readonly EncodedRecord[];
  readonly paths: readonly NotedPath[];
  readonly rereads?: readonly EncodedRecord[];
  readonly mends?: readonly DocumentMended[];
  /** Documents that were erased from the strand, before its journal began. */
  readonly erased?: readonly ErasedDocument[];
}

/**
 * The file of a catalogue, and up to where the journal is folded into it. A change that fails, and damage, put it back to
 * an earlier state, which shows in `head` and `isBehind`; whoever owns the journal then gives it the rest again.
 */
export class CatalogueState {
  readonly #file: string;
  readonly #checkpoints: Checkpoints;
  #db: DatabaseSync;
  #tables: CatalogueTables;
  #sum: CatalogueSum;
  /** The hits of a search are looked at several times each. */
  readonly #records = new Recent<string, ReturnType<CatalogueTables["record"]>>(
    recordBytesMax,
    ({ sizeBytes }) => sizeBytes,
  );
  #head: Head;
  #uncommitted = 0;
  #isBehind = false;

  constructor(file: string) {
    this.#file = file;
    this.#checkpoints = new Checkpoints(file);
    const { db, cipher, sum } = openCatalogueFile(file);
    this.#db = db;
    this.#sum = sum;
    this.#tables = new CatalogueTables(db, cipher);
    this.#head = this.#tables.head();
  }

  /** Up to where the journal is folded. */
  get head(): Head {
    return this.#head;
  }

  /** Whether it lost something that it had: the journal must be folded again from `head`. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Says that nothing of the journal is left to fold. */
  complete(): void {
    this.#isBehind = false;
  }

  /** As `Catalogue.extend` says. */
  extend({ records, paths, rereads = [], mends = [], erased = [] }: CatalogueChange, from: Head, to: Head): boolean {
    if (this.#head.hash !== from.hash) return false;
    try {
      for (const one of erased) this.#tables.erase(one);
      for (const { record, encoded } of records) this.#tables.add(record, encoded);
      for (const { path, docUid } of paths) {
        const known = this.#tables.doc(docUid);
        if (known !== undefined) this.#tables.place(path, known.number);
      }
      for (const { record, encoded } of rereads) this.#changed(this.#tables.reread(record, encoded));
      for (const mended of mends) this.#changed(this.#tables.mend(mended));
      this.#uncommitted += records.length + paths.length + rereads.length + mends.length;
      this.#head = to;
      if (this.#uncommitted >= commitEvery) this.#commit();
    } catch (error) {
      const isDamaged = isDamagedCatalogue(error);
      this.#fallBack(isDamaged);
      throw isDamaged ? asDamaged(error) : error;
    }
    this.#checkpoints.committed();
    return true;
  }

  /** Asks the tables. Errors: `DamagedCatalogue`, after which there is an empty one. */
  ask<T>(question: (tables: CatalogueTables, db: DatabaseSync) => T): T {
    try {
      return question(this.#tables, this.#db);
    } catch (error) {
      if (!isDamagedCatalogue(error)) throw error;
      this.#fallBack(true);
      throw asDamaged(error);
    }
  }

  /** What the journal says of a document. */
  record(docUid: string): DocRecord | undefined {
    const recent = this.#records.get(docUid);
    if (recent !== undefined) return recent.record;
    return this.ask((tables) => {
      const row = tables.doc(docUid);
      if (row === undefined) return undefined;
      const read = tables.record(row.number);
      this.#records.set(docUid, read);
      return read.record;
    });
  }

  /** What was known of a document is read anew. */
  #changed(docUid: string): void {
    this.#records.delete(docUid);
  }

  /** Forgets everything. */
  clear(): void {
    this.#fallBack(true);
  }

  close(): void {
    // It is closed already when it fell back and could not be opened again.
    if (!this.#db.isOpen) return;
    try {
      this.#commit();
    } finally {
      this.#db.close();
    }
  }

  /** The file is ours from one transaction to the next: see `openCatalogueFile`. */
  #commit(): void {
    const { seq, hash } = this.#head;
    this.#tables.sql.setHead.run(seq, hash, this.#sum.of(seq, hash));
    this.#db.exec("COMMIT; BEGIN IMMEDIATE");
    this.#uncommitted = 0;
  }

  /** Back to what the file has, or to nothing where that cannot be relied on. */
  #fallBack(toNothing: boolean): void {
    // Until it is open again it has nothing, whatever happens on the way.
    [this.#isBehind, this.#head, this.#uncommitted] = [true, emptyHead, 0];
    this.#records.clear();
    if (!this.#db.isOpen) this.#db = openCatalogueFile(this.#file).db;
    // Where another holds the file, this one has a private one, and the other's stays.
    const own = this.#db.location() ?? "";
    this.#db.close();
    if (toNothing) deleteDerivedFile(own);
    const { db, cipher, sum } = openCatalogueFile(this.#file);
    this.#db = db;
    this.#sum = sum;
    this.#tables = new CatalogueTables(db, cipher);
    this.#head = this.#tables.head();
  }
}

const asDamaged = (error: unknown): DamagedCatalogue =>
  error instanceof DamagedCatalogue ? error : new DamagedCatalogue(error);
