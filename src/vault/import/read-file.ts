import type { ContainerPosition } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { inEnglish, worded } from "../../messages/said.ts";
import type { FileBytes } from "../container/file-bytes.ts";
import type { Passwords } from "../locked/passwords.ts";
import type { MadeDocument } from "./record.ts";

/** A file as it is handed in, whole. */
export interface GivenFile {
  readonly path: string;
  /** Media type of the file; empty: derived from the path. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Archives and mailboxes it was taken out of; default 0. */
  readonly archives?: number;
  /** Tried on it and on what it holds, where that is locked. Default: none. */
  readonly passwords?: Passwords;
}

/** A file, a file whose bytes are known and were not sent, or the refusal of a file whose bytes were not worth receiving. */
export type SmallInput =
  | GivenFile
  | { readonly path: string; readonly docUid: string }
  | { readonly path: string; readonly refusal: string };

/** A file that is not in memory: a mailbox or archive of any size. */
export interface LargeFile {
  readonly path: string;
  readonly mediaType: string;
  readonly file: FileBytes;
  /** SHA-256 of the whole, 64 hex. */
  readonly digest: string;
  /** Where an earlier call has stopped; at the beginning for none. */
  readonly position: ContainerPosition;
}

/** What an import takes. */
export type ImportInput = SmallInput | LargeFile;

/** What is known of a mailbox or archive when it was read. */
export interface ReadContainer {
  /** SHA-256, 64 hex; empty where it was not read to its end. */
  readonly digest: string;
  readonly notes: readonly string[];
}

/**
 * A file after reading: made into a document, opened, refused, or none of these because it is already known; with the files
 * that it carries.
 */
export interface ReadFile {
  readonly path: string;
  readonly docUid: string;
  readonly made: MadeDocument | undefined;
  /** Reason why the file was refused; for an opened file, why it was not read to its end; empty when all went well. */
  readonly refusal: string;
  /** True for a mailbox or archive whose entries were read: they came before this row. */
  readonly opened: boolean;
  /** For an opened one that was read as a stream. */
  readonly container?: ReadContainer;
  /** Attachments, in order; those of a mailbox or archive follow without nesting. */
  readonly children: readonly ReadFile[];
  /** True for bytes that a person had erased from the strand: they are not taken in again. */
  readonly erased?: true;
  /** True for one of many copies in a mailbox, which stands in its list and has no row. */
  readonly untold?: true;
}

/** Largest file, in bytes; also the store's limit for one blob. */
export const fileBytesMax = 64 * 1024 * 1024;
/** Reason given for a file of no bytes. */
export const isEmpty = inEnglish(worded("import.empty"));
/** Longest path, in characters, since paths grow with every message inside a message. */
const pathCharsMax = 2_048;
export const tooLarge =
  "it is larger than 64 MiB, the most one document may have; only mailboxes and zip archives may be larger: split it";
/**
 * Paths of the attachments of the message at `path`: `<path>!/<name>`, and `<path>!/<n>/<name>` for the n-th attachment of the
 * same name.
 */
export const attachmentPaths = (path: string, attachments: readonly { readonly name: string }[]): string[] => {
  const seen = new Map<string, number>();
  return attachments.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return entryPath(path, count === 1 ? name : `${count}/${name}`);
  });
};

/** Path of a file inside another file. */
export const entryPath = (path: string, name: string): string =>
  `${path}!/${name}`.slice(0, pathCharsMax).toWellFormed();

const plain = { docUid: "", made: undefined, refusal: "", opened: false, children: [] };

/** Row of a file that was refused before it was read, or because it cannot be read. */
export const refusedFile = (path: string, refusal: string): ReadFile => ({ ...plain, path, refusal });

/** Row of a file whose bytes the strand already has, so that there is nothing to read. */
export const knownFile = (path: string, docUid: string): ReadFile => ({ ...plain, path, docUid });

/** The same of one of many copies, which has no row. */
export const untoldFile = (path: string, docUid: string): ReadFile => ({ ...plain, path, docUid, untold: true });

/** Row of a file whose bytes a person had erased from the strand. */
export const erasedFile = (path: string): ReadFile => ({ ...plain, path, refusal: wasErased, erased: true });

/** Reason given for bytes that were erased. */
export const wasErased = "a person had these very bytes erased from the Vault, so they are not taken in again";

/** The row of a mailbox or archive; `refusal` says why it was not read to its end. */
export const openedFile = (path: string, refusal = "", container?: ReadContainer): ReadFile => ({
  ...plain,
  path,
  refusal,
  opened: true,
  ...(container === undefined ? {} : { container }),
});

/** Reason given for an attachment that is no document because the files in it are documents. */
export const wasOpened = "it was opened; the files in it are listed beside it";

/** Reason that was given for a part without words before each kind had its own; records of then still have it. */
export const keptInside = "it has no words; it is kept in the message as it is";
