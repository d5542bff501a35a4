import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type ImportedItem,
  type ImportRequestSchema,
  ImportedItem_Outcome as Outcome,
} from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { Connection } from "../client/connection.ts";
import type { Reason } from "../error.ts";
import { fromConnectError } from "../wire/client.ts";
import type { LocalFile } from "./files.ts";
import { ImportTally } from "./print/import-tally.ts";
import type { LeftOut } from "./vault-files.ts";
import { isUploaded, uploadFile } from "./vault-upload.ts";

/** Files whose bytes are read and looked for before they are sent: at most so many, or so many bytes and one file. */
const groupFilesMax = 256;
const groupBytesMax = 8 * 1024 * 1024;
/** A call takes no further files after so long, and the next goes on: a server ends a call after ten minutes. */
const callMsMax = 240_000;
const pieceBytesMax = 1_048_576;
/** Attempts without any answer before it is left to the person. */
const triesMax = 6;

/** What an import is asked to do. */
export interface ImportOrder {
  readonly files: readonly LocalFile[];
  readonly strandId: string;
  readonly dryRun: boolean;
  /** Tried on what is locked. Default: none. */
  readonly passwords?: readonly string[];
  /** Whether a row is told; the others were told before. Default: all are. */
  readonly isTold?: (row: ImportedItem) => boolean;
  /** Aborted: nothing further is sent, and what was sent is brought to its end. */
  readonly stop: AbortSignal;
}

/** How far it is. */
export interface ImportState {
  /** What the server's rows say. */
  readonly tally: ImportTally;
  /** Files that could not be read when their turn came. */
  readonly leftOut: LeftOut[];
  /** Files that are done, from the first on, and their bytes. */
  doneCount: number;
  doneBytes: number;
  /** Of the mailbox or archive under way: bytes that were sent, and of these read. */
  sentBytes: number;
  readBytes: number;
  refusedCount: number;
  /** Rows of what a password would open, which are not told yet. */
  readonly locked: ImportedItem[];
  /** Whether the server has ever answered. */
  isAnswered: boolean;
}

/** Told of each row, after each row and of each failed attempt. */
export interface ImportWatch {
  row(row: ImportedItem): void;
  moved(state: ImportState): void;
  /** The connection broke; it is tried again after so many milliseconds. */
  broke(state: ImportState, waitMs: number): void;
}

/**
 * Imports files in as many calls as it takes. What the strand has already is named and not sent, so that an import that
 * was cut off goes on where it stopped, also in another process. A broken connection is tried again from the first file
 * without an answer. Errors: those of Import, once nothing could be done any more; `state` then says what was done.
 */
export const importAll = async (
  connection: Connection,
  order: ImportOrder,
  state: ImportState,
  watch: ImportWatch,
): Promise<void> => {
  for (let tries = 0; state.doneCount < order.files.length && !order.stop.aborted; ) {
    const before = movesOf(state);
    try {
      const next = order.files[state.doneCount];
      if (next !== undefined && isUploaded(next)) await uploadNext(connection, next, order, state, watch);
      else await importSome(connection, order, state, watch);
      tries = 0;
    } catch (error) {
      if (movesOf(state) > before) tries = 0;
      // Before the first answer there may be no server at all, and that is told at once.
      if (!state.isAnswered || ++tries >= triesMax || !isBroken(error)) throw error;
      const waitMs = 250 * 2 ** tries;
      watch.broke(state, waitMs);
      await setTimeout(waitMs, undefined, { signal: order.stop }).catch(() => undefined);
    }
  }
};

/** Grows with everything the server has taken. */
const movesOf = ({ tally, locked, sentBytes, doneCount }: ImportState): number =>
  tally.rowCount + locked.length + sentBytes + doneCount;

/** The file whose turn it is, piece by piece. */
const uploadNext = async (
  connection: Connection,
  file: LocalFile,
  order: ImportOrder,
  state: ImportState,
  watch: ImportWatch,
): Promise<void> => {
  const outcome = await uploadFile(connection, file, order, {
    sent: (sentBytes) => {
      state.isAnswered = true;
      state.sentBytes = sentBytes;
      watch.moved(state);
    },
    row: (row) => {
      state.isAnswered = true;
      takeRow(state, row, order, watch);
      watch.moved(state);
    },
    read: (readBytes) => {
      state.readBytes = readBytes;
      watch.moved(state);
    },
  });
  if (outcome === "stopped") return;
  if (outcome === "unreadable") leaveOut(state, file);
  state.doneCount++;
  state.doneBytes += file.sizeBytes;
  state.sentBytes = 0;
  state.readBytes = 0;
  watch.moved(state);
};

const takeRow = (
  state: ImportState,
  row: ImportedItem,
  { isTold }: Pick<ImportOrder, "isTold">,
  watch: Pick<ImportWatch, "row">,
): void => {
  if (isTold?.(row) === false) return;
  if (row.isLocked) state.locked.push(row);
  else tellRow(state, row, watch);
};

const tellRow = (state: ImportState, row: ImportedItem, watch: Pick<ImportWatch, "row">): void => {
  state.tally.add(row);
  watch.row(row);
  if (row.outcome === Outcome.REFUSED) state.refusedCount++;
};

