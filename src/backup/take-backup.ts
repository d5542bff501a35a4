import { create } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import {
  type BackedUpStore,
  type BackupManifest,
  BackupManifestSchema,
} from "../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import type { BackupHead, BackupService, KeptFile } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import type { StoreItem } from "../../gen/pincite/backup/v1/store_item_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { nameKeyOf } from "./encryption.ts";
import { type BackupFolder, backupFormat, type ItemsDraft } from "./folder.ts";
import { ItemReader } from "./items.ts";

/** What a backup came to. */
export interface BackupReport {
  readonly manifest: BackupManifest;
  /** Artifacts that it needs, and how many of them were fetched now. */
  readonly artifacts: number;
  readonly fetched: number;
  readonly fetchedBytes: number;
}

type BackupClient = Pick<Client<typeof BackupService>, "readStores" | "readBlobs">;

/** So many artifacts or bytes are asked for in one call. */
const [digestsAtOnce, bytesAtOnce] = [500, 32 * 1024 * 1024];

/**
 * Copies all that a server holds into a folder, each byte checked against its digest; what the folder has already is not fetched
 * again. The manifest comes last: until then the folder is what the last whole backup left. Errors: those of BackupService,
 * DATA_LOSS where the answer is cut short.
 */
export const takeBackup = async (
  client: BackupClient,
  folder: BackupFolder,
  onProgress: (fetched: number) => void = () => undefined,
): Promise<BackupReport> => {
  folder.checkRecipients();
  const { head, stores, files: contents, needed } = await takeStores(client, folder);
  const nameKey = folder.encrypts ? nameKeyOf(contents) : new Uint8Array();
  folder.nameUnder(nameKey);
  const files = [];
  for (const { path, content } of contents) files.push({ path, sha256: await folder.put(content) });
  let [artifacts, fetched, fetchedBytes] = [0, 0, 0];
  for (const { store, owner, sizes } of needed) {
    artifacts += sizes.size;
    for await (const digests of missingOf(folder, sizes)) {
      fetchedBytes += await fetchBlobs(client, folder, { store, owner, digests });
      fetched += digests.length;
      onProgress(fetched);
    }
  }
  const { createTime, serverVersion } = head;
  const manifest = create(BackupManifestSchema, {
    format: backupFormat,
    ...(createTime ? { createTime } : {}),
    serverVersion,
    stores,
    files,
    nameKey,
  });
  await folder.finish(manifest, digestsOf(needed));
  return { manifest, artifacts, fetched, fetchedBytes };
};

/** The fields of a message, before it is one. */
type Fields<T> = Omit<T, `$${string}`>;

/** Artifacts that an owner has in a store: digests, and their sizes in bytes. */
interface Needed {
  readonly store: string;
  readonly owner: string;
  readonly sizes: Map<string, number>;
}

function* digestsOf(needed: readonly Needed[]): Generator<string> {
  for (const { sizes } of needed) yield* sizes.keys();
}

const takeStores = async (client: BackupClient, folder: BackupFolder) => {
  const stores: Fields<BackedUpStore>[] = [];
  const files: Fields<KeptFile>[] = [];
  const needed: Needed[] = [];
  let head: BackupHead | undefined;
  let taken: { readonly store: string; readonly draft: ItemsDraft; readonly reader: ItemReader } | undefined;
  try {
    for await (const { part } of client.readStores({})) {
      if (part.case === "head") head = part.value;
      if (part.case === "store")
        taken = { store: part.value, draft: await folder.beginItems(), reader: new ItemReader() };
      if (part.case === "items" && taken) {
        await taken.draft.append(part.value);
        for (const item of taken.reader.take(part.value)) note(needed, taken.store, item);
      }
      if (part.case === "itemsSha256" && taken) {
        const { store, draft } = taken;
        const items = await draft.end();
        if (items.itemsSha256 !== part.value)
          throw cutShort(`the items of ${store} came otherwise than they were sent`);
        stores.push({ store, ...items });
        await draft.close();
        taken = undefined;
      }
      if (part.case === "file") files.push(part.value);
    }
  } finally {
    await taken?.draft.close();
  }
  if (!head || stores.length === 0 || taken) throw cutShort("the server's answer has no end");
  return { head, stores, files, needed };
};

/** An item of a store says whose what follows is, or which artifacts there are. */
const note = (needed: Needed[], store: string, { item }: StoreItem): void => {
  if (item.case === "owner") needed.push({ store, owner: item.value.owner, sizes: new Map() });
  if (item.case !== "scope") return;
  const sizes = needed.at(-1)?.sizes;
  for (const { digest, sizeBytes } of item.value.artifacts)
    sizes?.set(Buffer.from(digest).toString("hex"), Number(sizeBytes));
};

/** What of them the folder does not have, in groups for one call. */
async function* missingOf(folder: BackupFolder, sizes: ReadonlyMap<string, number>): AsyncGenerator<string[]> {
  let digests: string[] = [];
  let bytes = 0;
  for (const [digest, sizeBytes] of sizes) {
    if (await folder.has(digest)) continue;
    digests.push(digest);
    bytes += sizeBytes;
    if (digests.length < digestsAtOnce && bytes < bytesAtOnce) continue;
    yield digests;
    [digests, bytes] = [[], 0];
  }
  if (digests.length > 0) yield digests;
}

interface Wanted {
  readonly store: string;
  readonly owner: string;
  readonly digests: readonly string[];
}

const fetchBlobs = async (client: BackupClient, folder: BackupFolder, wanted: Wanted): Promise<number> => {
  let pieces: Uint8Array[] = [];
  let [at, total] = [0, 0];
  for await (const { content, isLast } of client.readBlobs({ ...wanted, digests: [...wanted.digests] })) {
    pieces.push(content);
    if (!isLast) continue;
    const bytes = Buffer.concat(pieces);
    pieces = [];
    const digest = await folder.put(bytes);
    if (digest !== wanted.digests[at]) throw cutShort(`artifact ${wanted.digests[at]} came with other bytes`);
    at += 1;
    total += bytes.length;
  }
  if (at < wanted.digests.length) throw cutShort("the server gave fewer artifacts than were asked for");
  return total;
};

const cutShort = (what: string): DomainError =>
  new DomainError("DATA_LOSS", worded("keeping-error.the-backup-could-not-be-finished-run-the", { what }));
