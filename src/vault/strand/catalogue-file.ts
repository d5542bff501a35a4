import { DatabaseSync } from "node:sqlite";
import { type BlockCipher, blockCipherOf, hasBlockKey } from "../../block-cipher.ts";
import { deleteDerivedFile, hasTables, resultCode, saysDamage } from "../../derived-file.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { CatalogueSum } from "./catalogue-sum.ts";

/** Rises when tables, or the rules that fill them, change: a file of another number is thrown away and folded anew. */
const formatVersion = 6;
/** Pages kept in memory, in KiB: what is written over and over during an import. The rest the system keeps, or the disk. */
const cacheKib = 8_192;
/** The log is cut down to this size when it begins anew, so that its size says how much is in it. */
const logKeptBytes = 4 * 1024 * 1024;

/**
 * - `doc`: what decides order, filters and threads; narrow, since lists go through all of it.
 * - `record`: DocRecord as encoded.
 * - `place`: the newest document of each path; `former`: those before it. `path` is a name made with the key of the file, `name` the path.
 * - `parent`: documents by what is attached to them, by id because an attachment may come later.
 * - `bearer`: messages by a hash of their Message-ID.
 * - `earlier`: texts made of a document before the present one, as EarlierText, in order of `rowid`.
 * - `mend`: what a person said of a document last, as DocumentMended.
 * - `erased`: documents that were erased from the strand, as ErasedDocument, in order of `rowid`.
 * - `message_id`, `thread`, `dialogue`: see ThreadTable.
 * - `key`: a name made with the key of the file, so that another key is found at the opening.
 * - `head`: up to where the journal is folded, and what all rows come to by then, as CatalogueSum says.
 *
 * `bytes` and `name` are encrypted, behind the first eight bytes of their SHA-256.
 */
const schema = `
  CREATE TABLE doc (
    number INTEGER PRIMARY KEY, uid BLOB NOT NULL, type TEXT NOT NULL, instant TEXT NOT NULL, thread INTEGER,
    places INTEGER NOT NULL, replaced_by INTEGER);
  CREATE UNIQUE INDEX doc_uid ON doc (uid);
  CREATE INDEX doc_thread ON doc (thread) WHERE thread IS NOT NULL;
  CREATE TABLE record (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE earlier (doc INTEGER NOT NULL, bytes BLOB NOT NULL);
  CREATE INDEX earlier_doc ON earlier (doc);
  CREATE TABLE mend (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE erased (uid BLOB UNIQUE NOT NULL, bytes BLOB NOT NULL);
  CREATE TABLE place (path BLOB PRIMARY KEY, name BLOB NOT NULL, doc INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE former (path BLOB, name BLOB NOT NULL, doc INTEGER, PRIMARY KEY (path, doc)) WITHOUT ROWID;
  CREATE TABLE parent (child BLOB, doc INTEGER, PRIMARY KEY (child, doc)) WITHOUT ROWID;
  CREATE TABLE bearer (key INTEGER, doc INTEGER, PRIMARY KEY (key, doc)) WITHOUT ROWID;
  CREATE TABLE thread (
    id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, messages INTEGER NOT NULL, least BLOB, last TEXT NOT NULL);
  CREATE TABLE message_id (key INTEGER PRIMARY KEY, thread INTEGER NOT NULL);
  CREATE TABLE dialogue (key INTEGER, joined INTEGER, thread INTEGER, PRIMARY KEY (key, joined, thread)) WITHOUT ROWID;
  CREATE TABLE head (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, hash TEXT NOT NULL, sum TEXT NOT NULL);
  CREATE TABLE key (name BLOB NOT NULL);
`;

/**
 * Opens the file of a catalogue, or makes it, and begins a transaction in it, as whoever ends one must begin the next:
 * the file is then one process's. What is there but is none of this format, or is damaged where it is first read, is
 * deleted, since a catalogue is derived. Where another holds the file, a private one takes its place, which ends with
 * this process: two may serve one store, and each folds the journal for itself.
 */
export const openCatalogueFile = (file: string): OpenCatalogue => {
  try {
    return opened(file);
  } catch (error) {
    if (isHeld(error)) return opened("");
    if (!isDamagedCatalogue(error)) throw error;
    deleteDerivedFile(file);
    return opened(file);
  }
};

/** A file that is open, the cipher of what is in it, and what its rows come to. */
export interface OpenCatalogue {
  readonly db: DatabaseSync;
  readonly cipher: BlockCipher;
  readonly sum: CatalogueSum;
}

const opened = (file: string): OpenCatalogue => {
  const db = new DatabaseSync(file);
  try {
    // With WAL and NORMAL a process that dies loses nothing it has committed; a machine that dies, the last transactions.
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY`);
    // Rows that another takes the place of are told to triggers as well.
    db.exec("PRAGMA recursive_triggers = ON");
    db.exec(`PRAGMA wal_autocheckpoint = 16384; PRAGMA journal_size_limit = ${logKeptBytes}`);
    db.exec(`PRAGMA cache_size = -${cacheKib}; PRAGMA cell_size_check = ON; BEGIN IMMEDIATE`);
    const version = Number(db.prepare("PRAGMA user_version").get()?.user_version);
    if (version !== formatVersion && version !== 0) throw new DamagedCatalogue();
    if (version !== 0 && file !== "" && file !== ":memory:" && !hasBlockKey(file)) throw new DamagedCatalogue();
    const cipher = blockCipherOf(file);
    const name = cipher.nameOf("catalogue");
    if (version === 0) db.exec(`${schema} PRAGMA user_version = ${formatVersion}`);
    else if (!hasTables(db, schema)) throw new DamagedCatalogue();
    const sum = new CatalogueSum(db);
    if (version === 0) db.prepare("INSERT INTO key (name) VALUES (?)").run(name);
    else requireWhole(db, sum);
    const made = db.prepare("SELECT name FROM key").get()?.name;
    if (!(made instanceof Uint8Array) || Buffer.compare(made, name) !== 0) throw new DamagedCatalogue();
    return { db, cipher, sum };
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Errors: `DamagedCatalogue` where a row, or what finds it, is not as it was when the file was committed last. */
const requireWhole = (db: DatabaseSync, sum: CatalogueSum): void => {
  const head = db.prepare("SELECT seq, hash, sum FROM head WHERE id = 1").get();
  if (!head || !sum.isOf(Number(head.seq), String(head.hash), String(head.sum))) throw new DamagedCatalogue();
  // Whether each index has every row of its table, and all lie in order.
  if (db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check !== "ok") throw new DamagedCatalogue();
};

/** A row that does not say what was written, or lacks: the call that meets it is told so, as of a damaged index. */
export class DamagedCatalogue extends DomainError {
  constructor(cause?: unknown) {
    super(
      "INDEX_STALE",
      worded("source-error.the-list-of-documents-was-damaged"),
      {},
      cause === undefined ? {} : { cause },
    );
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
const heldCodes: ReadonlySet<number> = new Set([5, 6]);

/** Whether the file is not as it was written, rather than that something else went wrong. */
export const isDamagedCatalogue = (error: unknown): boolean => error instanceof DamagedCatalogue || saysDamage(error);

const isHeld = (error: unknown): boolean => heldCodes.has(resultCode(error));
