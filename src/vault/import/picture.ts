import { Recent } from "#kit/recent.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { inEnglish, worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import { extractor } from "../picture/engine.ts";
import { asPage, machineReadMark, machineReadNote, writeSeen } from "../picture/page-text.ts";
import { picturesIn, picturesMax, pictureType } from "../picture/picture-file.ts";
import { canReadPictures, readPicture, type SeenPage } from "../picture/read-picture.ts";
import {
  type ExtractedDocument,
  type ImportContext,
  type Importer,
  ImportRefusal,
  type MachineReadPage,
  type TextMark,
  type TextPage,
} from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { fileTitle } from "./file-facts.ts";
import { readAsLetter } from "./letter-facts.ts";

/**
 * Photographs, scans and screenshots: the words on them as Tesseract reads them, line by line, with a rectangle for each. They are marked,
 * so that no quote of them is taken for the source's own characters. A picture without words is refused; in a mail it is kept as it is.
 */
export const picture: Importer = {
  mediaTypes: ["image/jpeg", "image/jpg", "image/pjpeg", "image/png", "image/tiff", "image/webp"],
  suffixes: [".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp"],
  // 2: a report is whose name stands in its head and at its end, and no day of a letter's own sentences is the letter's.
  version: "3",
  async extract(original, context) {
    const mediaType = pictureType(original);
    if (mediaType === undefined) throw new ImportRefusal(inEnglish(worded("import.picture-unopened")));
    if (!canReadPictures()) throw new ImportRefusal(inEnglish(worded("import.picture-reader-missing")));
    return documentOf(await pagesOf(original, context), mediaType, context);
  },
};

/** A mailbox has the same marks and signatures under thousands of messages. Weighed by words. */
const seenLately = new Recent<string, readonly SeenPage[]>(
  50_000,
  (pages) => 50 + pages.flatMap(({ lines }) => lines.flat()).length,
);

const pagesOf = async (
  original: Uint8Array,
  { atPicture = () => undefined }: ImportContext,
): Promise<readonly SeenPage[]> => {
  const digest = sha256Hex(original);
  const known = seenLately.get(digest);
  if (known !== undefined) return known;
  const pages: SeenPage[] = [];
  for (const one of picturesIn(original)) pages.push(await readPicture(one, atPicture));
  seenLately.set(digest, pages);
  return pages;
};

const documentOf = (pages: readonly SeenPage[], mediaType: string, { path }: ImportContext): ExtractedDocument => {
  const out = new TextWriter();
  const [places, marks, machineRead]: [TextPage[], TextMark[], MachineReadPage[]] = [[], [], []];
  for (const [i, page] of pages.entries()) {
    if (page.lines.length > 0) out.part();
    const start = out.at;
    machineRead.push(writeSeen(out, page, asPage(page, i + 1)));
    places.push({ number: i + 1, start, end: out.at });
    if (out.at > start) marks.push(machineReadMark(start, out.at, i + 1));
  }
  const { text } = out;
  if (text === "") throw new ImportRefusal(inEnglish(worded("import.picture-without-words")));
  const letter = readAsLetter(path, text);
  return {
    text,
    segments: [{ start: 0, end: out.at, voice: Voice.AUTHOR, speaker: letter.writtenBy ?? "", depth: 0, dateText: "" }],
    pages: places,
    pagesWithoutText: places.flatMap(({ number, start, end }) => (start === end ? [number] : [])),
    marks,
    machineRead: machineRead.filter(({ words }) => words.length > 0),
    extractor,
    docType: "picture",
    mediaType,
    title: fileTitle(path, text, ""),
    ...letter,
    parts: [],
    notes: [
      machineReadNote(),
      ...(pages.length >= picturesMax ? [inEnglish(worded("import.picture-pages-left", { picturesMax }))] : []),
    ],
  };
};
