import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** A file to send: the name its server will know it by, with `/`, and where it is. */
export interface LocalFile {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * The files that paths name: a file by its own name, a folder by what is in it, all depths, in order of name. Hidden
 * files are left out, as are links, so that a folder cannot name what lies outside it. Errors: REQUEST_INVALID.
 */
export const filesAt = (paths: readonly string[]): LocalFile[] =>
  paths.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined)
      throw new DomainError("REQUEST_INVALID", worded("command-error.there-is-no-file-or-folder", { path }), { path });
    return found.isDirectory() ? filesIn(path, basename(path)) : [fileAt(path, basename(path))];
  });

const filesIn = (folder: string, name: string): LocalFile[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith(".") && (entry.isFile() || entry.isDirectory()))
    .sort(byName)
    .flatMap((entry) => {
      const inside = [join(folder, entry.name), `${name}/${entry.name}`] as const;
      return entry.isDirectory() ? filesIn(...inside) : [fileAt(...inside)];
    });

/** By code unit: the same order in every locale. */
const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

const fileAt = (path: string, name: string): LocalFile => ({ name, path, sizeBytes: statSync(path).size });

/** A file's bytes in the pieces that imports take, at most 1 MiB each. */
export function* piecesOf(file: LocalFile): Generator<Uint8Array> {
  yield* inPieces(readFileSync(file.path));
}

/** Bytes in such pieces. */
export function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytesMax) yield bytes.subarray(at, at + pieceBytesMax);
}

const pieceBytesMax = 1_048_576;
