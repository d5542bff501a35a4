import { ContainerKind, type ContainerPosition } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { entryBytes, localHeaderBytes } from "../archive/zip-directory.ts";
import { sameName, whyRefused } from "../archive/zip-names.ts";
import type { Passwords } from "../locked/passwords.ts";
import { ImportRefusal } from "../reader/port.ts";
import { containerKind, headBytes } from "./container-kind.ts";
import type { FileBytes } from "./file-bytes.ts";
import { type Member, memberBytesMax } from "./member.ts";
import { isReadable, type UnpackBudget, unpackedPieces, unpackedWhole, type ZipPlace } from "./unpack-place.ts";
import { isEmptyFile, SeenNames, ZipListing } from "./zip-listing.ts";

/** What an archive may unpack to however small it is, in bytes, and how many times its own size. Text packs to a tenth. */
const [unpackedBytesFree, unpackedRatioMax] = [512 * 1024 * 1024, 30];
/** So many empty files are told of one by one; an archive of more was made on purpose, or of something that is no dossier. */
const emptyMax = 1_000;
/** A mailbox in an archive that is larger is read as a stream; smaller ones are opened where documents are read. */
export const streamedFromBytes = 8 * 1024 * 1024;

/** A mailbox inside an archive, to be read message by message; its size may be a guess until it was read. */
export interface InnerMailbox extends Pick<Member, "name" | "end" | "sizeBytes"> {
  pieces(): AsyncGenerator<Uint8Array>;
}

/**
 * The files of a zip archive of any size, one after another, each under its path there. Folders are paths and no members of
 * their own. Names that reach outside (`..`, absolute, backslashes, control characters), links, and a second file of the same
 * name are refused; so is what is larger than a document may be, unless it is a mailbox, which is given as a stream. Of empty files above a
 * thousand the first says how many there are.
 * `position` says where to begin and is kept up to date. Errors: `ImportRefusal` for what is no zip, or is damaged as a whole.
 */
export async function* zipMembers(
  file: FileBytes,
  position: ContainerPosition,
  passwords: Passwords = [],
): AsyncGenerator<Member | InnerMailbox> {
  const listing = await ZipListing.of(file);
  const budget: UnpackBudget = { left: Math.max(unpackedBytesFree, unpackedRatioMax * file.sizeBytes), passwords };
  const seen = new SeenNames(listing);
  const from = Number(position.offset);
  const emptyCount = listing.emptyCount;
  let [end, empty] = [0, 0];
  for (let i = 0; i < listing.length; i++) {
    const place = listing.at(i);
    end += place.packedBytes + localHeaderBytes + entryBytes + 2 * place.rawName.length;
    const why = whyRefused(place, seen);
    seen.add(i, sameName(place.name));
    if (isEmptyFile(place)) empty++;
    const isOneOfMany = isEmptyFile(place) && empty > emptyMax;
    if (end <= from || (place.isFolder && place.sizeBytes === 0) || (isOneOfMany && empty > emptyMax + 1)) continue;
    position.offset = BigInt(end);
    position.memberCount++;
    const name = why === undefined ? place.name.normalize("NFC") : `entry-${i + 1}`;
    if (isOneOfMany) yield refused({ name, end }, place, moreEmpty(emptyCount - emptyMax));
    else
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
    isReadable(place, budget.passwords);
    if (!place.isEncrypted && place.sizeBytes > streamedFromBytes && (await isMailbox(file, place, told.name)))
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
  for await (const piece of unpackedPieces(file, place, { left: Number.POSITIVE_INFINITY, passwords: [] })) {
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

const moreEmpty = (count: number): string =>
  `it is empty, and so are ${count - 1} more files of this archive, which are not told of one by one`;

export const tooLargeMember =
  "this one file of the archive is larger than 64 MiB, the most one document may have; split it, or import the files it was made from";
