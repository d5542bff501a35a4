import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  ImportedItem_Outcome,
  type ImportResponse,
  ImportResponseSchema,
  ImportSummarySchema,
  type VaultImportService,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { Vault } from "../vault.ts";
import { beginOf, receiveFiles } from "./receive-files.ts";

export const importService = (vault: Vault): ServiceImpl<typeof VaultImportService> => ({
  async *import(requests): AsyncGenerator<ImportResponse> {
    const pieces = requests[Symbol.asyncIterator]();
    const { strandId, dryRun } = await beginOf(pieces);
    const counts = new Map<ImportedItem_Outcome, number>();
    for await (const item of vault.importFiles(strandId, receiveFiles(pieces), { dryRun })) {
      counts.set(item.outcome, (counts.get(item.outcome) ?? 0) + 1);
      yield create(ImportResponseSchema, { content: { case: "item", value: item } });
    }
    const summary = create(ImportSummarySchema, {
      importedCount: counts.get(ImportedItem_Outcome.IMPORTED) ?? 0,
      duplicateCount: counts.get(ImportedItem_Outcome.DUPLICATE) ?? 0,
      supersedingCount: counts.get(ImportedItem_Outcome.SUPERSEDES) ?? 0,
      refusedCount: counts.get(ImportedItem_Outcome.REFUSED) ?? 0,
      corpusRevision: (await vault.strand(strandId)).revision,
      dryRun,
    });
    yield create(ImportResponseSchema, { content: { case: "summary", value: summary } });
  },
});
