import type { ImportBegin, ImportItem, ImportRequest } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { ImportInput } from "../import/read-file.ts";
import { fileBytesMax, tooLarge } from "../import/read-file.ts";

type Pieces = AsyncIterator<ImportRequest>;

/** The first piece of an import, which must be `begin`. Errors: `REQUEST_INVALID`. */
export const beginOf = async (pieces: Pieces): Promise<ImportBegin> => {
  const { value, done } = await pieces.next();
  if (done !== true && value.content.case === "begin") return value.content.value;
  throw outOfOrder("the first piece of an import must be `begin`");
};

/**
 * Puts the pieces of each file together. A file is given on only when it has exactly the bytes it announced, so that an
 * upload that was cut short cannot become a document. Of a file over the limit the bytes are dropped as they come.
 *
 * Errors: `REQUEST_INVALID` for pieces out of order, too many bytes and too few.
 */
export async function* receiveFiles(pieces: Pieces): AsyncGenerator<ImportInput> {
  let open: Receiving | undefined;
  for (;;) {
    const { value, done } = await pieces.next();
    const content = done === true ? undefined : value.content;
    if (content?.case === "chunk") {
      if (open === undefined) throw outOfOrder("a chunk came before any item");
      open.take(content.value);
      continue;
    }
    if (open !== undefined) yield open.finish();
    if (content === undefined) return;
    if (content.case !== "item") throw outOfOrder("after `begin` only items and chunks may come");
    open = new Receiving(content.value);
  }
}

class Receiving {
  readonly #item: ImportItem;
  readonly #chunks: Uint8Array[] = [];
  #received = 0n;
  readonly #isTooLarge: boolean;

  constructor(item: ImportItem) {
    this.#item = item;
    this.#isTooLarge = item.sizeBytes > BigInt(fileBytesMax);
  }

  take(chunk: Uint8Array): void {
    this.#received += BigInt(chunk.length);
    if (this.#received > this.#item.sizeBytes) throw wrongSize(this.#item, "more");
    if (!this.#isTooLarge) this.#chunks.push(chunk);
  }

  finish(): ImportInput {
    const { path, mediaType, sizeBytes, docUid } = this.#item;
    if (docUid !== "" && sizeBytes === 0n) return { path, docUid };
    if (this.#isTooLarge) return { path, refusal: tooLarge };
    if (this.#received < sizeBytes) throw wrongSize(this.#item, "fewer");
    return { path, mediaType, bytes: joined(this.#chunks, Number(sizeBytes)) };
  }
}

const joined = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

const outOfOrder = (message: string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("source-error.see-vaultimportservice-import", { message }));

const wrongSize = (item: ImportItem, what: string): DomainError =>
  new DomainError(
    "REQUEST_INVALID",
    worded("source-error.has-bytes-than-it-announced-send-it-again", {
      itemPath: item.path,
      what,
      sizeBytes: item.sizeBytes,
    }),
    { path: item.path },
  );
