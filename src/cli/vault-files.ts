import { type Dirent, existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { LocalFile } from "./files.ts";

/** Something that paths name and that is not sent. */
export interface LeftOut {
  readonly name: string;
  /** A sentence that says why and what to do. */
  readonly reason: string;
}

/** What paths name, in order of name. */
export interface VaultFiles {
  readonly files: readonly LocalFile[];
  readonly leftOut: readonly LeftOut[];
}

const pathCharsMax = 1_024;

/**
 * The files to import that paths name: a file by its own name, a folder by what is in it, all depths. Nothing in a folder
 * leads out of it: a link does so only to a file inside. What cannot be sent is named with its reason, and so are hidden folders
 * that hold something, but for those of a mail server (Maildir++), which are read; hidden files are passed over. Errors: REQUEST_INVALID for a path that is not there, and for two files that would bear one name.
 */
export const vaultFilesAt = (paths: readonly string[]): VaultFiles => {
  const found: Found = { files: [], leftOut: [] };
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined)
      throw new DomainError("REQUEST_INVALID", worded("command-error.there-is-no-file-or-folder", { path }), { path });
    if (stats.isDirectory()) walk(path, basename(path), realpathSync(path), found);
    else take(path, basename(path), stats, found);
  }
  requireDifferent(found.files);
  return found;
};

interface Found {
  readonly files: LocalFile[];
  readonly leftOut: LeftOut[];
}

/** `root` is the real path of the folder that was named: no link may lead out of it. */
const walk = (folder: string, name: string, root: string, found: Found): void => {
  for (const entry of entriesOf(folder, name, found)) {
    const [path, inside] = [join(folder, entry.name), `${name}/${entry.name}`];
    if (entry.isDirectory()) walk(path, inside, root, found);
    else if (entry.isSymbolicLink()) takeLink(path, inside, root, found);
    else take(path, inside, statsOf(path), found);
  }
};

const entriesOf = (folder: string, name: string, found: Found): Dirent[] => {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).sort(byName);
    const isHidden = (entry: Dirent): boolean => entry.name.startsWith(".") && !isMailFolder(folder, entry);
    for (const entry of entries.filter(isHidden))
      if (entry.isDirectory() && !isEmpty(join(folder, entry.name)))
        found.leftOut.push({ name: `${name}/${entry.name}`, reason: hiddenFolder });
    return entries.filter((entry) => !isHidden(entry));
  } catch {
    found.leftOut.push({ name, reason: "the folder cannot be opened; check its permissions" });
    return [];
  }
};

const hiddenFolder = "it is a hidden folder; if it holds evidence, import it by its own path";

const isEmpty = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
};

/** Mail servers keep the folders of a mailbox under names that begin with a full stop (Maildir++): `.Sent/cur`. */
const isMailFolder = (folder: string, entry: Dirent): boolean =>
  entry.isDirectory() && ["cur", "new"].some((part) => existsSync(join(folder, entry.name, part)));

/** By code unit: the same order in every locale. */
const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

const takeLink = (path: string, name: string, root: string, found: Found): void => {
  const target = realPathOf(path);
  const stats = target === undefined ? undefined : statsOf(target);
  const reason = whyNoLink(target, stats, root);
  if (reason === undefined) take(path, name, stats, found);
  else found.leftOut.push({ name, reason });
};

const whyNoLink = (target: string | undefined, stats: Stats | undefined, root: string): string | undefined => {
  if (target === undefined) return "it is a link to a file that is not there; mend or remove the link";
  if (!target.startsWith(root + sep)) return "it is a link out of the folder; import what it points to by its own path";
  if (stats?.isDirectory()) return "it is a link to a folder; the files there are imported under their own path";
  return undefined;
};

const take = (path: string, name: string, stats: Stats | undefined, found: Found): void => {
  const reason = whyNot(name, stats);
  if (reason === undefined && stats !== undefined) found.files.push({ name, path, sizeBytes: stats.size });
  else found.leftOut.push({ name, reason: reason ?? notReadable });
};

const notReadable = "it cannot be read; check its permissions";

const whyNot = (name: string, stats: Stats | undefined): string | undefined => {
  if (stats === undefined) return notReadable;
  if (stats.isSocket() || stats.isFIFO()) return "it is a socket or pipe, which holds no file";
  if (!stats.isFile()) return "it is a device, which holds no file";
  if (name.length > pathCharsMax) return `its path has more than ${pathCharsMax} characters; move it up or rename it`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for
  if (/[\u0000-\u001f\u007f]/.test(name)) return "its name holds control characters; rename it";
  return undefined;
};

const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

const realPathOf = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

/** A changed file under one name replaces the earlier one: two files of one name would replace each other. */
const requireDifferent = (files: readonly LocalFile[]): void => {
  const seen = new Map<string, string>();
  for (const { name, path } of files) {
    const other = seen.get(name);
    if (other !== undefined && other !== path) {
      throw new DomainError(
        "REQUEST_INVALID",
        worded("command-error.and-would-both-be-imported-as-import-the", { other, path, name }),
        { path: name },
      );
    }
    seen.set(name, path);
  }
};
