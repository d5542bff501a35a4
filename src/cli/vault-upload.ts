import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import {
  type ImportedItem,
  ImportedItemSchema,
  ImportedItem_Outcome as Outcome,
} from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { Upload_State as State } from "../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import type { Connection } from "../client/connection.ts";
import type { LocalFile } from "./files.ts";

/** A mailbox or archive above this goes piece by piece, so that a broken connection costs one piece of it. */
const containerFromBytes = 8 * 1024 * 1024;
/** No document is larger; what is, is a mailbox or archive, or the server says what to do with it. */
const documentBytesMax = 64 * 1024 * 1024;
const pieceBytesMax = 1_048_576;
const headBytes = 8 * 1024;

/** Whether a file goes piece by piece: a mailbox by its name or first line, or an archive, and what is too large for a document. */
export const isUploaded = (file: LocalFile): boolean =>
  file.sizeBytes > documentBytesMax ||
  (file.sizeBytes > containerFromBytes &&
    (/\.(?:mbox|mbx|zip|tar|tgz|gz|pst|ost)$/i.test(file.name) || beginsAsMailbox(file)));

/** Of a file that cannot be read its turn will tell. */
const beginsAsMailbox = (file: LocalFile): boolean => {
  try {
    return /^(?:\xef\xbb\xbf)?[\r\n]*From /.test(bytesAt(file, 0, headBytes).toString("latin1"));
  } catch {
    return false;
  }
};

/** What is asked for all files of an import. */
export interface UploadOrder {
  readonly strandId: string;
  readonly dryRun: boolean;
  readonly passwords?: readonly string[];
  readonly stop: AbortSignal;
}

/** Told as the upload goes on. */
export interface UploadWatch {
  /** So many bytes of it are at the server. */
  sent(bytes: number): void;
  row(row: ImportedItem): void;
  /** So many bytes of it are read, and what they held is on disk. */
  read(bytes: number): void;
}

/**
 * Sends one file piece by piece and has it read. Where an earlier attempt, also of another process, was cut off it goes on.
 * Errors: those of VaultUploadService.
 */
export const uploadFile = async (
  { vaultUpload }: Connection,
  file: LocalFile,
  { strandId, dryRun, passwords = [], stop }: UploadOrder,
  watch: UploadWatch,
): Promise<"done" | "stopped" | "unreadable"> => {
  const known = await whatIsSent(file, stop);
  if (known === undefined) return stop.aborted ? "stopped" : "unreadable";
  const request = { strandId, dryRun, path: file.name, sizeBytes: BigInt(file.sizeBytes), ...known };
  let { upload } = await vaultUpload.beginUpload(request);
  if (upload?.state === State.REFUSED) {
    watch.row(create(ImportedItemSchema, { path: file.name, outcome: Outcome.REFUSED, reason: upload.refusal }));
    return "done";
  }
  while (upload?.state === State.RECEIVING) {
    watch.sent(Number(upload.receivedBytes));
    if (stop.aborted) return "stopped";
    const chunk = bytesAt(file, Number(upload.receivedBytes), pieceBytesMax);
    if (chunk.length === 0) return "unreadable";
    ({ upload } = await vaultUpload.appendUpload({ uploadId: upload.uploadId, offset: upload.receivedBytes, chunk }));
  }
  if (upload === undefined) return "unreadable";
  watch.sent(Number(upload.sizeBytes));
  watch.read(Number(upload.readBytes));
  return readUpload(vaultUpload, { uploadId: upload.uploadId, passwords: [...passwords] }, stop, watch);
};

/** A call may end before the file does: the next goes on. */
const readUpload = async (
  service: Connection["vaultUpload"],
  request: { readonly uploadId: string; readonly passwords: string[] },
  stop: AbortSignal,
  watch: UploadWatch,
): Promise<"done" | "stopped"> => {
  for (;;) {
    try {
      for await (const { content } of service.readUpload(request, { signal: stop })) {
        if (content.case === "item") watch.row(content.value);
        else if (content.case === "progress") watch.read(Number(content.value.doneBytes));
        else if (content.case === "summary") return "done";
      }
    } catch (error) {
      if (!stop.aborted) throw error;
    }
    if (stop.aborted) return "stopped";
  }
};

/** What tells the server which file comes: its SHA-256 and its first bytes; undefined where it cannot be read. */
const whatIsSent = async (
  file: LocalFile,
  stop: AbortSignal,
): Promise<{ sha256: string; head: Uint8Array } | undefined> => {
  try {
    const hash = createHash("sha256");
    const stream = createReadStream(file.path, { highWaterMark: pieceBytesMax, signal: stop });
    for await (const piece of stream) hash.update(piece as Buffer);
    return { sha256: hash.digest("hex"), head: bytesAt(file, 0, headBytes) };
  } catch {
    return undefined;
  }
};

const bytesAt = (file: LocalFile, at: number, length: number): Buffer => {
  const opened = openSync(file.path, "r");
  try {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(opened, bytes, 0, length, at));
  } finally {
    closeSync(opened);
  }
};
