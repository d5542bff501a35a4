import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { backupService } from "../backup/backup-service.ts";
import type { Store } from "../store/store.ts";
import { version } from "../version.ts";
import { clock } from "./clock.ts";

/** What of a data folder a backup takes beside the stores; search indexes, spool and anchors come anew of themselves. */
const keptFolders = ["keys", "profiles", "tools"];
const keptFiles = ["tenant"];
/** A key or a profile has some kB; what is larger is no file of ours. */
const fileBytesMax = 1024 * 1024;

/** A store is read from its first event to its last. */
export const backupMethods = ["ReadStores", "ReadBlobs"].map((name) => `${BackupService.typeName}/${name}`);

/** BackupService of a process with these stores and the data folder beside them. */
export const backupOf = (dataDir: string | undefined, stores: ReadonlyMap<string, Store>) =>
  backupService({
    stores,
    files: () => (dataDir === undefined ? [] : filesIn(dataDir)),
    serverVersion: version,
    nowMs: () => clock.now(),
  });

/** Whether a backup may have a file of this path. A hostile one names others: in a store, or outside the folder. */
export const isBackedUpPath = (path: string): boolean => {
  const [folder, name, ...more] = path.split("/");
  if (name === undefined) return keptFiles.includes(path);
  const isName = name !== "" && name !== "." && name !== ".." && !/[\\\0]/.test(name);
  return keptFolders.includes(folder!) && isName && more.length === 0;
};

/** The files beside the stores that are worth keeping. */
export const filesIn = (dataDir: string): { path: string; content: Uint8Array }[] => {
  const inFolders = keptFolders
    .filter((folder) => existsSync(join(dataDir, folder)))
    .flatMap((folder) => readdirSync(join(dataDir, folder)).map((name) => `${folder}/${name}`));
  return [...keptFiles, ...inFolders]
    .filter((path) => isKept(join(dataDir, path)))
    .map((path) => ({ path, content: new Uint8Array(readFileSync(join(dataDir, path))) }));
};

const isKept = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= fileBytesMax && !path.endsWith(".half");
};
