import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type ImportItem,
  ImportItem_Outcome,
  type ImportRequest,
  type ImportResponse,
  ImportResponseSchema,
} from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { DomainError } from "../error.ts";
import { sha256Hex } from "../sha256.ts";
import { asImportItem } from "./case/as-import-item.ts";
import type { CaseImporter } from "./case/case-import.ts";
import { type ArrivingFile, importFiles } from "./import-files.ts";
import type { LawImporter } from "./law-import.ts";
import type { LawStore } from "./law-store.ts";
import { fileBytesMax } from "./limits.ts";
import { headOf, wholeOf } from "./reading.ts";
import type { StagedFile } from "./staged-file.ts";
import type { Versions } from "./versions.ts";

/** Files of one call; more would hold its report back too long. */
const filesMax = 1_000;

interface Parts {
  readonly importer: LawImporter;
  readonly store: LawStore;
  readonly versions: Versions;
  /** Where rulings among the files go; absent: they are refused. */
  readonly rulings?: CaseImporter | undefined;
}

/**
 * Runs one Import call. Under a key that was answered before nothing is imported: the files are only compared with those
 * of that call, which then get its report.
 */
export const runImport = async (messages: AsyncIterable<ImportRequest>, parts: Parts): Promise<ImportResponse> => {
  const stream = importFiles(messages, fileBytesMax);
  const { idempotencyKey } = await stream.start();
  const key = `lawbot-import/${sha256Hex(new TextEncoder().encode(idempotencyKey))}`;
  const answered = await parts.store.answered(key);
  const items: ImportItem[] = [];
  const payload: string[] = [];
  for await (const arriving of stream.arriving()) {
    if (payload.length >= filesMax)
      throw new DomainError("LIMIT_EXCEEDED", `one call takes at most ${filesMax} files; send several calls`, {
        files: String(filesMax),
      });
    const file = await parts.importer.stage(arriving.pieces, arriving.isCut);
    try {
      payload.push(`${file.blob.digest} ${arriving.validFrom} ${arriving.path}\n`);
      if (!answered) items.push(await importOne(parts, arriving, file));
    } finally {
      await file.blob.discard();
    }
  }
  const payloadDigest = sha256Hex(new TextEncoder().encode(payload.join("")));
  if (answered) return earlierAnswer(answered, payloadDigest);
  const response = report(items, parts.versions.revision);
  await parts.store.answer(key, payloadDigest, toBinary(ImportResponseSchema, response));
  return response;
};

const importOne = async (
  { importer, rulings }: Pick<Parts, "importer" | "rulings">,
  { path, validFrom }: ArrivingFile,
  file: StagedFile,
): Promise<ImportItem> => {
  if (!rulings?.reads(headOf(file.blob))) return importer.importStaged({ path, validFrom }, file);
  const bytes = wholeOf(file.blob);
  return asImportItem(await rulings.importFile({ path, validFrom, bytes }));
};

const earlierAnswer = (
  answered: { payloadDigest: string; answer?: Uint8Array },
  payloadDigest: string,
): ImportResponse => {
  if (answered.payloadDigest !== payloadDigest || !answered.answer)
    throw new DomainError("IDEMPOTENCY_KEY_REUSED", "this idempotency key was used with other files; choose a new one");
  return fromBinary(ImportResponseSchema, answered.answer);
};

const report = (items: ImportItem[], corpusRevision: string): ImportResponse => {
  const count = (outcome: ImportItem_Outcome) => items.filter((item) => item.outcome === outcome).length;
  return create(ImportResponseSchema, {
    items,
    importedCount: count(ImportItem_Outcome.IMPORTED),
    duplicateCount: count(ImportItem_Outcome.DUPLICATE),
    refusedCount: count(ImportItem_Outcome.REFUSED),
    corpusRevision,
  });
};
