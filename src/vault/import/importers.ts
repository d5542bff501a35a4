import { ContainerKind } from "../../../gen/pincite/vault/v1/container_pb.ts";
import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { certainKind } from "../container/container-kind.ts";
import { type Importer, ImportRefusal, type Opener } from "../reader/port.ts";
import { chatBackup } from "./chat-backup.ts";
import { csv } from "./csv.ts";
import { doc } from "./doc.ts";
import { docx } from "./docx.ts";
import { eml } from "./eml.ts";
import { htmlFile } from "./html-file.ts";
import { calendarEntries, calendarEntry } from "./ics.ts";
import { mbox } from "./mbox.ts";
import { msg } from "./msg.ts";
import { odt } from "./odt.ts";
import { outlook } from "./outlook.ts";
import { packed } from "./packed.ts";
import { pdf } from "./pdf.ts";
import { picture } from "./picture.ts";
import { odp, pptx } from "./presentation.ts";
import { rtf } from "./rtf.ts";
import { signedFile } from "./signed-file.ts";
import { certainType, sniffedType } from "./sniffed.ts";
import { ods, xlsx } from "./spreadsheet.ts";
import { telegram } from "./telegram.ts";
import { markdown, plainText } from "./text-file.ts";
import { keptReasons, unreadByContent, unreadByName } from "./unread-kinds.ts";
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
  doc,
  pdf,
  rtf,
  csv,
  chatBackup,
  telegram,
  odt,
  xlsx,
  ods,
  pptx,
  odp,
  picture,
];

/** Every format that holds files. */
export const openers: readonly Opener[] = [mbox, zip, packed, outlook, signedFile, calendarEntries, winmail];

const accepted =
  ".eml, .mbox, .msg, .pdf, .docx, .doc, .odt, .xlsx, .ods, .pptx, .odp, .rtf, .html, .txt, .md, .csv, .ics, .zip, .jpg, .png, .tiff and .webp";

interface Format {
  readonly mediaTypes: readonly string[];
  readonly suffixes: readonly string[];
}

/**
 * The importer for a file: by its bytes where they can be of one kind alone, else by its media type where that says something,
 * else by the end of its name, else by what its first bytes look like.
 * Errors: `ImportRefusal` saying what it is, or naming what can be imported.
 */
export const importerFor = (path: string, mediaType: string, bytes: Uint8Array = nothing): Importer => {
  const certain = certainType(bytes) ?? "";
  const known = find(importers, "", certain);
  if (known !== undefined) return known;
  const unread = unreadByContent(certain, bytes);
  if (unread !== undefined) throw new ImportRefusal(unread);
  const found = find(importers, path, mediaType);
  if (found !== undefined) return found;
  const reason = unreadByContent(typeOf(mediaType), bytes) ?? unreadByName(path);
  if (reason !== undefined) throw new ImportRefusal(reason);
  const sniffed = find(importers, "", lookedAt(path, mediaType, bytes));
  if (sniffed !== undefined) return sniffed;
  const what = whatItIs(path, typeOf(mediaType));
  throw new ImportRefusal(`${what} cannot be imported yet: save it as one of ${accepted} and import that`);
};

const nothing = new Uint8Array();

/** What the first bytes say, where neither name nor type says anything; else nothing. */
const lookedAt = (path: string, mediaType: string, bytes: Uint8Array): string =>
  isMute(typeOf(mediaType)) && unreadByName(path) === undefined ? (sniffedType(bytes) ?? "") : "";

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
  const all: readonly Format[] = [...openers, ...importers];
  const certain = certainKind(bytes);
  if (certain !== undefined) return certain === ContainerKind.OUTLOOK ? outlook : packed;
  const found = find(all, path, mediaType) ?? find(all, "", lookedAt(path, mediaType, bytes));
  return openers.find((opener) => opener === found);
};

/**
 * What is said of a part of a message that has no words of its own, such as a picture, a sound or a detached signature: by its
 * first bytes, its media type, or else its name; undefined for what has words.
 */
export const withoutWords = (path: string, mediaType: string, bytes: Uint8Array): string | undefined => {
  const declared = typeOf(mediaType);
  // Whether a picture shows words is seen when it is read.
  if (find([picture], "", certainType(bytes) ?? "")) return undefined;
  const reason = unreadByContent(declared, bytes) ?? (isMute(declared) ? unreadByName(path) : undefined);
  return reason !== undefined && keptReasons.has(reason) ? reason : undefined;
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