/** Sends the files once more in which something is locked, with passwords, and tells what became of that alone. */
export const importLocked = async (
  connection: Connection,
  order: ImportOrder,
  state: ImportState,
  watch: ImportWatch,
): Promise<void> => {
  const locked = state.locked.splice(0).map(({ path }) => path);
  const isIn = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}!/`);
  const files = order.files.filter(({ name }) => locked.some((path) => isIn(path, name)));
  const isTold = ({ path }: ImportedItem): boolean => locked.some((one) => isIn(path, one));
  const again: ImportState = { ...emptyState(), tally: state.tally, locked: state.locked, isAnswered: true };
  await importAll(connection, { ...order, files, isTold }, again, watch);
  state.refusedCount += again.refusedCount;
  state.leftOut.push(...again.leftOut);
};

/** Tells what stayed locked. */
export const tellLocked = (state: ImportState, watch: Pick<ImportWatch, "row">): void => {
  for (const row of state.locked.splice(0)) tellRow(state, row, watch);
};

/** Where an import begins. */
export const emptyState = (): ImportState => ({
  tally: new ImportTally(),
  leftOut: [],
  doneCount: 0,
  doneBytes: 0,
  sentBytes: 0,
  readBytes: 0,
  refusedCount: 0,
  locked: [],
  isAnswered: false,
});

/** One call, from the first file that is not done. */
const importSome = async (
  connection: Connection,
  order: ImportOrder,
  state: ImportState,
  watch: ImportWatch,
): Promise<void> => {
  const { vaultImport } = connection;
  const taken: Taken[] = [];
  for await (const { content } of vaultImport.import(requests(connection, order, state, taken))) {
    if (content.case !== "item") continue;
    takeRow(state, content.value, order, watch);
    passLeftOut(state, taken);
    if (content.value.path === taken[0]?.file.name) finish(state, taken);
    watch.moved(state);
  }
  passLeftOut(state, taken);
};

/** A file whose turn has come. The rows of those that are sent come in this order; the others have none. */
interface Taken {
  readonly file: LocalFile;
  readonly isSent: boolean;
}

const passLeftOut = (state: ImportState, taken: Taken[]): void => {
  while (taken[0]?.isSent === false) finish(state, taken);
};

const finish = (state: ImportState, taken: Taken[]): void => {
  state.doneCount++;
  state.doneBytes += taken.shift()?.file.sizeBytes ?? 0;
};

type Piece = MessageInitShape<typeof ImportRequestSchema>;

async function* requests(
  { vaultImport }: Connection,
  { files, strandId, dryRun, passwords = [], stop }: ImportOrder,
  state: ImportState,
  taken: Taken[],
): AsyncGenerator<Piece> {
  const until = performance.now() + callMsMax;
  yield { content: { case: "begin", value: { strandId, dryRun, passwords: [...passwords] } } };
  for (let at = state.doneCount; at < files.length && performance.now() < until; ) {
    const group = groupFrom(files, at);
    // A large mailbox or archive is next, which goes another way.
    if (group.length === 0) return;
    const read = group.map((file) => ({ file, ...bytesOf(file) }));
    const { docUids } = await vaultImport.findKnown({ strandId, docUids: read.flatMap(({ docUid }) => docUid ?? []) });
    state.isAnswered = true;
    const known = new Set(docUids);
    for (const { file, bytes, docUid = "" } of read) {
      if (stop.aborted) return;
      taken.push({ file, isSent: bytes !== undefined });
      if (bytes === undefined) leaveOut(state, file);
      else yield* piecesOf(file, bytes, known.has(docUid) ? docUid : "");
    }
    at += group.length;
  }
}

function* piecesOf(file: LocalFile, bytes: Uint8Array, knownUid: string): Generator<Piece> {
  const sizeBytes = knownUid === "" ? BigInt(bytes.length) : 0n;
  yield { content: { case: "item", value: { path: file.name, sizeBytes, docUid: knownUid } } };
  if (knownUid !== "") return;
  for (let at = 0; at < bytes.length; at += pieceBytesMax)
    yield { content: { case: "chunk", value: bytes.subarray(at, at + pieceBytesMax) } };
}

const groupFrom = (files: readonly LocalFile[], from: number): readonly LocalFile[] => {
  let [to, bytes] = [from, 0];
  for (let file = files[from]; file !== undefined && !isUploaded(file); file = files[to]) {
    if (to - from >= groupFilesMax || (to > from && bytes >= groupBytesMax)) break;
    bytes += file.sizeBytes;
    to++;
  }
  return files.slice(from, to);
};

/** The bytes and their SHA-256; nothing where the file cannot be read. */
const bytesOf = (file: LocalFile): { bytes?: Uint8Array; docUid?: string } => {
  try {
    const bytes = readFileSync(file.path);
    return { bytes, docUid: createHash("sha256").update(bytes).digest("hex") };
  } catch {
    return {};
  }
};

const leaveOut = (state: ImportState, file: LocalFile): void => {
  if (state.leftOut.some(({ name }) => name === file.name)) return;
  state.leftOut.push({ name: file.name, reason: "it cannot be read; check its permissions" });
};

/** Failures of the way to the server, not of what was sent: worth the same again. */
const broken: ReadonlySet<Reason> = new Set([
  "UPSTREAM_UNAVAILABLE",
  "SERVER_DRAINING",
  "DEADLINE_EXCEEDED",
  "CANCELLED",
]);

/** What the system says of a connection that ended under a call: a call with one answer passes it on as it is. */
const brokenSockets: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "EPIPE",
  "ECONNREFUSED",
  "ECONNABORTED",
  "ETIMEDOUT",
]);

const isBroken = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (brokenSockets.has((cause as { code?: unknown }).code)) return true;
  return broken.has(fromConnectError(error).reason);
};
