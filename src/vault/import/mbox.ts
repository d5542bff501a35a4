import { sha256Hex } from "../../sha256.ts";
import { readRawHeaders } from "../mail/header-bytes.ts";
import { type Entry, ImportRefusal, type Opener } from "../reader/port.ts";

/** Messages of one mailbox. A file of 64 MiB cannot hold so many that anybody wrote. */
const messagesMax = 200_000;
/** A damaged mailbox has a few; a thousand are made on purpose. */
const emptyMax = 1_000;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const separator = Buffer.from("From ");

/**
 * Mailboxes in mbox form (RFC 4155, and the four dialects that came before it). A message is what stands between two
 * separator lines, byte for byte, the one empty line before the next separator left off:
 *
 * - mboxo, mboxrd: a separator is a line `From …` at the beginning or after an empty line. Their escape (`>From `) stays in
 *   the stored bytes, since mboxo cannot be undone without doubt; the text of the message shows it undone.
 * - mboxcl, mboxcl2: where a message has a Content-Length and a separator (or the end) stands exactly there, it ends there,
 *   whatever its lines look like.
 *
 * A line that begins with `From ` after an empty line is a separator when it names a time or a year, or when the headers of
 * a message stand right below it (Netscape writes a bare `From - `); else it is prose.
 */
export const mbox: Opener = {
  mediaTypes: ["application/mbox"],
  suffixes: [".mbox", ".mbx"],
  open(original) {
    const bytes = Buffer.from(original.buffer, original.byteOffset, original.length);
    const start = firstLine(bytes);
    if (!isSeparator(bytes, start, true)) {
      throw new ImportRefusal(
        "it does not begin as a mailbox does, with a line `From …`; if it is one message, name it .eml",
      );
    }
    return messages(bytes, start);
  },
};

/** Whether a file begins as a mailbox does, whatever it is called: Thunderbird's have no suffix at all. */
export const beginsAsMailbox = (original: Uint8Array): boolean => {
  const bytes = Buffer.from(original.buffer, original.byteOffset, original.length);
  const start = firstLine(bytes);
  return isSeparator(bytes, start, true) && headersBelow(bytes, lineEnd(bytes, start));
};

/** Path of a message of a mailbox: named by its bytes, because its place shifts when others come or go. */
export const mailboxEntryPath = (path: string, docUid: string): string => {
  const end = path.lastIndexOf("!/");
  return end < 0 ? "" : `${path.slice(0, end)}!/${entryName(docUid)}`;
};

const entryName = (docUid: string): string => `${docUid.slice(0, 16)}.eml`;

function* messages(bytes: Buffer, first: number): Generator<Entry> {
  let at = first;
  let empty = 0;
  for (let count = 0; at < bytes.length; count++) {
    if (count >= messagesMax) throw new ImportRefusal(`it holds more than ${messagesMax} messages; split it`);
    const start = lineEnd(bytes, at);
    const end = declaredEnd(bytes, start) ?? nextSeparator(bytes, start);
    const message = bytes.subarray(start, withoutBlankLine(bytes, start, end));
    const name = entryName(sha256Hex(message));
    const isEmpty = message.length <= 2 && message.toString().trim() === "";
    if (isEmpty && ++empty > emptyMax)
      throw new ImportRefusal(`it has more than ${emptyMax} separators without a message; export it again`);
    if (isEmpty) yield { name: `message-${count + 1}`, refusal: noMessage };
    else yield { name, mediaType: "message/rfc822", bytes: message };
    at = end;
  }
}

const noMessage = "the mailbox has no message between two of its separators; export it again and compare";

/** Some programs begin the file with a byte order mark or empty lines. */
const firstLine = (bytes: Buffer): number => {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[at] === lineFeed || bytes[at] === carriageReturn) at++;
  return at;
};

/** Offset behind the line that begins at `at`. */
const lineEnd = (bytes: Buffer, at: number): number => {
  const end = bytes.indexOf(lineFeed, at);
  return end < 0 ? bytes.length : end + 1;
};

/** A separator names a date, or has a message's headers right below it; only the first line of a file may do without. */
const isSeparator = (bytes: Buffer, at: number, isFirst: boolean): boolean => {
  if (!bytes.subarray(at, at + separator.length).equals(separator)) return false;
  const next = lineEnd(bytes, at);
  const line = bytes.toString("latin1", at, Math.min(next, at + 400));
  return isFirst || /\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b/.test(line) || headersBelow(bytes, next);
};

/** Fields that begin a message, and that a person does not write below a sentence. */
const opening = /^(?:received|return-path|delivered-to|date|from|message-id|mime-version|x-[a-z-]+|status)$/;
/** Bytes of headers that are looked at: a field or two are enough. */
const lookedAtBytes = 4_096;

const headersBelow = (bytes: Buffer, at: number): boolean => {
  const { fields } = readRawHeaders(bytes, at, Math.min(bytes.length, at + lookedAtBytes));
  return fields.length >= 2 && opening.test(fields[0]?.key ?? "");
};

const nextSeparator = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(separator, from); at >= 0; at = bytes.indexOf(separator, at + 1)) {
    if (isAfterBlankLine(bytes, at) && isSeparator(bytes, at, false)) return at;
  }
  return bytes.length;
};

const isAfterBlankLine = (bytes: Buffer, at: number): boolean => {
  if (bytes[at - 1] !== lineFeed) return false;
  const before = bytes[at - 2] === carriageReturn ? at - 3 : at - 2;
  return bytes[before] === lineFeed;
};

/** mboxcl: where Content-Length says that the message ends, if a separator or the end of the file bears it out. */
const declaredEnd = (bytes: Buffer, start: number): number | undefined => {
  const header = headerEnd(bytes, start);
  if (header === undefined) return undefined;
  const length = /^content-length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(bytes.toString("latin1", start, header))?.[1];
  if (length === undefined) return undefined;
  let end = header + Number(length);
  // The empty line before the separator is not counted by all.
  for (let line = 0; line < 2 && (bytes[end] === lineFeed || bytes[end] === carriageReturn); line++)
    end = lineEnd(bytes, end);
  if (end === bytes.length) return end;
  return end < bytes.length && bytes[end - 1] === lineFeed && isSeparator(bytes, end, false) ? end : undefined;
};

/** Offset of the body: behind the first empty line; undefined where there is none within 256 KiB. */
const headerEnd = (bytes: Buffer, start: number): number | undefined => {
  const limit = Math.min(bytes.length, start + 256 * 1024);
  for (let at = start; at < limit; at = lineEnd(bytes, at)) {
    if (bytes[at] === lineFeed) return at + 1;
    if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) return at + 2;
  }
  return undefined;
};

/** The empty line before a separator belongs to the mailbox. */
const withoutBlankLine = (bytes: Buffer, start: number, end: number): number => {
  if (end - start < 2 || bytes[end - 1] !== lineFeed) return end;
  const before = bytes[end - 2] === carriageReturn ? end - 2 : end - 1;
  return before > start && bytes[before - 1] === lineFeed ? before : end;
};
