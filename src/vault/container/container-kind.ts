import { ContainerKind } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { isTar } from "../archive/tar-files.ts";
import { beginsAsMailbox } from "./mailbox-places.ts";
import { gunzippedHead, isGzip } from "./unpack-place.ts";

/**
 * What documents are named, so that a mailbox is looked for only where nothing else is said. The importers know it too, but
 * they bring every library along; a test holds the two lists together.
 */
export const documentTypes: ReadonlySet<string> = new Set([
  "message/rfc822",
  "message/global",
  "message/delivery-status",
  "message/disposition-notification",
  "text/rfc822-headers",
  "text/plain",
  "text/markdown",
  "text/x-markdown",
  "text/html",
  "application/xhtml+xml",
  "text/calendar",
  "application/vnd.ms-outlook",
  "application/x-msg",
  "application/pdf",
  "application/x-pdf",
  "application/rtf",
  "text/rtf",
  "application/x-rtf",
  "text/csv",
  "text/xml",
  "application/xml",
  "text/tab-separated-values",
  "application/csv",
  "application/ms-tnef",
  "application/vnd.ms-tnef",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-excel.sheet.macroenabled.12",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
  "application/vnd.ms-powerpoint.presentation.macroenabled.12",
  "application/vnd.oasis.opendocument.presentation",
  "application/vnd.oasis.opendocument.presentation-template",
  "application/msword",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.text-template",
  "application/vnd.oasis.opendocument.text-master",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.spreadsheet-template",
  "image/jpeg",
  "image/jpg",
  "image/pjpeg",
  "image/png",
  "image/tiff",
  "image/webp",
]);
export const documentSuffixes: readonly string[] =
  ".eml .emlx .txt .text .md .markdown .html .htm .ics .ical .msg .pdf .docx .docm .doc .dot .odt .ott .xlsx .xlsm .ods .ots .pptx .pptm .ppsx .odp .otp .rtf .csv .tsv .json .xml .dat .jpg .jpeg .png .tif .tiff .webp".split(
    " ",
  );

const kindByType: ReadonlyMap<string, ContainerKind> = new Map([
  ["application/mbox", ContainerKind.MAILBOX],
  ["application/zip", ContainerKind.ZIP],
  ["application/x-zip-compressed", ContainerKind.ZIP],
]);
const kindBySuffix: ReadonlyMap<string, ContainerKind> = new Map([
  ["mbox", ContainerKind.MAILBOX],
  ["mbx", ContainerKind.MAILBOX],
  ["zip", ContainerKind.ZIP],
  ["tar", ContainerKind.TAR],
  ["tgz", ContainerKind.TAR],
  ["gz", ContainerKind.GZIP],
  ["pst", ContainerKind.OUTLOOK],
  ["ost", ContainerKind.OUTLOOK],
]);

/** The first bytes of a file that are looked at. */
export const headBytes = 8 * 1024;

/** What begins a data file of Outlook (MS-PST 2.2.2.6). */
const outlookBegins = Buffer.from("!BDN");

/** What the first bytes can be of alone: a data file of Outlook, a tar archive, packed or not, or another file that gzip packed. */
export const certainKind = (head: Uint8Array): ContainerKind | undefined => {
  if (outlookBegins.equals(head.subarray(0, 4))) return ContainerKind.OUTLOOK;
  if (isTar(head)) return ContainerKind.TAR;
  if (!isGzip(head)) return undefined;
  return isTar(gunzippedHead(head)) ? ContainerKind.TAR : ContainerKind.GZIP;
};

/**
 * The kind of a container: by its first bytes where they can be of one kind alone, else by media type or name, else by what its first
 * bytes look like; undefined for a document.
 */
export const containerKind = (path: string, mediaType: string, head: Uint8Array): ContainerKind | undefined => {
  const certain = certainKind(head);
  if (certain !== undefined) return certain;
  const lower = path.toLowerCase();
  const declared = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const bySuffix = kindBySuffix.get(/\.([a-z]+)$/.exec(lower)?.[1] ?? "");
  const byType = kindByType.get(declared);
  if (byType !== undefined) return byType;
  if (documentTypes.has(declared) && (declared !== "text/plain" || bySuffix === undefined)) return undefined;
  if (bySuffix !== undefined || documentSuffixes.some((suffix) => lower.endsWith(suffix))) return bySuffix;
  return beginsAsMailbox(head.subarray(0, headBytes)) ? ContainerKind.MAILBOX : undefined;
};
