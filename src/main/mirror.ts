import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { removeCopy } from "./remove-copy.ts";

/** A copy of a data folder that a server which only reads works on. */
export interface Mirror {
  readonly dir: string;
  /** Takes it away. */
  remove(): Promise<void>;
}

/** Says in a mirror which folder it is of. */
const mirrorFile = "mirror-of";

/** The folder that a mirror is of; undefined for any other. */
export const mirroredIn = (dataDir: string): string | undefined => {
  const path = join(dataDir, mirrorFile);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
};

/** Folders of a data folder in which a server writes at its start, each with what LevelDB must be able to write to. */
const writtenTo = ["", "runs/db", "vault/db", "law/db"];

/** Whether a data folder is there and this account cannot write to it: a mount that is read-only, or a folder that is closed to it. */
export const isClosedToWriting = (dataDir: string | undefined): boolean =>
  dataDir !== undefined &&
  existsSync(dataDir) &&
  writtenTo.some((part) => existsSync(join(dataDir, part)) && !isWritable(join(dataDir, part)));

/**
 * Copies a data folder to a temporary one, for LevelDB opens nothing that it cannot write to. Large artifacts stay where they are
 * and are read there; uploads under way do not come along. Nothing is written to the folder itself.
 */
export const mirrorOf = async (dataDir: string): Promise<Mirror> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-reading-"));
  const remove = () => removeCopy(dir);
  try {
    await cp(dataDir, dir, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !isLeftWhereItIs(dataDir, path),
    });
    await openToSelf(dir);
    await writeFile(join(dir, mirrorFile), resolve(dataDir));
    for (const store of ["runs", "vault", "law"])
      await linkFiles(join(dataDir, store, "blobs"), join(dir, store, "blobs"));
    return { dir, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** Modes came along, and a folder that nobody may write to is what there may be a mirror for. */
const openToSelf = async (dir: string): Promise<void> => {
  await chmod(dir, 0o700);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await openToSelf(path);
    else await chmod(path, 0o600);
  }
};

const isLeftWhereItIs = (dataDir: string, path: string): boolean =>
  /^(blobs|log-copy)$/.test(basename(path)) && resolve(dirname(dirname(path))) === resolve(dataDir);

/** Names the folder of each owner's scope where the store looks for it. Drafts are what a process that ended had begun. */
const linkFiles = async (from: string, to: string): Promise<void> => {
  if (!existsSync(from)) return;
  for (const owner of (await readdir(from)).filter((name) => name !== "drafts")) {
    await mkdir(join(to, owner), { recursive: true });
    for (const scope of await readdir(join(from, owner)))
      await symlink(resolve(from, owner, scope), join(to, owner, scope));
  }
};

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
