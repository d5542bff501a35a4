import { inThread, threadBeside } from "../../../confined/in-thread.ts";
import { Refusal, type RefusalReason, type SourceClaim } from "../../port/reading.ts";
import type { RulingReading } from "../../port/ruling-source.ts";
import { rootName } from "../../xml/root.ts";

/** A ruling as people have it: the page of uitspraken.rechtspraak.nl as a browser saves it, or printed or saved as PDF. */
export type PaperForm = "page" | "pdf";

/** What the thread says: the ruling, or why it is none. */
export type PaperAnswer =
  | { readonly reading: Omit<RulingReading, "extractor" | "extractorVersion"> }
  | { readonly reason: RefusalReason; readonly message: string };

/** Which of the two a file is, by its beginning; undefined for any other. Whether it is a ruling is not judged. */
export const paperFormOf = (head: Uint8Array): PaperForm | undefined => {
  if (new TextDecoder("latin1").decode(head.subarray(0, 1024)).includes("%PDF-")) return "pdf";
  return rootName(head).toLowerCase() === "html" ? "page" : undefined;
};

const program = threadBeside(import.meta.url, "paper-thread");

/** Rules that made the text; another version may give another text. */
const version = "1";

/**
 * Reads a ruling from a page or a PDF in a thread of its own, under the limits that the Vault has for strangers' files. Throws
 * Refusal for what is no ruling's page, and for what takes too long or too much.
 */
export const readPaper = async (bytes: Uint8Array, claim: SourceClaim, form: PaperForm): Promise<RulingReading> => {
  const told = await inThread<PaperAnswer>(program, { bytes, claim, form });
  if ("lost" in told)
    throw new Refusal("UNREADABLE", `${told.lost}; take the ruling's XML instead (\`pincite law fetch ECLI\`)`);
  if ("reason" in told.answer) throw new Refusal(told.answer.reason, told.answer.message);
  return { ...told.answer.reading, readFrom: form, extractor: `rechtspraak-${form}`, extractorVersion: version };
};
