import type { ImportFile, ImportStart } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

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

/** One file of an Import call while its bytes come in: to be read once, to its end, before the next file is asked for. */
export interface ArrivingFile {
  readonly path: string;
  readonly validFrom: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Whether the file went on behind `bytesMax`, where it was cut; known once `pieces` has ended. */
  readonly isCut: () => boolean;
}

/**
 * Puts the messages of an Import call together to files: `start` first, then each `file` with its `chunk`s.
 * Errors: REQUEST_INVALID for any other order. A file above `bytesMax` is cut there; the rest of it is passed over without
 * being kept. A whole file that was cut is given one byte too long, which its reader refuses by size.
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
    arriving: () => arrivingFiles(iterator, bytesMax),
  };
};

async function* arrivingFiles(iterator: AsyncIterator<ImportPiece>, bytesMax: number): AsyncGenerator<ArrivingFile> {
  let next = await iterator.next();
  while (!next.done) {
    const { part } = next.value;
    if (part.case !== "file")
      throw outOfOrder(part.case === "chunk" ? "announce a file before its bytes" : "send start only once");
    let size = 0;
    const pieces = (async function* () {
      for (next = await iterator.next(); !next.done && next.value.part.case === "chunk"; next = await iterator.next()) {
        const { value } = next.value.part;
        if (size < bytesMax) yield value.subarray(0, bytesMax - size);
        size += value.length;
      }
    })();
    yield { path: part.value.path, validFrom: part.value.validFrom, pieces, isCut: () => size > bytesMax };
    // What its reader left is passed over.
    for await (const _ of pieces);
  }
}

/** The file in memory; one that was cut is a byte too long. */
export const wholeFile = async ({ path, validFrom, pieces, isCut }: ArrivingFile): Promise<ImportedFile> => {
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces) chunks.push(piece);
  if (isCut()) chunks.push(new Uint8Array(1));
  return { path, validFrom, bytes: new Uint8Array(Buffer.concat(chunks)) };
};

const outOfOrder = (what: string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("source-error.the-imports-messages-are-out-of-order", { what }));
