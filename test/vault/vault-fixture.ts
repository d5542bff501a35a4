import { createClient } from "@connectrpc/connect";
import { DocsService } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { EventsService } from "../../gen/pincite/vault/v1/events_service_pb.ts";
import { ThreadsService } from "../../gen/pincite/vault/v1/threads_service_pb.ts";
import { VaultBundleService } from "../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { VaultContainerService } from "../../gen/pincite/vault/v1/vault_container_service_pb.ts";
import {
  type ImportedItem,
  ImportedItem_Outcome,
  VaultImportService,
} from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { VaultSpanService } from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { VaultSpeakerService } from "../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import { VaultUploadService } from "../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import type { ReadingLimits } from "../../src/confined/reading-limits.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";
import type { GivenFile, ReadFile } from "../../src/vault/import/read-file.ts";
import { readUnits } from "../../src/vault/import/read-units.ts";
import { createReader, type Reader } from "../../src/vault/parse/reader.ts";
import { vaultLongMethods, vaultRoutes } from "../../src/vault/routes.ts";
import { openVault, type Vault, type VaultOptions } from "../../src/vault/vault.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";

/** One thread for all Vaults of a test file: starting one costs most of a second on a busy machine. */
const reader = createReader();

/** A Vault over a store in memory, with clients that encode and decode everything. */
export const openTestVault = async (
  options: {
    store?: Store;
    indexDir?: string;
    spoolDir?: string;
    replica?: string;
    cacheBytesMax?: number;
    owner?: string;
    readingLimits?: ReadingLimits;
    reader?: Reader;
    clock?: { now(): number };
    takenInBy?: VaultOptions["takenInBy"];
  } = {},
) => {
  const store = options.store ?? (await openMemoryStore());
  const vault = await openVault({
    store,
    owner: options.owner ?? "user-1",
    indexDir: options.indexDir ?? "memory",
    spoolDir: options.spoolDir,
    takenInBy: options.takenInBy,
    replica: options.replica,
    ...(options.cacheBytesMax === undefined ? {} : { cacheBytesMax: options.cacheBytesMax }),
    clock: options.clock ?? { now: () => Date.UTC(2026, 0, 2) },
    tokenKey: new Uint8Array(32).fill(7),
    ...(options.readingLimits === undefined
      ? { reader: options.reader ?? reader }
      : { readingLimits: options.readingLimits }),
  });
  return { store, vault, ...clientsOf(vault) };
};

export const clientsOf = (vault: Vault) => {
  const transport = createInProcessTransport(vaultRoutes(vault), { longMethods: vaultLongMethods });
  return {
    search: createClient(VaultSearchService, transport),
    spans: createClient(VaultSpanService, transport),
    speakers: createClient(VaultSpeakerService, transport),
    threads: createClient(ThreadsService, transport),
    docs: createClient(DocsService, transport),
    events: createClient(EventsService, transport),
    bundles: createClient(VaultBundleService, transport),
    imports: createClient(VaultImportService, transport),
    uploads: createClient(VaultUploadService, transport),
    containers: createClient(VaultContainerService, transport),
  };
};

/** A message as bytes: headers, an empty line, the body. */
export const mail = (headers: Record<string, string>, body: string): Uint8Array =>
  new TextEncoder().encode(
    `${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\r\n")}\r\n\r\n${body.replaceAll("\n", "\r\n")}`,
  );

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const file = (path: string, bytes: Uint8Array | string, mediaType = "") => ({
  path,
  mediaType,
  bytes: typeof bytes === "string" ? utf8(bytes) : bytes,
});

/** What is read of a file, in this thread: quicker and easier to debug than through a Vault. */
export const readHere = async (given: GivenFile): Promise<ReadFile[]> => {
  const units: ReadFile[] = [];
  for await (const unit of readUnits(given, "2026-01-02T00:00:00.000Z")) units.push(unit);
  return units;
};

/** Imports and collects the rows. */
export const importAll = async (
  vault: Vault,
  files: Iterable<ReturnType<typeof file>>,
  options: { strandId?: string; dryRun?: boolean } = {},
): Promise<ImportedItem[]> => {
  const rows: ImportedItem[] = [];
  const dryRun = options.dryRun ?? false;
  for await (const row of vault.importFiles(options.strandId ?? "", files, { dryRun })) rows.push(row);
  return rows;
};

const outcomes = new Map<number, string>(Object.entries(ImportedItem_Outcome).map(([name, value]) => [value, name]));

/** A row as `OUTCOME path`. */
export const told = (row: ImportedItem): string => `${outcomes.get(row.outcome)} ${row.path}`;
