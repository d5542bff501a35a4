import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { withMinutes } from "../chat/minutes.ts";
import type { WrittenBlocks } from "../office/document-blocks.ts";
import type { SaidOfFile } from "../office/said-of-file.ts";
import { type ExtractedDocument, ImportRefusal } from "../reader/port.ts";
import { fileTitle } from "./file-facts.ts";
import { readAsLetter } from "./letter-facts.ts";

/**
 * A document of a word processor, put together: read as a letter, with what a reader should know of it.
 * Errors: `ImportRefusal` where it has no words.
 */
export const writtenDocument = (
  { text, segments: spoken, marks, hidden }: WrittenBlocks,
  said: SaidOfFile,
  path: string,
  { hasDeletions = false } = {},
): Pick<ExtractedDocument, "text" | "segments" | "marks" | "title" | "notes"> & ReturnType<typeof readAsLetter> => {
  if (text.trim() === "")
    throw new ImportRefusal("it holds no text; if its pages are pictures, import the text they show");
  const letter = readAsLetter(path, text, said);
  const { writtenBy = "" } = letter;
  const has = (element: string): boolean => marks.some((mark) => mark.element === element);
  return {
    text,
    // Whoever signs speaks. Whom a program names as the maker of the file may have filled in somebody else's form.
    segments: withMinutes(
      text,
      spoken.map((one) => (one.voice === Voice.AUTHOR ? { ...one, speaker: writtenBy } : one)),
    ),
    marks,
    title: fileTitle(path, text, said.title),
    ...letter,
    notes: [
      ...(hidden ? ["Text that the document hides from its reader was left out."] : []),
      ...(has("insertion") || hasDeletions
        ? ["It has tracked changes: inserted words are in the text and marked, deleted ones are left out."]
        : []),
      ...(has("ruby")
        ? ["It has readings above words (ruby): the words are in the text, the readings stand in their marks."]
        : []),
      ...(has("placeholder")
        ? ["It is a form with fields that nobody filled in: what it asks for there is in the text and marked."]
        : []),
    ],
  };
};
