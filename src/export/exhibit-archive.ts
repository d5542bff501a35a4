import { strToU8, type ZippableFile, zipSync } from "fflate";
import type { Speech } from "../messages/speech.ts";
import { type ExhibitFile, exhibitFiles } from "./exhibit-files.ts";
import { exhibitTitle } from "./exhibit-names.ts";
import { exhibitDays, peopleOf } from "./exhibits.ts";
import { extractOf } from "./extract.ts";
import { htmlOf } from "./html.ts";
import { exhibitColumns, type Layout } from "./layout.ts";
import { framed, type Memo } from "./memo.ts";
import { firstDay } from "./settled-archive.ts";
import { memoSpeech } from "./words.ts";

/**
 * The exhibits of a memo as a ZIP: the originals byte for byte, or extracts where these are asked for, under their numbers, and the list of
 * them as a page and as a Word file. The same memo gives the same bytes. Errors: DATA_LOSS, REQUEST_INVALID.
 */
export const exhibitArchive = async (memo: Memo): Promise<Uint8Array> => {
  const speech = memoSpeech(memo.draft.locale);
  const files = exhibitFiles(memo);
  const cover = coverOf(memo, files, speech);
  const { docxOf } = await import("./docx.ts");
  const entries: [string, Uint8Array][] = [
    [`${speech.phrase("memo.cover-name")}.docx`, await docxOf(cover)],
    [`${speech.phrase("memo.cover-name")}.html`, strToU8(htmlOf(cover))],
    ...(await Promise.all(
      files.map(async (file): Promise<[string, Uint8Array]> => [file.name, await bytesOf(memo, file, speech)]),
    )),
  ];
  const settled = entries.map(([name, bytes]) => [name, [bytes, { mtime: firstDay }]] as [string, ZippableFile]);
  return zipSync(Object.fromEntries(settled), { level: 6, os: 0 });
};

const bytesOf = async (
  memo: Memo,
  { exhibit, isExtract, original }: ExhibitFile,
  speech: Speech,
): Promise<Uint8Array> => {
  if (!isExtract) return original.bytes;
  const { pdfOf } = await import("./pdf.ts");
  return pdfOf(extractOf(memo, exhibit, original, speech));
};

/** The list of exhibits by itself, with the file and the beginning of the digest of each. */
const coverOf = (memo: Memo, files: readonly ExhibitFile[], speech: Speech): Layout => {
  const { phrase } = speech;
  const { draft, finalised } = memo;
  const rows = files.map(({ exhibit, name, original }) => [
    String(exhibit.number),
    exhibitDays(exhibit, speech.locale) || phrase("memo.undated"),
    peopleOf(exhibit),
    exhibitTitle(exhibit, speech),
    name,
    original.digest.slice(0, 16),
  ]);
  return {
    language: draft.locale || "nl",
    title: framed(memo)?.subject || draft.title || phrase("memo.untitled"),
    day: "",
    unfinished: finalised ? undefined : phrase("memo.unfinished"),
    letter: undefined,
    sections: [],
    exhibits: {
      title: phrase("memo.exhibits"),
      columns: [...exhibitColumns(speech), phrase("memo.file"), "sha256"],
      widths: [6, 14, 24, 24, 17, 15],
      rows,
    },
    notes: [],
    provenance: undefined,
  };
};
