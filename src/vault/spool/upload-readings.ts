import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { SpooledUpload } from "../../../gen/pincite/vault/v1/spool_pb.ts";
import type { ImportedItem, ImportSummary } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { piecesOf } from "../container/file-bytes.ts";
import { atStart } from "../container/steps.ts";
import type { ImportedSoFar } from "../import/import-run.ts";
import type { Passwords } from "../locked/passwords.ts";
import { ImportCounts } from "../rpc/import-counts.ts";
import type { Vault } from "../vault.ts";
import { freeNow } from "./free-now.ts";
import type { SpoolFile } from "./spool-file.ts";

/** One piece of what reading an upload gives. */
export type ReadingPiece =
  | { readonly item: ImportedItem }
  | { readonly summary: ImportSummary }
  | { readonly readBytes: number; readonly itemCount: number };

/** A call ends after so long, once it has come to a place from which the next can go on; a call may take ten minutes. */
const callMsMax = 240_000;
/** How long a call waits for an earlier one of the same upload to end, in milliseconds. */
const takeOverMs = 5_000;

/** An upload that is read, and what may open what is locked in it. */
interface Rows {
  readonly id: string;
  readonly upload: SpooledUpload;
  readonly file: SpoolFile;
  readonly passwords: Passwords;
}

interface Turn {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Reads uploads that came whole, each by one call at a time. */
export class UploadReadings {
  readonly #vault: Vault;
  readonly #callMs: number;
  readonly #turns = new Map<string, Turn>();

  /** `callMs`: how long a call reads before it looks for a place to end. */
  constructor(vault: Vault, callMs = callMsMax) {
    this.#vault = vault;
    this.#callMs = callMs;
  }

  /** Reads on where an earlier call has stopped. Errors: those of ReadUpload. */
  async *read(id: string, signal: AbortSignal, passwords: Passwords = []): AsyncGenerator<ReadingPiece> {
    const { stop, end } = await this.#takeOver(id);
    const release = this.#vault.spool.hold(id);
    try {
      yield* this.#readOn(id, AbortSignal.any([signal, stop]), passwords);
    } finally {
      release();
      end();
    }
  }

  async #takeOver(id: string): Promise<{ stop: AbortSignal; end: () => void }> {
    const earlier = this.#turns.get(id);
    const stop = new AbortController();
    let end = (): void => undefined;
    const turn: Turn = { stop, ended: new Promise((resolve) => (end = resolve)) };
    this.#turns.set(id, turn);
    earlier?.stop.abort();
    if (earlier !== undefined) await Promise.race([earlier.ended, setTimeout(takeOverMs, undefined, { ref: false })]);
    return {
      stop: stop.signal,
      end: () => {
        end();
        if (this.#turns.get(id) === turn) this.#turns.delete(id);
      },
    };
  }

  async *#readOn(id: string, signal: AbortSignal, passwords: Passwords): AsyncGenerator<ReadingPiece> {
    const { spool } = this.#vault;
    const { upload, receivedBytes } = await spool.find(id);
    requireWhole(upload, receivedBytes);
    const file = await spool.open(id);
    try {
      if (upload.digest === "") await this.#check(id, upload, file);
      yield* this.#rows({ id, upload, file, passwords }, signal);
    } finally {
      await file.close();
    }
  }

  /** Holds what came against what was announced, once. */
  async #check(id: string, upload: SpooledUpload, file: SpoolFile): Promise<void> {
    const hash = createHash("sha256");
    for await (const piece of piecesOf(file)) {
      hash.update(piece);
      freeNow(piece);
    }
    upload.digest = hash.digest("hex");
    if (upload.announcedSha256 !== "" && upload.announcedSha256 !== upload.digest) {
      await this.#vault.spool.remove(id);
      throw new DomainError("REQUEST_INVALID", worded("source-error.what-came-is-not-what-was-announced-its-sha"));
    }
    await this.#vault.spool.update(id, upload);
  }

  async *#rows({ id, upload, file, passwords }: Rows, signal: AbortSignal): AsyncGenerator<ReadingPiece> {
    const { strandId, path, mediaType, dryRun, digest } = upload;
    const counts = new ImportCounts(upload.counts);
    const position = upload.position ?? atStart();
    const from = Number(position.offset);
    const until = performance.now() + this.#callMs;
    let soFar: ImportedSoFar | undefined;
    const onProgress = (reached: ImportedSoFar): void => {
      soFar = reached;
    };
    let isCut = false;
    const isOver = (): boolean => {
      isCut = performance.now() > until;
      return isCut;
    };
    const large = { path, mediaType, file, digest, position };
    const options = { dryRun, onProgress, isOver, passwords };
    for await (const item of this.#vault.importFiles(strandId, [large], options)) {
      if (signal.aborted) return;
      if (soFar !== undefined) {
        const reached: ImportedSoFar = soFar;
        soFar = undefined;
        yield { readBytes: from + reached.doneBytes, itemCount: counts.rows };
        await this.#keep(id, upload, reached, counts);
      }
      counts.add(item);
      yield { item };
    }
    if (isCut) return this.#keep(id, upload, soFar ?? {}, counts);
    yield { readBytes: file.sizeBytes, itemCount: counts.rows };
    const summary = counts.summary((await this.#vault.strand(strandId)).revision, dryRun);
    // Gone only once the caller has the summary: one who lost it asks again, and sends nothing anew.
    yield { summary };
    await this.#vault.spool.remove(id);
  }

  /** Remembers a place from which a further call can go on. */
  async #keep(
    id: string,
    upload: SpooledUpload,
    { position }: Pick<ImportedSoFar, "position">,
    counts: ImportCounts,
  ): Promise<void> {
    if (position === undefined) return;
    upload.position = position;
    upload.counts = counts.summary("", upload.dryRun);
    await this.#vault.spool.update(id, upload);
  }
}

const requireWhole = ({ sizeBytes }: SpooledUpload, receivedBytes: number): void => {
  if (BigInt(receivedBytes) === sizeBytes) return;
  throw new DomainError(
    "REQUEST_INVALID",
    worded("source-error.of-bytes-are-there-send-the-others-before-it", { receivedBytes, sizeBytes }),
    { receivedBytes: String(receivedBytes) },
  );
};
