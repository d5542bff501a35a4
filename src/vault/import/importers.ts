import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { beginsAsMailbox } from "../container/mailbox-places.ts";
import { type Importer, ImportRefusal, type Opener } from "../reader/port.ts";
import { csv } from "./csv.ts";
import { docx } from "./docx.ts";
import { elsewhereReason } from "./elsewhere.ts";
import { eml } from "./eml.ts";
import { htmlFile } from "./html-file.ts";
import { calendarEntries, calendarEntry } from "./ics.ts";
import { mbox } from "./mbox.ts";
import { msg } from "./msg.ts";
import { pdf } from "./pdf.ts";
import { rtf } from "./rtf.ts";
import { markdown, plainText } from "./text-file.ts";
import { winmail } from "./winmail.ts";
import { zip } from "./zip.ts";

/** Every format this Vault reads. A further format is one more entry. */
export const importers: readonly Importer[] = [
  eml,
  plainText,
  markdown,
  htmlFile,
  calendarEntry,
  msg,
  docx,
  pdf,
  rtf,
  csv,
];

/** Every format that holds files. */
export const openers: readonly Opener[] = [mbox, zip, calendarEntries, winmail];

const accepted = ".eml, .mbox, .msg, .pdf, .docx, .rtf, .html, .txt, .md, .csv, .ics and .zip";

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
  const reason = elsewhereReason(path);
  if (reason !== undefined) throw new ImportRefusal(reason);
  const what = whatItIs(path, typeOf(mediaType));
  throw new ImportRefusal(`${what} cannot be imported yet: save it as one of ${accepted} and import that`);
};

/** A file that nobody here reads, in words: by the end of its name, which people know, or else by a media type that says something. */
const whatItIs = (path: string, declared: string): string => {
  const [ending] = /\.(?=\d*[a-z])[a-z0-9]{1,10}$/i.exec(path) ?? [];
  if (ending !== undefined) return `a file of a kind that is not known (${ending.toLowerCase()})`;
  if (!isMute(declared)) return `files of type ${declared.slice(0, 64)}`;
  return "a file of a kind that is not known";
};

/** Whether a document was read by other rules than those by which its file would be read now. */
export const isOutdated = (record: DocRecord | undefined): boolean => {
  const { summary, mediaType = "", extractorVersion } = record?.detail ?? {};
  const importer = find(importers, summary?.path ?? "", mediaType);
  return importer !== undefined && importer.version !== extractorVersion;
};

/** The opener for a file that may hold others; undefined for a document. What nothing names is looked at. */
export const openerFor = (path: string, mediaType: string, bytes: Uint8Array): Opener | undefined => {
  const found = find<Format>([...openers, ...importers], path, mediaType);
  if (found === undefined && beginsAsMailbox(bytes)) return mbox;
  return openers.find((opener) => opener === found);
};

const wordless =
  /^(?:image|audio|video)\/|^application\/(?:pgp-signature|(?:x-)?pkcs7-signature|pgp-keys|ms-tnef-signature)$/;
const wordlessName = /\.(?:png|jpe?g|gif|bmp|tiff?|webp|heic|svg|ico|wav|mp3|m4a|mp4|mov|avi|p7s|sig|asc)$/i;

/** Whether a part of a message is a picture, a sound or a detached signature, by its media type or else by its name. */
export const hasNoWords = (path: string, mediaType: string): boolean => {
  const declared = typeOf(mediaType);
  if (wordless.test(declared)) return true;
  return isMute(declared) && wordlessName.test(path);
};

/** Whether a media type says no more than that there are bytes. */
const isMute = (declared: string): boolean => /^(?:|[a-z]+\/octet-stream)$/.test(declared);

const find = <F extends Format>(formats: readonly F[], path: string, mediaType: string): F | undefined => {
  const declared = typeOf(mediaType);
  const byType = formats.find((format) => format.mediaTypes.includes(declared));
  const lower = path.toLowerCase();
  const bySuffix = formats.find((format) => format.suffixes.some((suffix) => lower.endsWith(suffix)));
  // `text/plain` is what senders say when they do not know: a name that says more wins over it.
  return declared === "text/plain" ? (bySuffix ?? byType) : (byType ?? bySuffix);
};

const typeOf = (mediaType: string): string => mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
