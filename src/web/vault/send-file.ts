import { create } from "@bufbuild/protobuf";
import { type Client, Code, ConnectError } from "@connectrpc/connect";
import {
  type ImportedItem,
  ImportedItem_Outcome,
  ImportedItemSchema,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import {
  Upload_State as State,
  type VaultUploadService,
} from "../../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import type { ChosenFile } from "./dropped-files.ts";
import { sha256HexOf } from "./fetch-original.ts";

type Uploads = Client<typeof VaultUploadService>;

const pieceBytes = 1_048_576;
const headBytes = 8 * 1024;
/** A browser hashes no file piece by piece; what is larger is told apart by the time of its last change. */
const hashedBytesMax = 64 * 1024 * 1024;
/** Waits between attempts after a broken connection. */
export const waitsMs: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000];

/** Where files go, and what is tried on what is locked in them. */
export interface SendOrder {
  readonly strandId: string;
  /** Default: none. */
  readonly passwords?: readonly string[];
}

/** Told as a file goes up and is read. */
export interface SendWatch {
  sent(bytes: number): void;
  row(row: ImportedItem): void;
  reading(): void;
  broke(): void;
}

/**
 * Sends a file in pieces and has it read. After a broken connection it goes on by itself where it stopped, and so does the next call for
 * the same file. Errors: those of VaultUploadService, UNAVAILABLE after the last attempt; an AbortError when it was stopped.
 */
export const sendFile = async (
  uploads: Uploads,
  order: SendOrder,
  chosen: ChosenFile,
  stop: AbortSignal,
  watch: SendWatch,
): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(uploads, order, chosen, stop, watch);
    } catch (error) {
      const wait = waitsMs[attempt];
      if (stop.aborted || wait === undefined || !isBroken(error)) throw error;
      watch.broke();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
};

/** A connection that broke, as a browser tells it, or a server that could not write just then. */
export const isBroken = (error: unknown): boolean =>
  [Code.Unavailable, Code.Unknown, Code.Aborted, Code.DeadlineExceeded].includes(ConnectError.from(error).code);

const sendOnce = async (
  uploads: Uploads,
  order: SendOrder,
  { path, file }: ChosenFile,
  stop: AbortSignal,
  watch: SendWatch,
): Promise<void> => {
  const options = { signal: stop };
  let { upload } = await uploads.beginUpload(await announced(order.strandId, path, file), options);
  if (upload?.state === State.REFUSED) {
    const outcome = ImportedItem_Outcome.REFUSED;
    return watch.row(create(ImportedItemSchema, { path, outcome, reason: upload.refusal }));
  }
  while (upload?.state === State.RECEIVING) {
    const offset: bigint = upload.receivedBytes;
    watch.sent(Number(offset));
    const chunk = await bytesOf(file.slice(Number(offset), Number(offset) + pieceBytes));
    ({ upload } = await uploads.appendUpload({ uploadId: upload.uploadId, offset, chunk }, options));
  }
  watch.sent(file.size);
  watch.reading();
  if (upload === undefined) return;
  await readUpload(uploads, { uploadId: upload.uploadId, passwords: [...(order.passwords ?? [])] }, stop, watch);
};

const announced = async (strandId: string, path: string, file: File) => ({
  strandId,
  path,
  sizeBytes: BigInt(file.size),
  sha256: file.size <= hashedBytesMax ? await sha256HexOf(file) : "",
  version: String(file.lastModified),
  head: await bytesOf(file.slice(0, headBytes)),
});

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());

/** A call may end before the file does: the next goes on. */
const readUpload = async (
  uploads: Uploads,
  request: { readonly uploadId: string; readonly passwords: string[] },
  stop: AbortSignal,
  watch: SendWatch,
): Promise<void> => {
  for (;;) {
    for await (const { content } of uploads.readUpload(request, { signal: stop })) {
      if (content.case === "item") watch.row(content.value);
      else if (content.case === "summary") return;
    }
  }
};
