import type { ContainerPosition } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { tarFiles } from "../archive/tar-files.ts";
import { fileName, ImportRefusal } from "../reader/port.ts";
import { type FileBytes, piecesOf } from "./file-bytes.ts";
import { beginsAsMailbox } from "./mailbox-places.ts";
import { type Member, memberBytesMax } from "./member.ts";
import { gunzipped, isGzip } from "./unpack-place.ts";
import { type InnerMailbox, streamedFromBytes, tooLargeMember } from "./zip-members.ts";

/** The first bytes of a file in an archive, which tell whether it is a mailbox. */
const headBytes = 8 * 1024;

/**
 * The files of a tar archive of any size, packed with gzip or not, one after another. `position` says how many were read before
 * and is kept up to date. Errors: `ImportRefusal` for what is damaged.
 */
export async function* tarMembers(file: FileBytes, position: ContainerPosition): AsyncGenerator<Member | InnerMailbox> {
  const done = { bytes: 0 };
  const passed = position.memberCount;
  let count = 0n;
  for await (const { name, sizeBytes, refusal, pieces } of tarFiles(await unpacked(file, done))) {
    if (count++ < passed) continue;
    const told = { name, end: done.bytes };
    position.offset = BigInt(told.end);
    position.memberCount++;
    if (refusal !== undefined) yield refused(told, sizeBytes, refusal);
    else yield await memberOf(told, pieces(), { from: streamedFromBytes, sizeBytes });
  }
}

/** The one file that gzip packed, under the name of its packing without the ending. */
export async function* gzipMembers(
  path: string,
  file: FileBytes,
  position: ContainerPosition,
): AsyncGenerator<Member | InnerMailbox> {
  if (position.memberCount > 0n) return;
  const told = { name: unpackedName(path), end: file.sizeBytes };
  const sizeBytes = Math.max(file.sizeBytes, await saidSize(file));
  const member = await memberOf(told, await unpacked(file, { bytes: 0 }), { from: 0, sizeBytes });
  position.offset = BigInt(told.end);
  position.memberCount++;
  yield member;
}

/** What a file is called once it is unpacked: `.tgz` and `.gz` say only that it is packed. */
export const unpackedName = (path: string): string =>
  fileName(path)
    .replace(/(?<=.)\.gz$/i, "")
    .slice(0, 1_000);

/** RFC 1952 2.3.1: the size of what was packed stands at the end, of more than 4 GiB the rest. */
const saidSize = async (file: FileBytes): Promise<number> => {
  const tail = Buffer.from(await file.read(Math.max(0, file.sizeBytes - 4), 4));
  return tail.length === 4 ? tail.readUInt32LE() : 0;
};

const unpacked = async (file: FileBytes, done: { bytes: number }): Promise<AsyncGenerator<Uint8Array>> => {
  const packed = counted(piecesOf(file), done);
  return isGzip(await file.read(0, 3)) ? gunzipped(packed, file.sizeBytes) : packed;
};

async function* counted(pieces: AsyncGenerator<Uint8Array>, done: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    done.bytes += piece.length;
    yield piece;
  }
}

type Told = Pick<Member, "name" | "end">;

/** A member as its first bytes say: a mailbox from so many bytes on is a stream, all else is taken whole. */
const memberOf = async (
  told: Told,
  pieces: AsyncGenerator<Uint8Array>,
  { from, sizeBytes }: { readonly from: number; readonly sizeBytes: number },
): Promise<Member | InnerMailbox> => {
  const begun: Uint8Array[] = [];
  let size = 0;
  const more = async (): Promise<boolean> => {
    const { value, done } = await pieces.next();
    if (done === true) return false;
    begun.push(new Uint8Array(value));
    size += value.length;
    return true;
  };
  try {
    while (size < headBytes && (await more()));
    if (sizeBytes >= from && beginsAsMailbox(Buffer.concat(begun).subarray(0, headBytes)))
      return { ...told, sizeBytes, pieces: () => goneOnWith(begun, pieces) };
    while (size <= memberBytesMax && (await more()));
  } catch (error) {
    if (error instanceof ImportRefusal) return refused(told, size, error.message);
    throw error;
  }
  if (size > memberBytesMax) {
    await pieces.return(undefined);
    return refused(told, Math.max(size, sizeBytes), tooLargeMember);
  }
  const bytes = new Uint8Array(Buffer.concat(begun, size));
  return { ...told, mediaType: "", given: { bytes }, digest: sha256Hex(bytes), sizeBytes: size, before: nothing };
};

const nothing = new Uint8Array();

async function* goneOnWith(begun: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* begun.splice(0);
  yield* rest;
}

const refused = (told: Told, sizeBytes: number, refusal: string): Member => ({
  ...told,
  mediaType: "",
  given: { refusal },
  digest: "",
  sizeBytes,
  before: nothing,
});
