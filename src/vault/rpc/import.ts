import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  FindKnownResponseSchema,
  type ImportedItem,
  ImportFileResponseSchema,
  ImportProgressSchema,
  type ImportResponse,
  ImportResponseSchema,
  type VaultImportService,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { ImportedSoFar } from "../import/import-run.ts";
import { holdsLocked } from "../locked/holds-locked.ts";
import type { Vault } from "../vault.ts";
import { ImportCounts } from "./import-counts.ts";
import { beginOf, receiveFiles } from "./receive-files.ts";

/** Rows in the answer of ImportFile: what fits in one message whatever the rows say. */
const itemsMax = 1_000;

export const importService = (vault: Vault): ServiceImpl<typeof VaultImportService> => ({
  async *import(requests): AsyncGenerator<ImportResponse> {
    const pieces = requests[Symbol.asyncIterator]();
    const { strandId, dryRun, progress, passwords } = await beginOf(pieces);
    const counts = new ImportCounts();
    let soFar: ImportedSoFar | undefined;
    const onProgress = (reached: ImportedSoFar): void => {
      soFar = reached;
    };
    for await (const item of vault.importFiles(strandId, receiveFiles(pieces), { dryRun, onProgress, passwords })) {
      if (progress && soFar !== undefined) yield progressPiece(soFar, counts.rows);
      soFar = undefined;
      counts.add(item);
      yield create(ImportResponseSchema, { content: { case: "item", value: item } });
    }
    if (progress && soFar !== undefined) yield progressPiece(soFar, counts.rows);
    const summary = counts.summary((await vault.strand(strandId)).revision, dryRun);
    yield create(ImportResponseSchema, { content: { case: "summary", value: summary } });
  },

  async importFile({ strandId, path, mediaType, content, dryRun, passwords }) {
    const counts = new ImportCounts();
    const items: ImportedItem[] = [];
    for await (const item of vault.importFiles(strandId, [{ path, mediaType, bytes: content }], {
      dryRun,
      passwords,
    })) {
      counts.add(item);
      if (items.length < itemsMax) items.push(item);
    }
    const { revision } = await vault.strand(strandId);
    return create(ImportFileResponseSchema, { items, summary: counts.summary(revision, dryRun) });
  },

  async findKnown({ strandId, docUids }) {
    const { catalogue } = await vault.strand(strandId);
    return create(FindKnownResponseSchema, {
      docUids: docUids.filter((uid) => catalogue.has(uid) && !holdsLocked((one) => catalogue.record(one), uid)),
    });
  },
});

const progressPiece = ({ fileCount, doneBytes }: ImportedSoFar, itemCount: number): ImportResponse => {
  const value = create(ImportProgressSchema, { fileCount, doneBytes: BigInt(doneBytes), itemCount });
  return create(ImportResponseSchema, { content: { case: "progress", value } });
};
