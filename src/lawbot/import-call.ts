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
import { asImportItem, isRulingFile } from "./case/as-import-item.ts";
import type { CaseImporter } from "./case/case-import.ts";
import { importFiles } from "./import-files.ts";
import type { LawImporter } from "./law-import.ts";
import type { LawStore } from "./law-store.ts";
import { fileBytesMax } from "./limits.ts";
import type { Versions } from "./versions.ts";

/** Files of one call; more would hold its report back too long. */
const filesMax = 1_000;

/**
 * Runs one Import call. Under a key that was answered before nothing is imported: the files are only compared with those
 * of that call, which then get its report.
 */
export const runImport = async (
  messages: AsyncIterable<ImportRequest>,
  parts: {
    readonly importer: LawImporter;
    readonly store: LawStore;
    readonly versions: Versions;
    /** Where rulings among the files go; absent: they are refused. */
    readonly rulings?: CaseImporter | undefined;
  },
): Promise<ImportResponse> => {
  const stream = importFiles(messages, fileBytesMax);
  const { idempotencyKey } = await stream.start();
  const key = `lawbot-import/${sha256Hex(new TextEncoder().encode(idempotencyKey))}`;
  const answered = await parts.store.answered(key);
  const items: ImportItem[] = [];
  const payload: string[] = [];
  for await (const file of stream.files()) {
    if (payload.length >= filesMax)
      throw new DomainError("LIMIT_EXCEEDED", `one call takes at most ${filesMax} files; send several calls`, {
        files: String(filesMax),
      });
    payload.push(`${sha256Hex(file.bytes)} ${file.validFrom} ${file.path}\n`);
    if (answered) continue;
    const ruling = parts.rulings && isRulingFile(file.bytes) && (await parts.rulings.importFile(file));
    items.push(ruling ? asImportItem(ruling) : await parts.importer.importFile(file, file.bytes));
  }
  const payloadDigest = sha256Hex(new TextEncoder().encode(payload.join("")));
  if (answered) return earlierAnswer(answered, payloadDigest);
  const response = report(items, parts.versions.revision);
  await parts.store.answer(key, payloadDigest, toBinary(ImportResponseSchema, response));
  return response;
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
