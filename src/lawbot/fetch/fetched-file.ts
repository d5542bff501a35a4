import { create } from "@bufbuild/protobuf";
import {
  type FetchedFile,
  FetchedFileSchema,
  FetchStep_Kind as Kind,
  FetchedFile_Outcome as Outcome,
} from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { type ImportItem, ImportItem_Outcome } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { LawVersion } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Step } from "../port/official-service.ts";
import { Refusal } from "../port/reading.ts";
import { refusedFile } from "./fetch-faults.ts";

/** How an import's word is told by a fetch. */
export const outcomeOf = (outcome: ImportItem_Outcome): Outcome => {
  if (outcome === ImportItem_Outcome.IMPORTED) return Outcome.IMPORTED;
  return outcome === ImportItem_Outcome.DUPLICATE ? Outcome.ALREADY_THERE : Outcome.REFUSED;
};

/** What the import made of a file. */
export const imported = (item: ImportItem, target: string, fileName: string): FetchedFile =>
  create(FetchedFileSchema, {
    target,
    fileName,
    outcome: outcomeOf(item.outcome),
    reason: item.reason,
    message: item.message,
    ...(item.version && { version: item.version }),
  });

/** A file that need not be got. */
export const fileThere = (fileName: string, message: string, version?: LawVersion): FetchedFile =>
  create(FetchedFileSchema, { fileName, outcome: Outcome.ALREADY_THERE, message, ...(version && { version }) });

/** A file that is not loaded, where the target is loaded without it. */
export const fileRefused = (fileName: string, reason: string, message: string): FetchedFile =>
  create(FetchedFileSchema, { fileName, outcome: Outcome.REFUSED, reason, message });

export const noteOf = (message: string): Step => ({ kind: Kind.NOTE, message });

/** Reads an answer, which a person finds at `byHand`; what a reader refuses ends the fetch of the target. Errors: IMPORT_REFUSED with the reader's own word. */
export const reading = <T>(url: string, read: () => T, byHand = url): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal)
      throw refusedFile(error.reason, url, `${url} cannot be read: ${error.message}`, byHand);
    throw error;
  }
};
