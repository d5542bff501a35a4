import { strToU8, type ZippableFile, zipSync } from "fflate";
import { type ExhibitFile, exhibitFiles } from "./exhibit-files.ts";
import { exhibitTitle } from "./exhibit-names.ts";
import { peopleOf } from "./exhibits.ts";
import { htmlOf } from "./html.ts";
import type { Layout } from "./layout.ts";
import type { Memo } from "./memo.ts";
import { firstDay } from "./settled-archive.ts";
import { dateInWords, type Words, wordsOf } from "./words.ts";

/**
 * The exhibits of a memo as a ZIP: the originals byte for byte, under their numbers, and the list of them as a page and as a
 * Word file. The same memo gives the same bytes. Errors: DATA_LOSS.
 */
export const exhibitArchive = async (memo: Memo): Promise<Uint8Array> => {
  const words = wordsOf(memo.draft.locale);
  const files = exhibitFiles(memo);
  const cover = coverOf(memo, files, words);
  const { docxOf } = await import("./docx.ts");
  const entries: [string, Uint8Array][] = [
    [`${words.coverName}.docx`, await docxOf(cover)],
    [`${words.coverName}.html`, strToU8(htmlOf(cover))],
    ...files.map(({ name, original }): [string, Uint8Array] => [name, original.bytes]),
  ];
  const settled = entries.map(([name, bytes]) => [name, [bytes, { mtime: firstDay }]] as [string, ZippableFile]);
  return zipSync(Object.fromEntries(settled), { level: 6, os: 0 });
};

/** The list of exhibits by itself, with the file and the beginning of the digest of each. */
const coverOf = ({ draft, finalised }: Memo, files: readonly ExhibitFile[], words: Words): Layout => {
  const rows = files.map(({ exhibit, name, original }) => [
    String(exhibit.number),
    dateInWords(exhibit.candidate?.occurredAtIso ?? "", words) || words.undated,
    peopleOf(exhibit),
    exhibitTitle(exhibit, words),
    name,
    original.digest.slice(0, 16),
  ]);
  const [number = "", day = "", people = "", title = ""] = words.exhibitColumns;
  return {
    language: draft.locale || "nl",
    title: draft.title || words.untitled,
    day: "",
    unfinished: finalised ? undefined : words.unfinished,
    letter: undefined,
    sections: [],
    exhibits: {
      title: words.exhibits,
      columns: [number, day, people, title, words.file, "sha256"],
      widths: [6, 14, 24, 24, 17, 15],
      rows,
    },
    notes: [],
    provenance: undefined,
  };
};
