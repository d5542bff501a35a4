import { create } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import {
  type BackedUpFile,
  type BackedUpStore,
  type BackupManifest,
  BackupManifestSchema,
} from "../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import type { BackupHead, BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { type BackupFolder, backupFormat, type ItemsDraft } from "./folder.ts";

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
  const { head, stores, files } = await takeStores(client, folder);
  let [artifacts, fetched, fetchedBytes] = [0, 0, 0];
  for (const { store, itemsSha256 } of stores) {
    const seen = new Set<string>();
    for await (const { owner, digests, found } of missingOf(folder, itemsSha256, seen)) {
      artifacts += found;
      if (digests.length === 0) continue;
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
  });
  await folder.finish(manifest);
  return { manifest, artifacts, fetched, fetchedBytes };
};

/** The fields of a message, before it is one. */
type Fields<T> = Omit<T, `$${string}`>;

const takeStores = async (client: BackupClient, folder: BackupFolder) => {
  const stores: Fields<BackedUpStore>[] = [];
  const files: Fields<BackedUpFile>[] = [];
  let head: BackupHead | undefined;
  let name = "";
  let draft: ItemsDraft | undefined;
  try {
    for await (const { part } of client.readStores({})) {
      if (part.case === "head") head = part.value;
      if (part.case === "store") [name, draft] = [part.value, await folder.beginItems()];
      if (part.case === "items") await draft?.append(part.value);
      if (part.case === "itemsSha256" && draft) {
        const { sha256, sizeBytes } = await draft.end();
        if (sha256 !== part.value) throw cutShort(`the items of ${name} came otherwise than they were sent`);
        stores.push({ store: name, itemsSha256: sha256, itemsBytes: BigInt(sizeBytes) });
        await draft.close();
        draft = undefined;
      }
      if (part.case === "file") files.push({ path: part.value.path, sha256: await folder.put(part.value.content) });
    }
  } finally {
    await draft?.close();
  }
  if (!head || stores.length === 0 || draft) throw cutShort("the server's answer has no end");
  return { head, stores, files };
};

/** Artifacts of a store that the folder does not have, in groups for one call; `found`: how many new names there were. */
async function* missingOf(folder: BackupFolder, itemsSha256: string, seen: Set<string>) {
  let owner = "";
  let digests: string[] = [];
  let [bytes, found] = [0, 0];
  for await (const { item } of folder.items(itemsSha256)) {
    if (item.case === "owner") {
      yield { owner, digests, found };
      [owner, digests, bytes, found] = [item.value.owner, [], 0, 0];
      seen.clear();
    }
    if (item.case !== "scope") continue;
    for (const { digest: raw, sizeBytes } of item.value.artifacts) {
      const digest = Buffer.from(raw).toString("hex");
      if (seen.has(digest)) continue;
      seen.add(digest);
      found += 1;
      if (await folder.has(digest)) continue;
      digests.push(digest);
      bytes += Number(sizeBytes);
      if (digests.length < digestsAtOnce && bytes < bytesAtOnce) continue;
      yield { owner, digests, found };
      [digests, bytes, found] = [[], 0, 0];
    }
  }
  yield { owner, digests, found };
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
