/** A file to put in, with the path that it has for its owner. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** Control characters are in no path that the Vault takes. */
const pathOf = (path: string): string =>
  path
    .replace(/^\/+/, "")
    .replace(/\p{Cc}/gu, "_")
    .slice(0, 1024);

/** Files that a person chose by a dialogue, those of folders with their paths. */
export const filesChosen = (files: Iterable<File>): ChosenFile[] =>
  [...files].map((file) => ({ path: pathOf(file.webkitRelativePath || file.name), file }));

/** Files that were dropped, and those in the folders that were. */
export const filesDropped = async (items: DataTransferItemList): Promise<ChosenFile[]> => {
  // What was dropped is only to be had while the event lasts, so the entries are taken before anything is awaited.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map(filesIn))).flat();
};

const filesIn = async (entry: FileSystemEntry): Promise<ChosenFile[]> => {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: pathOf(entry.fullPath), file }];
  }
  const found: ChosenFile[] = [];
  for (const inside of await entriesOf(entry as FileSystemDirectoryEntry)) found.push(...(await filesIn(inside)));
  return found;
};

/** A folder gives its entries a hundred at a time, and none when it has given all. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
};
