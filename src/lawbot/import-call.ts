import { create } from "@bufbuild/protobuf";
import {
  type ImportItem,
  ImportItem_Outcome,
  type ImportResponse,
  ImportResponseSchema,
} from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { answeredImport } from "./answered-import.ts";
import { asImportItem } from "./case/as-import-item.ts";
import type { CaseImporter } from "./case/case-import.ts";
import type { ArrivingFile, ImportPiece } from "./import-files.ts";
import type { LawImporter } from "./law-import.ts";
import type { LawStore } from "./law-store.ts";
import { headOf, wholeOf } from "./port/reading.ts";
import type { StagedFile } from "./staged-file.ts";
import type { Versions } from "./versions.ts";

interface Parts {
  readonly importer: LawImporter;
  readonly store: LawStore;
  readonly versions: Versions;
  /** Where rulings among the files go; absent: they are refused. */
  readonly rulings?: CaseImporter | undefined;
}

/** Runs one Import call. */
export const runImport = (messages: AsyncIterable<ImportPiece>, parts: Parts): Promise<ImportResponse> =>
  answeredImport(messages, {
    prefix: "lawbot-import",
    store: parts.store,
    answer: ImportResponseSchema,
    async take(arriving, isAnswered) {
      const file = await parts.importer.stage(arriving.pieces, arriving.isCut);
      try {
        const line = `${file.blob.digest} ${arriving.validFrom} ${arriving.path}\n`;
        return isAnswered ? { line } : { line, item: await importOne(parts, arriving, file) };
      } finally {
        await file.blob.discard();
      }
    },
    async tryOut(arriving) {
      const file = await parts.importer.stage(arriving.pieces, arriving.isCut);
      try {
        return await parts.importer.tryStaged(arriving, file);
      } finally {
        await file.blob.discard();
      }
    },
    report: (items) => report(items, parts.versions.revision),
  });

/** Loads one whole file. */
export const importWhole = async (
  parts: Pick<Parts, "importer" | "rulings">,
  named: Pick<ArrivingFile, "path" | "validFrom">,
  bytes: Uint8Array,
): Promise<ImportItem> => {
  const file = await parts.importer.stage([bytes], () => false);
  try {
    return await importOne(parts, named, file);
  } finally {
    await file.blob.discard();
  }
};

const importOne = async (
  { importer, rulings }: Pick<Parts, "importer" | "rulings">,
  { path, validFrom }: Pick<ArrivingFile, "path" | "validFrom">,
  file: StagedFile,
): Promise<ImportItem> => {
  if (!rulings?.reads(headOf(file.blob))) return importer.importStaged({ path, validFrom }, file);
  const bytes = wholeOf(file.blob);
  return asImportItem(await rulings.importFile({ path, validFrom, bytes }));
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
