import { ContainerKind, type ContainerPosition } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import {
  type DirectoryPlace,
  dataPlace,
  directoryEntries,
  directoryIn,
  endSearchBytes,
  largeDirectory,
  largeEndBytes,
  largeEndPlace,
  localHeaderBytes,
  requireApart,
  tooManyEntries,
} from "../archive/zip-directory.ts";
import { sameName, whyRefused } from "../archive/zip-names.ts";
import { ImportRefusal } from "../reader/port.ts";
import { containerKind, headBytes } from "./container-kind.ts";
import type { FileBytes } from "./file-bytes.ts";
import { type Member, memberBytesMax } from "./member.ts";
import { isReadable, type UnpackBudget, unpackedPieces, unpackedWhole, type ZipPlace } from "./unpack-place.ts";

const entriesMax = 100_000;
/** A directory is held whole while an archive is read. */
const directoryBytesMax = 32 * 1024 * 1024;
/** What an archive may unpack to however small it is, in bytes, and how many times its own size. Text packs to a tenth. */
const [unpackedBytesFree, unpackedRatioMax] = [512 * 1024 * 1024, 30];
/** A mailbox in an archive that is larger is read as a stream; smaller ones are opened where documents are read. */
const streamedFromBytes = 8 * 1024 * 1024;
/** What an entry of the directory takes beside its name. */
const entryBytes = 46;

/** A mailbox inside an archive, to be read message by message. */
export interface InnerMailbox extends Pick<Member, "name" | "end" | "sizeBytes"> {
  pieces(): AsyncGenerator<Uint8Array>;
}

/**
 * The files of a zip archive of any size, one after another, each under its path there. Folders are paths and no members of
 * their own. Names that reach outside (`..`, absolute, backslashes, control characters), links, and a second file of the same
 * name are refused; so is what is larger than a document may be, unless it is a mailbox, which is given as a stream.
 * `position` says where to begin and is kept up to date. Errors: `ImportRefusal` for what is no zip, or is damaged as a whole.
 */
export async function* zipMembers(file: FileBytes, position: ContainerPosition): AsyncGenerator<Member | InnerMailbox> {
  const places = await zipPlaces(file);
  const budget: UnpackBudget = { left: Math.max(unpackedBytesFree, unpackedRatioMax * file.sizeBytes) };
  const seen = new Set<string>();
  const from = Number(position.offset);
  let end = 0;
  for (const [i, place] of places.entries()) {
    end += place.packedBytes + localHeaderBytes + entryBytes + 2 * place.rawName.length;
    const why = whyRefused(place, seen);
    seen.add(sameName(place.name));
    if (end <= from || (place.isFolder && place.sizeBytes === 0)) continue;
    position.offset = BigInt(end);
    position.memberCount++;
    const name = why === undefined ? place.name.normalize("NFC") : `entry-${i + 1}`;
    yield why === undefined ? await memberAt(file, place, { name, end }, budget) : refused({ name, end }, place, why);
  }
}

type Told = Pick<Member, "name" | "end">;

const memberAt = async (
  file: FileBytes,
  place: ZipPlace,
  told: Told,
  budget: UnpackBudget,
): Promise<Member | InnerMailbox> => {
  try {
    isReadable(place);
    if (place.sizeBytes > streamedFromBytes && (await isMailbox(file, place, told.name)))
      return { ...told, sizeBytes: place.sizeBytes, pieces: () => unpackedPieces(file, place, budget) };
    if (place.sizeBytes > memberBytesMax) return refused(told, place, tooLargeMember);
    const bytes = await unpackedWhole(file, place, budget);
    const digest = sha256Hex(bytes);
    return { ...told, mediaType: "", given: { bytes }, digest, sizeBytes: bytes.length, before: new Uint8Array() };
  } catch (error) {
    if (error instanceof ImportRefusal) return refused(told, place, error.message);
    throw error;
  }
};

const isMailbox = async (file: FileBytes, place: ZipPlace, name: string): Promise<boolean> => {
  let head = Buffer.alloc(0);
  for await (const piece of unpackedPieces(file, place, { left: Number.POSITIVE_INFINITY })) {
    head = Buffer.concat([head, piece]);
    if (head.length >= headBytes) break;
  }
  return containerKind(name, "", head) === ContainerKind.MAILBOX;
};

const refused = (told: Told, { sizeBytes }: ZipPlace, refusal: string): Member => ({
  ...told,
  mediaType: "",
  given: { refusal },
  digest: "",
  sizeBytes,
  before: new Uint8Array(),
});

const tooLargeMember =
  "this one file of the archive is larger than 64 MiB, the most one document may have; split it, or import the files it was made from";

/** The entries of an archive in the order of its directory, each with its place; nothing of them is unpacked. */
export const zipPlaces = async (file: FileBytes): Promise<ZipPlace[]> => {
  const directory = await directoryOf(file);
  if (directory.count > entriesMax) throw tooManyEntries(entriesMax);
  const sizeBytes = directory.end - directory.at;
  if (sizeBytes > directoryBytesMax)
    throw new ImportRefusal("its directory is larger than 32 MiB; pack it in several archives");
  const entries = directoryEntries(await file.read(directory.at, sizeBytes), directory.count);
  const places: ZipPlace[] = [];
  for (const entry of entries) {
    const header = await file.read(entry.localAt, localHeaderBytes + entry.rawName.length);
    places.push({ ...entry, dataAt: dataPlace(header, entry, directory.at) });
  }
  requireApart(places.map(({ localAt, dataAt, packedBytes }) => ({ start: localAt, end: dataAt + packedBytes })));
  return places;
};

const directoryOf = async (file: FileBytes): Promise<DirectoryPlace> => {
  const tailAt = Math.max(0, file.sizeBytes - endSearchBytes);
  const tail = await file.read(tailAt, file.sizeBytes - tailAt);
  const recordAt = largeEndPlace(tail);
  return recordAt === undefined
    ? directoryIn(tail, tailAt)
    : largeDirectory(await file.read(recordAt, largeEndBytes), recordAt);
};
