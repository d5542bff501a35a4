import type { ImportFile, ImportStart } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { DomainError } from "../error.ts";

/** One message of an import, of statutes or of rulings. */
export interface ImportPiece {
  readonly part:
    | { readonly case: "start"; readonly value: ImportStart }
    | { readonly case: "file"; readonly value: ImportFile }
    | { readonly case: "chunk"; readonly value: Uint8Array }
    | { readonly case: undefined; readonly value?: undefined };
}

/** One whole file of an Import call. */
export interface ImportedFile {
  readonly path: string;
  readonly validFrom: string;
  readonly bytes: Uint8Array;
}

/**
 * Puts the messages of an Import call together to whole files: `start` first, then each `file` with its `chunk`s.
 * Errors: REQUEST_INVALID for any other order. A file above `bytesMax` is cut there, one byte too long, which its reader
 * refuses by size; the rest of it is passed over without being kept.
 */
export const importFiles = (messages: AsyncIterable<ImportPiece>, bytesMax: number) => {
  const iterator = messages[Symbol.asyncIterator]();
  return {
    async start(): Promise<ImportStart> {
      const { value, done } = await iterator.next();
      if (done || value.part.case !== "start")
        throw outOfOrder("begin with a start message that names an idempotency key");
      return value.part.value;
    },
    async *files(): AsyncGenerator<ImportedFile> {
      let open: { path: string; validFrom: string; chunks: Uint8Array[]; size: number } | undefined;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        const { part } = next.value;
        if (part.case === "file") {
          if (open) yield whole(open);
          open = { path: part.value.path, validFrom: part.value.validFrom, chunks: [], size: 0 };
        } else if (part.case === "chunk" && open) {
          const room = bytesMax + 1 - open.size;
          if (room > 0) open.chunks.push(part.value.subarray(0, room));
          open.size += Math.min(room, part.value.length);
        } else throw outOfOrder(part.case === "chunk" ? "announce a file before its bytes" : "send start only once");
      }
      if (open) yield whole(open);
    },
  };
};

const whole = (open: { path: string; validFrom: string; chunks: Uint8Array[]; size: number }): ImportedFile => {
  const bytes = new Uint8Array(open.size);
  let at = 0;
  for (const chunk of open.chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { path: open.path, validFrom: open.validFrom, bytes };
};

const outOfOrder = (what: string): DomainError =>
  new DomainError("REQUEST_INVALID", `the import's messages are out of order: ${what}`);
