import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ImportRequestSchema as LawRequestSchema } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { ImportRequestSchema as VaultRequestSchema } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { LawPack } from "../law-pack.ts";
import { inPieces, type LocalFile, piecesOf } from "./files.ts";

/** The request stream of VaultImportService.Import for these files. */
export async function* vaultUpload(
  files: readonly LocalFile[],
  begin: { readonly strandId: string; readonly dryRun: boolean },
): AsyncGenerator<MessageInitShape<typeof VaultRequestSchema>> {
  yield { content: { case: "begin", value: begin } };
  for (const file of files) {
    yield { content: { case: "item", value: { path: file.name, sizeBytes: BigInt(file.sizeBytes) } } };
    for (const piece of piecesOf(file)) yield { content: { case: "chunk", value: piece } };
  }
}

/** The request stream of LawImportService.Import. `validFrom` holds for every file that has no date inside. */
export async function* lawUpload(
  files: readonly LocalFile[],
  start: { readonly idempotencyKey: string; readonly validFrom: string },
): AsyncGenerator<MessageInitShape<typeof LawRequestSchema>> {
  yield { part: { case: "start", value: { idempotencyKey: start.idempotencyKey } } };
  for (const file of files) {
    yield { part: { case: "file", value: { path: file.name, validFrom: start.validFrom } } };
    for (const piece of piecesOf(file)) yield { part: { case: "chunk", value: piece } };
  }
}

/** The request stream of LawImportService.Import for the files of a pack, each with its own first day in force. */
export async function* packUpload(
  files: LawPack["files"],
  start: { readonly idempotencyKey: string; readonly dryRun: boolean },
): AsyncGenerator<MessageInitShape<typeof LawRequestSchema>> {
  yield { part: { case: "start", value: start } };
  for (const { name, validFrom, bytes } of files) {
    yield { part: { case: "file", value: { path: name, validFrom } } };
    for (const piece of inPieces(bytes)) yield { part: { case: "chunk", value: piece } };
  }
}
