import { setImmediate } from "node:timers/promises";
import {
  type Container,
  type ContainerPosition,
  ContainerMember_Keeping as Keeping,
} from "../../../gen/pincite/vault/v1/container_pb.ts";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../../error.ts";
import { sha256Hex } from "../../sha256.ts";
import type { ListAdditions } from "../container/container-list.ts";
import { type Step, stepsOf } from "../container/steps.ts";
import type { Passwords } from "../locked/passwords.ts";
import type { Reader, Reading } from "../parse/reader.ts";
import { readAnew } from "../read-again.ts";
import { documentOfScope } from "../strand/scopes.ts";
import type { Strand } from "../strand/strand.ts";
import { Overlay, Plan } from "./plan.ts";
import { readAhead } from "./read-ahead.ts";
import {
  erasedFile,
  type ImportInput,
  isEmpty,
  knownFile,
  openedFile,
  type ReadFile,
  refusedFile,
  untoldFile,
} from "./read-file.ts";
import type { Reread } from "./reread.ts";

/**
 * A batch is committed when it has this many documents or bytes: one fsync and one index transaction for all of them.
 * A commit's own part is some 80 µs a document in which nothing else runs, so more would be felt by those who search.
 */
const batchDocumentsMax = 32;
const batchBytesMax = 4 * 1024 * 1024;
/** Or this many rows in all: what is no document costs a row and no more, so that thousands of them wait for few commits. */
const batchRowsMax = 1_024;

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Now, RFC 3339 in UTC. */
  readonly nowIso: () => string;
  readonly reader: Reader;
  /** Tried on what is locked, and let go of with this call. Default: none. */
  readonly passwords?: Passwords;
  /** Told after each batch, once its rows were given. */
  readonly onProgress: (progress: ImportedSoFar) => void;
  /** Asked at each place from which a mailbox or archive can be read on; true: the reading ends there. Default: never. */
  readonly isOver?: () => boolean;
}

/** Files of the call that are done, and their bytes, those read of a mailbox or archive included. */
export interface ImportedSoFar {
  readonly fileCount: number;
  readonly doneBytes: number;
  /** Where a mailbox or archive can be read on; absent where that is still where it was. */
  readonly position?: ContainerPosition;
}

/**
 * Imports files one after another and gives a row for each file and attachment once it is on disk, in order. What is read
 * is decided against everything before it, in this call and in earlier ones, so that an import is the same whether its
 * files come in one call or in many. When `files` fails, what came whole before is imported first.
 */
export async function* importFiles(
  strand: Strand,
  files: AsyncIterable<ImportInput> | Iterable<ImportInput>,
  options: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const overlay = new Overlay();
  const done = { fileCount: 0, doneBytes: 0 };
  let batch = new Batch();
  // One batch is committed while the next is read, so that neither waits for the other.
  let committing: Promise<Committed> = Promise.resolve({ rows: [], progress: undefined });
  const next = async (): Promise<Committed> => {
    const [committed, full] = [await committing, batch];
    const progress = { ...done, ...full.position };
    batch = new Batch();
    committing = flush(strand, full, overlay, options).then((rows) => ({ rows, progress }));
    // Heard at its turn; until then it must not count as a failure nobody cares for.
    committing.catch(() => undefined);
    return committed;
  };
  const tell = function* ({ rows, progress }: Committed): Generator<ImportedItem> {
    yield* rows;
    if (progress !== undefined) options.onProgress(progress);
  };
  try {
    for await (const answer of readAhead(stepsOf(files, options.passwords), (step) =>
      read(strand, overlay, step, { ...options, known: batch.known }),
    )) {
      if (answer.unit !== undefined) {
        if (answer.unit.untold !== true) batch.add(answer.unit);
      } else {
        if (answer.done.isFile) done.fileCount++;
        done.doneBytes += answer.done.doneBytes;
        if (answer.last?.untold === true) batch.addUntold(answer.done.inList?.members.length ?? 0);
        const additions = additionsOf(answer.done, answer.last);
        for (const addition of additions) batch.extend(addition);
        // Ended anywhere else, what was taken behind the last such place would be taken, and told, twice.
        if (additions.some(({ position }) => position !== undefined) && options.isOver?.()) break;
      }
      if (batch.isFull) yield* tell(await next());
    }
  } catch (error) {
    yield* tell(await next());
    yield* tell(await committing);
    throw error;
  }
  yield* tell(await next());
  yield* tell(await committing);
}

/** Rows of a batch that is on disk, and how far the call is with it. */
interface Committed {
  readonly rows: readonly ImportedItem[];
  readonly progress: ImportedSoFar | undefined;
}

/** What lists of containers add with a step that is done. */
const additionsOf = ({ ends, inList }: Step, last: ReadFile | undefined): ListAdditions[] => [
  ...(ends === undefined ? [] : [ends.list.end(ends.digest, ends.counts, ends.tail, ends.sizeBytes)]),
  ...(inList === undefined ? [] : listed(inList, keepingOf(last))),
];

const listed = ({ list, members, at }: NonNullable<Step["inList"]>, keeping: Keeping): ListAdditions[] =>
  members.map((member, number) => list.add(member, keeping, number === members.length - 1 ? at : undefined));

