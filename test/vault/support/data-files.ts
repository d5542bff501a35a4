import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import { file } from "../vault-fixture.ts";

/** Every file below a folder, as paths from it, in order of name. */
export const pathsBelow = (folder: string): string[] => {
  const walk = (at: string): string[] =>
    readdirSync(at).flatMap((name) =>
      statSync(join(at, name)).isDirectory() ? walk(join(at, name)) : [join(at, name)],
    );
  return walk(folder)
    .map((path) => relative(folder, path))
    .filter((path) => !path.endsWith("README.md"))
    .sort();
};

export const readBytes = (folder: string, path: string): Uint8Array => new Uint8Array(readFileSync(join(folder, path)));

/** Files of a folder whose names end so. */
export const filesBelow = (folder: string, suffix: string) =>
  pathsBelow(folder)
    .filter((path) => path.endsWith(suffix))
    .map((path) => file(path, readBytes(folder, path)));

/** The mailboxes of a folder, unpacked where they are packed. */
export const mailboxes = (folder: string) =>
  pathsBelow(folder).map((path) => {
    const bytes = readBytes(folder, path);
    return path.endsWith(".gz") ? file(path.slice(0, -3), new Uint8Array(gunzipSync(bytes))) : file(path, bytes);
  });
