import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { BackedUpFile, BackedUpStore, BackupManifest } from "../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import { openerWith } from "../backup/encryption.ts";
import { BackupFolder } from "../backup/folder.ts";
import { digestOfStore, restoreStore } from "../backup/restore-store.ts";
import type { RestoreBackup, RestoredBackup } from "../cli/types.ts";
import { DomainError } from "../error.ts";
import { openInstallation } from "../installation.ts";
import { worded } from "../messages/said.ts";
import { writeSecret } from "../secret-file.ts";
import { openLevelStore } from "../store/level/open.ts";
import { acceptRestore } from "./accept-restore.ts";
import { isBackedUpPath } from "./backed-up.ts";
import { clock } from "./clock.ts";
import { scopeOfRecord } from "./scope-of-record.ts";

/**
 * Makes a data folder of a backup: everything is put in a folder beside it, read back and compared, and gets its name only when
 * it is whole. What an earlier folder of this name was known to hold and the backup does not is accepted and noted, as
 * `store accept-restore` does. Errors: ALREADY_EXISTS, DATA_LOSS,
 * REQUEST_INVALID where it is encrypted and no identity opens it, RUN_NOT_FOUND, UNSUPPORTED.
 */
export const restoreBackup: RestoreBackup = async (backupDir, dataDir, identity) => {
  const folder = new BackupFolder(backupDir, identity === undefined ? {} : { opener: openerWith(identity) });
  const manifest = await folder.manifest();
  if (!manifest)
    throw new DomainError(
      "RUN_NOT_FOUND",
      worded("keeping-error.there-is-no-whole-backup-in-pincite-backup", { backupDir }),
    );
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new DomainError(
      "ALREADY_EXISTS",
      worded("keeping-error.holds-something-name-a-folder-that-does-not", { dataDir }),
    );
  const [stranger] = manifest.stores.filter(({ store }) => !storeNames.has(store));
  if (stranger) throw outside(stranger.store);
  const [misplaced] = manifest.files.filter(({ path }) => !isBackedUpPath(path));
  if (misplaced) throw outside(misplaced.path);
  const half = `${resolve(dataDir)}.restoring`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o700 });
  const stores: RestoredBackup["stores"][number][] = [];
  try {
    for (const file of manifest.files) await writeFile(folder, half, file);
    for (const store of manifest.stores) stores.push(await fill(folder, half, store));
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
  await rm(dataDir, { recursive: true, force: true });
  await rename(half, dataDir);
  await acceptRestore(dataDir, {});
  return { takenMs: takenMs(manifest), stores };
};

const takenMs = ({ createTime }: BackupManifest): number => (createTime ? timestampMs(createTime) : 0);

const outside = (path: string): DomainError =>
  new DomainError("DATA_LOSS", worded("keeping-error.the-backup-names-a-file-outside-the-folder", { path }));

/** The stores that a data folder has; another name would lead elsewhere. */
const storeNames: ReadonlySet<string> = new Set(["runs", "vault", "law"]);

const writeFile = async (folder: BackupFolder, dir: string, { path, sha256 }: BackedUpFile): Promise<void> => {
  const target = join(dir, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  writeSecret(target, await folder.read(sha256));
};

const fill = async (folder: BackupFolder, dir: string, backedUp: BackedUpStore) => {
  const { store: name, itemsSha256 } = backedUp;
  const { signer } = openInstallation(dir);
  const store = await openLevelStore({ dir: join(dir, name), clock, signer });
  try {
    await restoreStore(store, folder.items(backedUp), (digest) => folder.read(digest), scopeOfRecord);
    if ((await digestOfStore(store)) !== itemsSha256)
      throw new DomainError(
        "DATA_LOSS",
        worded("keeping-error.the-store-was-put-back-and-does-not-hold-what", { name }),
        { store: name },
      );
    const { events, blobs, records, damages } = await store.verify();
    const [damage] = damages;
    if (damage)
      throw new DomainError(
        "DATA_LOSS",
        worded("keeping-error.the-store-was-put-back-and-is-damaged", { name, damage }),
        { store: name },
      );
    return { store: name, events, blobs, records };
  } finally {
    await store.close();
  }
};
