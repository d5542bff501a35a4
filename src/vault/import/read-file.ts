import { create } from "@bufbuild/protobuf";
import { type Attachment, AttachmentSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import type { AttachedPart } from "./importer.ts";
import { ImportRefusal } from "./importer.ts";
import { importerFor } from "./importers.ts";
import { type MadeDocument, makeDocument } from "./record.ts";

/** A file as it is handed in, whole. */
export interface GivenFile {
  readonly path: string;
  /** Empty: told from the path. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A file after reading: made into a document, refused, or neither because it is known; and what it carries, in order. */
export interface ReadFile {
  readonly path: string;
  readonly docUid: string;
  readonly made: MadeDocument | undefined;
  /** Why it was refused; empty when it was not. */
  readonly refusal: string;
  readonly children: readonly ReadFile[];
}

/** Largest file, in bytes; also the store's limit for one blob. */
export const fileBytesMax = 64 * 1024 * 1024;
/** Messages inside messages inside messages: real mail has two or three levels. */
const messageDepthMax = 5;
/** Paths grow with every message inside a message. */
const pathCharsMax = 2_048;
/** Attachments read of one message; the rest is listed in one refusal. */
const attachmentsMax = 500;

/** A refusal before anything was read. */
export const refusedFile = (path: string, refusal: string): ReadFile => ({
  path,
  docUid: "",
  made: undefined,
  refusal,
  children: [],
});

/** A file whose bytes the strand has: nothing to read. */
export const knownFile = (path: string, docUid: string): ReadFile => ({
  path,
  docUid,
  made: undefined,
  refusal: "",
  children: [],
});

/** Reads one file and everything readable inside it. Never throws for hostile bytes: what cannot be read is a refusal. */
export const readFile = async (file: GivenFile, importedAtIso: string, depth = 0): Promise<ReadFile> => {
  if (file.bytes.length === 0) return refusedFile(file.path, "it is empty; check that it was saved whole");
  if (file.bytes.length > fileBytesMax) return refusedFile(file.path, tooLarge);
  const docUid = sha256Hex(file.bytes);
  try {
    const extracted = await importerFor(file.path, file.mediaType).extract(file.bytes, { path: file.path });
    const parts = extracted.parts.slice(0, attachmentsMax);
    const children = await readParts(file.path, parts, extracted.parts.length - parts.length, importedAtIso, depth);
    const attachments = parts.map((part, i) => attachmentOf(part, children[i]));
    return {
      path: file.path,
      docUid,
      made: makeDocument(docUid, file.bytes, extracted, { path: file.path, importedAtIso, attachments }),
      refusal: "",
      children,
    };
  } catch (error) {
    if (error instanceof ImportRefusal) return refusedFile(file.path, error.message);
    throw error;
  }
};

export const tooLarge = "it is larger than 64 MiB; split it, or export it without its attachments";

const tooDeep = `it is more than ${messageDepthMax} messages deep; save it as a file and import that`;

/** Paths of the attachments of the message at `path`: `<path>!/<name>`, and `<path>!/<n>/<name>` for the n-th of one name. */
export const attachmentPaths = (path: string, attachments: readonly { readonly name: string }[]): string[] => {
  const seen = new Map<string, number>();
  return attachments.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${path}!/${count === 1 ? name : `${count}/${name}`}`.slice(0, pathCharsMax);
  });
};

const readParts = async (
  path: string,
  parts: readonly AttachedPart[],
  leftOut: number,
  importedAtIso: string,
  depth: number,
): Promise<ReadFile[]> => {
  const children: ReadFile[] = [];
  const paths = attachmentPaths(path, parts);
  for (const [i, part] of parts.entries()) {
    const childPath = paths[i] ?? path;
    if (depth >= messageDepthMax) children.push(refusedFile(childPath, tooDeep));
    else {
      const given = { path: childPath, mediaType: part.mediaType, bytes: part.bytes };
      children.push(await readFile(given, importedAtIso, depth + 1));
    }
  }
  if (leftOut > 0)
    children.push(
      refusedFile(`${path}!/`, `${leftOut} further attachments were not read; save them as files and import those`),
    );
  return children;
};

const attachmentOf = (part: AttachedPart, child: ReadFile | undefined): Attachment =>
  create(AttachmentSchema, {
    name: part.name,
    mediaType: part.mediaType,
    sizeBytes: BigInt(part.bytes.length),
    docUid: child?.made === undefined ? "" : child.docUid,
    reason: child?.refusal ?? "",
  });
