import { answerOnce } from "../../../confined/answer-once.ts";
import { ImportRefusal } from "../../../confined/import-refusal.ts";
import { Refusal, type SourceClaim } from "../../port/reading.ts";
import { readPrintedPage } from "./printed-page.ts";
import type { PaperAnswer, PaperForm } from "./read-paper.ts";
import { rulingOf } from "./read-ruling.ts";
import { readSavedPage } from "./saved-page.ts";

/** The thread in which a page or a PDF that may be hostile is read as a ruling, its considerations numbered included. */
const answer = async (work: { bytes: Uint8Array; form: PaperForm; claim: SourceClaim }): Promise<PaperAnswer> => {
  try {
    const paper = work.form === "pdf" ? await readPrintedPage(work.bytes) : readSavedPage(work.bytes);
    return { reading: rulingOf(paper, work.claim) };
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason, message: error.message };
    if (error instanceof ImportRefusal) return { reason: "UNREADABLE", message: error.message };
    throw error;
  }
};

await answerOnce(answer);
