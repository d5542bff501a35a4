import { create } from "@bufbuild/protobuf";
import { type Attachment, AttachmentSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { type Passwords, unlockedNote } from "../locked/passwords.ts";
import { unlocked } from "../locked/unlock.ts";
import { type AttachedPart, ImportRefusal, type PartPlace } from "../reader/port.ts";
import { importerFor, openerFor, withoutWords } from "./importers.ts";
import {
  attachmentPaths,
  entryPath,
  fileBytesMax,
  type GivenFile,
  isEmpty,
  openedFile,
  type ReadFile,
  refusedFile,
  tooLarge,
  wasOpened,
} from "./read-file.ts";
import { makeDocument } from "./record.ts";

/** Messages inside messages inside messages: real mail has two or three levels. */
const messageDepthMax = 5;
/** An archive inside an archive is common; a third level is a riddle. Mailboxes and calendars count as well. */
const archiveDepthMax = 2;
/** Attachments read of one message, what is in attached archives included; the rest is listed in one refusal. */
const attachmentsMax = 500;

const tooDeep = `it is more than ${messageDepthMax} messages deep; save it as a file and import that`;
const tooManyArchives = `it is an archive more than ${archiveDepthMax} archives deep; unpack the outer ones and import it again`;

/** What is told about the reading while it goes on, so that somebody else can watch over its time. */
export interface ReadingWatch {
  /** Files of the archive that are passed over, because an earlier reading has given them. */
  readonly skip: number;
  /** A file begins: its place among those given, its path, its size in bytes. Place -1: the next one is looked for. */
  begin(place: number, path: string, sizeBytes: number): void;
  /** A picture of so many pixels is read next, in the file that began last or in one attached to it. */
  picture?(pixels: number): void;
}

interface Depth {
  readonly messages: number;
  readonly archives: number;
  /** Counts the files given; absent inside messages, which are given whole. */
  readonly watch?: ReadingWatch & { given: number };
  readonly atPicture: (pixels: number) => void;
  readonly passwords: Passwords;
}

/**
 * Reads one file and everything readable inside it: one answer for a document, one for each file in a mailbox or archive
 * and a last one for itself. Never throws for hostile bytes: what cannot be read is a refusal.
 */
export const readUnits = (
  file: GivenFile,
  importedAtIso: string,
  watch: ReadingWatch = { skip: 0, begin: () => undefined },
): AsyncGenerator<ReadFile> =>
  readAll(file, importedAtIso, {
    messages: 0,
    archives: file.archives ?? 0,
    watch: { ...watch, given: 0 },
    atPicture: (pixels) => watch.picture?.(pixels),
    passwords: file.passwords ?? [],
  });

async function* readAll(file: GivenFile, importedAtIso: string, depth: Depth): AsyncGenerator<ReadFile> {
  const { path, bytes } = file;
  if (bytes.length === 0) return yield* give(depth, path, 0, () => refused(path, isEmpty));
  if (bytes.length > fileBytesMax) return yield* give(depth, path, 0, () => refused(path, tooLarge));
  let entries: ReturnType<typeof open>;
  let own: Uint8Array | undefined;
  try {
    depth.watch?.begin(-1, path, bytes.length);
    own = unlocked(bytes, depth.passwords);
    entries = own === undefined ? open(file, depth) : undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    return yield* give(depth, path, 0, () => refused(path, refusal));
  }
  if (entries === undefined)
    return yield* give(depth, path, bytes.length, () =>
      readDocument(own === undefined ? file : { ...file, bytes: own, wasLocked: true }, importedAtIso, depth),
    );
  let refusal = "";
  try {
    for await (const entry of entries) {
      const at = entryPath(path, entry.name);
      if ("refusal" in entry) yield* give(depth, at, 0, () => refused(at, entry.refusal));
      else
        yield* readAll({ ...entry, path: at }, importedAtIso, {
          ...depth,
          archives: depth.archives + 1,
          ...watched(depth),
        });
      depth.watch?.begin(-1, path, bytes.length);
    }
  } catch (error) {
    refusal = refusalOf(error);
  }
  yield* give(depth, path, 0, async () => openedFile(path, refusal));
}

/** The same counter for everything that is given at the top. */
const watched = ({ watch }: Depth): Pick<Depth, "watch"> => (watch === undefined ? {} : { watch });

const refused = async (path: string, refusal: string): Promise<ReadFile> => refusedFile(path, refusal);

async function* give(
  { watch }: Depth,
  path: string,
  sizeBytes: number,
  read: () => Promise<ReadFile>,
): AsyncGenerator<ReadFile> {
  const place = watch === undefined ? 0 : watch.given++;
  if (watch !== undefined && place < watch.skip) return;
  watch?.begin(place, path, sizeBytes);
  yield await read();
}

const open = ({ path, mediaType, bytes }: GivenFile, depth: Depth) => {
  const entries = openerFor(path, mediaType, bytes)?.open(bytes, path, depth.passwords);
  if (entries !== undefined && depth.archives >= archiveDepthMax) throw new ImportRefusal(tooManyArchives);
  return entries;
};

const refusalOf = (error: unknown): string => {
  if (error instanceof ImportRefusal) return error.message;
  throw error;
};

/** A file as it is read, which may have been opened with a password before. */
type OwnFile = GivenFile & { readonly wasLocked?: true };

const readDocument = async (file: OwnFile, importedAtIso: string, depth: Depth): Promise<ReadFile> => {
  const { path, bytes } = file;
  const docUid = sha256Hex(bytes);
  const wordless = depth.messages > 0 ? withoutWords(path, file.mediaType, bytes) : undefined;
  if (wordless !== undefined) return refusedFile(path, wordless);
  try {
    const { version, ...importer } = importerFor(path, file.mediaType, bytes);
    const extracted = await importer.extract(bytes, { path, atPicture: depth.atPicture });
    const { children, attachments } = await readParts(path, extracted.parts, importedAtIso, depth);
    const notes = file.wasLocked ? [unlockedNote, ...extracted.notes] : extracted.notes;
    const made = makeDocument(docUid, bytes, { ...extracted, notes }, { path, importedAtIso, attachments, version });
    return { path, docUid, made, refusal: "", opened: false, children };
  } catch (error) {
    return refusedFile(path, refusalOf(error));
  }
};

const readParts = async (
  path: string,
  parts: readonly AttachedPart[],
  importedAtIso: string,
  depth: Depth,
): Promise<{ children: ReadFile[]; attachments: Attachment[] }> => {
  const children: ReadFile[] = [];
  const attachments: Attachment[] = [];
  const paths = attachmentPaths(path, parts);
  for (const [i, part] of parts.entries()) {
    if (children.length >= attachmentsMax) {
      children.push(refusedFile(`${path}!/`, leftOut(parts.length - i)));
      break;
    }
    const given = { path: paths[i] ?? path, mediaType: part.mediaType, bytes: part.bytes };
    for await (const child of readPart(given, importedAtIso, depth)) {
      if (children.length >= 2 * attachmentsMax) break;
      children.push(child);
      attachments.push(
        attachmentOf(part, child, child.path === given.path ? part.name : child.path.slice(path.length + 2)),
      );
    }
  }
  return { children, attachments };
};

const leftOut = (count: number): string =>
  `${count} further attachments were not read; save them as files and import those`;

async function* readPart(given: GivenFile, importedAtIso: string, depth: Depth): AsyncGenerator<ReadFile> {
  if (depth.messages >= messageDepthMax) yield refusedFile(given.path, tooDeep);
  else {
    const { messages, archives, atPicture, passwords } = depth;
    yield* readAll(given, importedAtIso, { messages: messages + 1, archives, atPicture, passwords });
  }
}

const attachmentOf = (part: AttachedPart, child: ReadFile, name: string): Attachment =>
  create(AttachmentSchema, {
    name,
    mediaType: child.made?.record.detail?.mediaType ?? part.mediaType,
    sizeBytes: BigInt(child.made?.original?.length ?? part.bytes.length),
    docUid: child.made === undefined ? "" : child.docUid,
    reason: child.opened && child.refusal === "" ? wasOpened : child.refusal,
    ...(part.place === undefined || name !== part.name ? {} : { place: placeOf(part.place) }),
  });

const placeOf = ({ offset, length, encoding }: PartPlace) => ({
  offsetBytes: BigInt(offset),
  lengthBytes: BigInt(length),
  transferEncoding: encoding,
});
