import { isTar, type TarFile, tarFiles } from "../archive/tar-files.ts";
import { bytesInMemory, piecesOf } from "../container/file-bytes.ts";
import { unpackedName } from "../container/packed-members.ts";
import { gunzipped, isGzip } from "../container/unpack-place.ts";
import { type Entry, ImportRefusal, type Opener } from "../reader/port.ts";
import { fileBytesMax, tooLarge } from "./read-file.ts";

/**
 * What gzip packed, and tar archives, packed or not, that are inside another file and so are in memory as a whole;
 * src/vault/container/packed-members.ts reads those of any size.
 */
export const packed: Opener = {
  mediaTypes: ["application/gzip", "application/x-gzip", "application/x-tar", "application/x-gtar"],
  suffixes: [".gz", ".tgz", ".tar"],
  open: (original, path) => entries(original, path),
};

async function* entries(original: Uint8Array, path: string): AsyncGenerator<Entry> {
  const given = piecesOf(bytesInMemory(original));
  if (!isGzip(original)) return yield* files(given);
  const inside = gunzipped(given, original.length);
  const { value: first = nothing } = await inside.next();
  const pieces = goneOn(first, inside);
  if (isTar(first)) yield* files(pieces);
  else yield { name: unpackedName(path), mediaType: "", bytes: await whole(pieces) };
}

const nothing = new Uint8Array();

async function* goneOn(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* files(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Entry> {
  for await (const file of tarFiles(pieces)) yield await entryOf(file);
}

const entryOf = async ({ name, refusal, sizeBytes, pieces }: TarFile): Promise<Entry> => {
  if (refusal !== undefined) return { name, refusal };
  if (sizeBytes > fileBytesMax) return { name, refusal: tooLarge };
  return { name, mediaType: "", bytes: await whole(pieces()) };
};

/** All pieces in one. Errors: `ImportRefusal` for more than a document may have. */
const whole = async (pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array> => {
  const taken: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > fileBytesMax) throw new ImportRefusal(tooLarge);
    taken.push(piece);
  }
  return new Uint8Array(Buffer.concat(taken, size));
};