const keepingOf = (last: ReadFile | undefined): Keeping => {
  if (last === undefined) return Keeping.NONE;
  if (last.opened) return Keeping.OPENED;
  if (last.erased) return Keeping.ERASED;
  return last.refusal === "" ? Keeping.DOCUMENT : Keeping.NONE;
};

class Batch {
  readonly files: ReadFile[] = [];
  readonly blobs: Uint8Array[] = [];
  readonly containers: Container[] = [];
  /** The last place from which a container can be read on once this batch is committed. */
  position: Pick<ImportedSoFar, "position"> = {};
  /** Documents that were found known, of which many copies come: asked for once a batch. */
  readonly known = new Set<string>();
  #bytes = 0;
  #documents = 0;
  #rows = 0;

  add(file: ReadFile): void {
    this.files.push(file);
    this.#count(file);
  }

  /** What has no row fills a batch like a row, so that others have their turn. */
  addUntold(count: number): void {
    this.#rows += count;
  }

  extend({ blobs, container, position }: ListAdditions): void {
    this.blobs.push(...blobs);
    for (const blob of blobs) this.#bytes += blob.length;
    if (container !== undefined) this.containers.push(container);
    if (position !== undefined) this.position = { position };
  }

  get isFull(): boolean {
    return this.#documents >= batchDocumentsMax || this.#bytes >= batchBytesMax || this.#rows >= batchRowsMax;
  }

  #count(file: ReadFile): void {
    this.#bytes += (file.made?.original?.length ?? 0) + (file.made?.canonical?.length ?? 0);
    // A document that is known already may carry many that are looked up with it.
    if (file.made !== undefined || file.docUid !== "") this.#documents++;
    this.#rows++;
    for (const child of file.children) this.#count(child);
  }
}

/** Bytes that are known already are not read again, since they would give the same text. */
const read = (
  strand: Strand,
  overlay: Overlay,
  { input: file, inList }: Step,
  { known, ...options }: ImportOptions & { readonly known: Set<string> },
): Reading => {
  if ("opened" in file) return once(openedFile(file.path, file.refusal, file.opened));
  if ("refusal" in file) return once(refusedFile(file.path, file.refusal));
  if ("docUid" in file) return once(knownFile(file.path, file.docUid));
  // Told here: a thousand of them would make a thousand messages to the thread that reads.
  if (file.bytes.length === 0) return once(refusedFile(file.path, isEmpty));
  const copyOf = inList?.areOfMany === true ? inList.members[0].digest : "";
  if (known.has(copyOf)) return once(untoldFile(file.path, copyOf));
  const docUid = sha256Hex(file.bytes);
  if (overlay.erased.has(docUid) || strand.catalogue.erased(docUid)) return once(erasedFile(file.path));
  const isKnown = strand.catalogue.has(docUid) || overlay.records.has(docUid);
  const { passwords = [] } = options;
  if (isKnown && !(passwords.length > 0 && new Plan(strand, overlay).holdsLocked(docUid))) {
    if (copyOf !== docUid) return once(knownFile(file.path, docUid));
    known.add(docUid);
    return once(untoldFile(file.path, docUid));
  }
  return options.reader.read({ ...file, passwords }, options.nowIso());
};

const once = (unit: ReadFile): Reading => ({
  units: (async function* () {
    yield unit;
  })(),
  cancel: () => undefined,
});

const flush = (strand: Strand, batch: Batch, overlay: Overlay, options: ImportOptions): Promise<ImportedItem[]> =>
  options.dryRun
    ? strand.exclusively(() => decideAndCommit(strand, batch, overlay, options))
    : strand.decided(() => decideAndCommit(strand, batch, overlay, options));

const decideAndCommit = async (
  strand: Strand,
  batch: Batch,
  overlay: Overlay,
  options: ImportOptions,
): Promise<ImportedItem[]> => {
  const plan = new Plan(strand, overlay);
  for (const file of batch.files) plan.take(file, "");
  if (options.dryRun) plan.remember();
  else if (!(await committed(strand, plan, batch, overlay, options.nowIso())))
    return decideAndCommit(strand, batch, overlay, options);
  // What is known already is decided without waiting for anything: others must have their turn all the same.
  await setImmediate();
  return plan.rows;
};

/** Documents that were known and of which a password opened more. Where what people set has no place any more, they stay as they were. */
const rereadsOf = async (strand: Strand, { reopened }: Plan, nowIso: string): Promise<Reread[]> => {
  const rereads: Reread[] = [];
  for (const made of reopened) {
    const before = strand.catalogue.asRead(made.record.detail?.summary?.docUid ?? "");
    const { reread } = before ? await readAnew(strand, before, made, nowIso) : {};
    if (reread !== undefined) rereads.push(reread);
  }
  return rereads;
};

/** False: one of the documents was erased from another strand, which only the store knows; the rest is decided without it. */
const committed = async (
  strand: Strand,
  plan: Plan,
  batch: Batch,
  overlay: Overlay,
  nowIso: string,
): Promise<boolean> => {
  try {
    await strand.commit(plan.documents, plan.noted, {
      blobs: batch.blobs,
      containers: batch.containers,
      rereads: await rereadsOf(strand, plan, nowIso),
    });
    return true;
  } catch (error) {
    const docUid =
      error instanceof DomainError && error.reason === "ERASED" && documentOfScope(error.facts.scope ?? "");
    if (!docUid || overlay.erased.has(docUid)) throw error;
    overlay.erased.add(docUid);
    return false;
  }
};
