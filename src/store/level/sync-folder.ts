import { open } from "node:fs/promises";

/** Makes the names in a folder durable (fsync of the directory, as open(2) and rename(2) ask for). */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder; there the file system keeps names with the data.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
