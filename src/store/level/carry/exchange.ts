import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../../error.ts";
import { syncFolder } from "../sync-folder.ts";

/** Folders of a store: the database, the one that is being made beside it, and the one of an older layout that it replaced. */
const foldersOf = (dir: string) => ({
  current: join(dir, "db"),
  coming: join(dir, "db-coming"),
  before: join(dir, "db-before"),
  older: join(dir, "db-older"),
});

/** Where the database in a new layout is made, emptied of what was begun and not ended. Errors: UNSUPPORTED. */
export const comingFolder = async (dir: string): Promise<string> => {
  const { coming, before } = foldersOf(dir);
  if (existsSync(before))
    throw new DomainError(
      "UNSUPPORTED",
      `${before} keeps a database from before; remove it with pincite store accept, then open this one again`,
      { folder: before },
    );
  await rm(coming, { recursive: true, force: true });
  return coming;
};

/** Puts the new database in the place of the old one, which is kept. Both must be closed and on disk. */
export const exchange = async (dir: string): Promise<void> => {
  const { current, coming, before } = foldersOf(dir);
  await syncFolder(coming);
  await rename(current, before);
  await rename(coming, current);
  await syncFolder(dir);
};

/**
 * Ends an exchange that was cut off between its two steps, and takes away a new database that was never whole. To be called
 * before anything is opened.
 */
export const endExchange = async (dir: string): Promise<void> => {
  const { current, coming, before } = foldersOf(dir);
  // Only a whole database comes so far that the old one was put aside for it.
  if (!existsSync(current) && existsSync(before) && existsSync(coming)) await rename(coming, current);
  await rm(coming, { recursive: true, force: true });
};

/**
 * Makes room for a database of an older layout that was put back where one from before is kept already: that one is set aside under another
 * name, where `removeBefore` finds it too.
 */
export const setBeforeAside = async (dir: string): Promise<void> => {
  const { before, older } = foldersOf(dir);
  await rm(older, { recursive: true, force: true });
  await rename(before, older);
  await syncFolder(dir);
};

/** Takes back what was set aside. */
export const restoreBefore = async (dir: string): Promise<void> => {
  const { before, older } = foldersOf(dir);
  if (existsSync(older) && !existsSync(before)) await rename(older, before);
  await syncFolder(dir);
};

/** Removes the databases from before a change of layout. False: there are none. */
export const removeBefore = async (dir: string): Promise<boolean> => {
  const { before, older } = foldersOf(dir);
  if (!existsSync(before) && !existsSync(older)) return false;
  await rm(before, { recursive: true, force: true });
  await rm(older, { recursive: true, force: true });
  await removeShared(join(dir, "blobs"));
  await syncFolder(dir);
  return true;
};

/** Removes the names that files of artifacts had in layouts 1 and 2: by the first two digits, where scopes have 32. */
const removeShared = async (blobs: string): Promise<void> => {
  for (const folder of await readdir(blobs, { recursive: true, withFileTypes: true }))
    if (folder.isDirectory() && folder.name.length === 2)
      await rm(join(folder.parentPath, folder.name), { recursive: true });
};
