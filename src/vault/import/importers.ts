import { type Importer, ImportRefusal, type Opener } from "../reader/port.ts";
import { docx } from "./docx.ts";
import { eml } from "./eml.ts";
import { htmlFile } from "./html-file.ts";
import { calendarEntries, calendarEntry } from "./ics.ts";
import { mbox } from "./mbox.ts";
import { msg } from "./msg.ts";
import { pdf } from "./pdf.ts";
import { markdown, plainText } from "./text-file.ts";
import { zip } from "./zip.ts";

/** Every format this Vault reads. A further format is one more entry. */
export const importers: readonly Importer[] = [eml, plainText, markdown, htmlFile, calendarEntry, msg, docx, pdf];

/** Every format that holds files. */
export const openers: readonly Opener[] = [mbox, zip, calendarEntries];

const accepted = ".eml, .mbox, .msg, .pdf, .docx, .html, .txt, .md, .ics and .zip";

interface Format {
  readonly mediaTypes: readonly string[];
  readonly suffixes: readonly string[];
}

/**
 * The importer for a file: by its media type where that says something, else by the end of its name.
 * Errors: `ImportRefusal` naming what can be imported.
 */
export const importerFor = (path: string, mediaType: string): Importer => {
  const found = find(importers, path, mediaType);
  if (found !== undefined) return found;
  const declared = typeOf(mediaType);
  const what = declared === "" ? "this kind of file" : `files of type ${declared.slice(0, 64)}`;
  throw new ImportRefusal(`${what} cannot be imported yet: save it as one of ${accepted} and import that`);
};

/** The opener for a file that may hold others; undefined for a document. */
export const openerFor = (path: string, mediaType: string): Opener | undefined => {
  const found = find<Format>([...openers, ...importers], path, mediaType);
  return openers.find((opener) => opener === found);
};

const find = <F extends Format>(formats: readonly F[], path: string, mediaType: string): F | undefined => {
  const declared = typeOf(mediaType);
  const byType = formats.find((format) => format.mediaTypes.includes(declared));
  const lower = path.toLowerCase();
  const bySuffix = formats.find((format) => format.suffixes.some((suffix) => lower.endsWith(suffix)));
  // `text/plain` is what senders say when they do not know: a name that says more wins over it.
  return declared === "text/plain" ? (bySuffix ?? byType) : (byType ?? bySuffix);
};

const typeOf = (mediaType: string): string => mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
