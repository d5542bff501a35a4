import { unpack } from "../archive/unpack.ts";
import { zipEntries } from "../archive/zip-directory.ts";
import { beginsAsMailbox } from "../container/mailbox-places.ts";
import { CompoundFile } from "../office/compound-file.ts";
import { pictureType } from "../picture/picture-file.ts";
import { ImportRefusal } from "../reader/port.ts";

/** What the first bytes of a file say that it is; by media type. */
export const sniffedType = (bytes: Uint8Array): string | undefined => {
  if (beginsAsMailbox(bytes)) return "application/mbox";
  const certain = certainType(bytes);
  if (certain !== undefined) return certain;
  const head = headOf(bytes);
  for (const [begins, mediaType] of signatures) if (head.startsWith(begins)) return mediaType;
  return isMail(head) ? "message/rfc822" : undefined;
};

/**
 * What a file is whatever it is called, by media type: people send a document of LibreOffice as .docx and a rich text as .doc.
 * Undefined where its bytes can be those of several kinds.
 */
export const certainType = (bytes: Uint8Array): string | undefined => {
  const head = headOf(bytes);
  for (const [begins, mediaType] of certainSignatures) if (head.startsWith(begins)) return mediaType;
  if (head.startsWith("PK\u0003\u0004")) return packageType(bytes);
  const seen = pictureType(bytes);
  if (seen !== undefined) return seen;
  const names = CompoundFile.open(bytes)?.names;
  return names && compoundTypes.find(([name]) => names.has(name))?.[1];
};

const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, headBytes))
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "");

const headBytes = 8 * 1024;

/** ISO 32000-1, 7.5.2; RTF 1.9.1. */
const certainSignatures: readonly (readonly [begins: string, mediaType: string])[] = [
  ["%PDF-", "application/pdf"],
  ["{\\rtf", "application/rtf"],
];

/** Streams by which a compound file tells what it is: MS-OXMSG 2.2, MS-OFFCRYPTO 2.3.4.4, MS-DOC 2.1, MS-XLS 2.1.2, MS-PPT 2.1. */
const compoundTypes: readonly (readonly [stream: string, mediaType: string])[] = [
  ["__properties_version1.0", "application/vnd.ms-outlook"],
  ["EncryptedPackage", "application/encrypted"],
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["Book", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
];

/** RFC 5545, 3.4; MS-CFB 2.2; APPNOTE 4.3.7. */
const signatures: readonly (readonly [begins: string, mediaType: string])[] = [
  ["BEGIN:VCALENDAR", "text/calendar"],
  ["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "application/vnd.ms-outlook"],
  ["PK\u0003\u0004", "application/zip"],
];

/** ECMA-376 part 2, 10: the content types stand in the package, and the main part under the name that its program gives it. */
const mainParts: readonly (readonly [begins: string, mediaType: string])[] = [
  ["word/document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["ppt/presentation.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
];
/** OpenDocument 1.3 part 2, 3.3: the type stands in an entry of its own. */
const openDocument = /^application\/vnd\.oasis\.opendocument\.[a-z-]{1,40}/;
const typeBytesMax = 100;

/** The office file that a zip is; undefined for an archive, and for what cannot be read. */
const packageType = (bytes: Uint8Array): string | undefined => {
  try {
    const entries = zipEntries(bytes);
    const typed = entries.find(({ name, sizeBytes }) => name === "mimetype" && sizeBytes <= typeBytesMax);
    const said = typed && Buffer.from(unpack(typed, { left: typeBytesMax })).toString("latin1");
    const [type] = openDocument.exec(said ?? "") ?? [];
    if (type !== undefined) return type;
    const names = entries.map(({ name }) => name);
    if (!names.includes("[Content_Types].xml")) return undefined;
    return mainParts.find(([begins]) => names.some((name) => name.startsWith(begins)))?.[1];
  } catch (error) {
    if (error instanceof ImportRefusal) return undefined;
    throw error;
  }
};

/** A count of bytes before the message, as Apple Mail keeps one (.emlx). */
const appleCount = /^\d{1,10} *\n/;
/** RFC 5322, 3.6: fields that a letter's own first lines rarely bear, and others beside which one of these is a header. */
const certain = /^(?:return-path|received|message-id|mime-version|delivered-to|x-[a-z-]+|dkim-signature):/im;
const known = /^(?:from|to|date|subject|cc|reply-to|content-type):/gim;

/** Whether lines `Name: value` go on to an empty line, and enough of them are those of a mail. */
const isMail = (head: string): boolean => {
  const fields = head.replace(/\r\n?/g, "\n").replace(appleCount, "").split(/\n\n/)[0] ?? "";
  if (!fields.split("\n").every((line) => /^(?:[!-9;-~]+:|[ \t]|$)/.test(line)) || !/\n/.test(fields)) return false;
  return new Set(fields.match(known)?.map((one) => one.toLowerCase())).size >= (certain.test(fields) ? 1 : 3);
};
