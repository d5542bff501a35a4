import { readRawHeaders } from "../mail/header-bytes.ts";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const separator = Buffer.from("From ");
const separatorLine = Buffer.from("\nFrom ");

/** A separator is a line; what is longer is prose without line ends. */
const lineBytesMax = 1_000;
/** Bytes of headers below a separator that are looked at: a field or two are enough. */
const lookedAtBytes = 4_096;
/** So many bytes behind its beginning decide whether a line is a separator. */
export const decidingBytes = lineBytesMax + lookedAtBytes;
/** The headers of a message, as far as a Content-Length is looked for. */
const headerBytesMax = 256 * 1024;

/** Where a message lies in the bytes that are looked at. */
export interface MessagePlace {
  /** Behind its separator. */
  readonly start: number;
  /** Behind its last byte, the empty line above the next separator left off. */
  readonly end: number;
  /** At the next separator, or at the end. */
  readonly next: number;
  /** Whether its end was told by Content-Length. */
  readonly isCounted: boolean;
}

/** Largest message, in bytes: what one document may have. */
export const messageBytesMax = 64 * 1024 * 1024;

/** What is there does not suffice to say. */
export const undecided = "undecided";

/**
 * The separator that begins at `at` or behind empty lines there, by the offset of its line; undefined where none is. Some
 * programs begin a file with a byte order mark.
 */
export const firstSeparator = (bytes: Buffer, at: number, isFileStart: boolean): number | undefined => {
  let line = isFileStart && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? at + 3 : at;
  while (bytes[line] === lineFeed || bytes[line] === carriageReturn) line++;
  return isSeparator(bytes, line, true) ? line : undefined;
};

/** Whether a file begins as a mailbox does, whatever it is called: Thunderbird's have no suffix at all. */
export const beginsAsMailbox = (head: Uint8Array): boolean => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const line = firstSeparator(bytes, 0, true);
  return line !== undefined && headersBelow(bytes, lineEnd(bytes, line));
};

/** Whether a separator names no time and no year, as Netscape's `From - ` does. */
export const isBare = (bytes: Buffer, at: number): boolean => !isDated(lineAt(bytes, at));

/** The message behind the separator at `at`, in bytes that are all there. */
export const messageAt = (bytes: Buffer, at: number): MessagePlace => {
  const start = lineEnd(bytes, at);
  const counted = countedEnd(bytes, start, true);
  const isCounted = typeof counted === "number";
  const next = isCounted ? counted : nextSeparator(bytes, start, true);
  return placeBetween(bytes, start, typeof next === "number" ? next : bytes.length, isCounted);
};

/** The message between two separators. */
export const placeBetween = (bytes: Buffer, start: number, next: number, isCounted: boolean): MessagePlace => ({
  start,
  end: withoutEmptyLine(bytes, start, next),
  next,
  isCounted,
});

/** The next separator from `from` on; the end of the bytes where none is. */
export const nextSeparator = (bytes: Buffer, from: number, isWhole: boolean): number | typeof undecided => {
  for (
    let at = bytes.indexOf(separatorLine, Math.max(0, from - 1));
    at >= 0;
    at = bytes.indexOf(separatorLine, at + 1)
  ) {
    if (!isWhole && at + 1 + decidingBytes > bytes.length) return undecided;
    if (isAfterEmptyLine(bytes, at + 1) && isSeparator(bytes, at + 1, false)) return at + 1;
  }
  return isWhole ? bytes.length : undecided;
};

/** Offset behind the line that begins at `at`. */
export const lineEnd = (bytes: Buffer, at: number): number => {
  const end = bytes.indexOf(lineFeed, at);
  return end < 0 ? bytes.length : end + 1;
};

/** The line at `at` without its end, as far as a separator may be long. */
const lineAt = (bytes: Buffer, at: number): string => {
  const end = bytes.subarray(at, at + lineBytesMax).indexOf(lineFeed);
  return bytes.toString("latin1", at, end < 0 ? Math.min(bytes.length, at + lineBytesMax) : at + end);
};

const isDated = (line: string): boolean => /\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b/.test(line);

/** A separator names a date, or has a message's headers right below it; only the first line of a file may do without. */
const isSeparator = (bytes: Buffer, at: number, isFirst: boolean): boolean => {
  if (!separator.every((byte, number) => bytes[at + number] === byte)) return false;
  const line = lineAt(bytes, at);
  if (line.length >= lineBytesMax) return false;
  return isFirst || isDated(line) || headersBelow(bytes, lineEnd(bytes, at));
};

/** Fields that begin a message, and that a person does not write below a sentence. */
const opening = /^(?:received|return-path|delivered-to|date|from|message-id|mime-version|x-[a-z-]+|status)$/;

const headersBelow = (bytes: Buffer, at: number): boolean => {
  const { fields } = readRawHeaders(bytes, at, Math.min(bytes.length, at + lookedAtBytes));
  return fields.length >= 2 && opening.test(fields[0]?.key ?? "");
};

const isAfterEmptyLine = (bytes: Buffer, at: number): boolean => {
  const before = bytes[at - 2] === carriageReturn ? at - 3 : at - 2;
  return bytes[before] === lineFeed;
};

/**
 * mboxcl: where Content-Length says that the message ends, if a separator or the end of the file bears it out; undefined where
 * it says nothing, or nothing that is true.
 */
export const countedEnd = (bytes: Buffer, start: number, isWhole: boolean): number | undefined | typeof undecided => {
  const header = headerEnd(bytes, start, isWhole);
  if (header === undefined || header === undecided) return header;
  const length = /^content-length:[ \t]*(\d{1,8})[ \t]*\r?$/im.exec(bytes.toString("latin1", start, header))?.[1];
  if (length === undefined) return undefined;
  let end = header + Number(length);
  if (end - start > messageBytesMax) return undefined;
  if (!isWhole && end + decidingBytes > bytes.length) return undecided;
  // The empty line before the separator is not counted by all.
  for (let line = 0; line < 2 && (bytes[end] === lineFeed || bytes[end] === carriageReturn); line++)
    end = lineEnd(bytes, end);
  if (end === bytes.length) return end;
  return end < bytes.length && bytes[end - 1] === lineFeed && isSeparator(bytes, end, false) ? end : undefined;
};

/** Offset of the body: behind the first empty line; undefined where there is none within 256 KiB. */
const headerEnd = (bytes: Buffer, start: number, isWhole: boolean): number | undefined | typeof undecided => {
  const limit = Math.min(bytes.length, start + headerBytesMax);
  for (let at = start; at < limit; at = lineEnd(bytes, at)) {
    if (bytes[at] === lineFeed) return at + 1;
    if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) return at + 2;
  }
  return isWhole || limit < bytes.length ? undefined : undecided;
};

/** The empty line before a separator belongs to the mailbox. */
const withoutEmptyLine = (bytes: Buffer, start: number, end: number): number => {
  if (end - start < 2 || bytes[end - 1] !== lineFeed) return end;
  const before = bytes[end - 2] === carriageReturn ? end - 2 : end - 1;
  return before > start && bytes[before - 1] === lineFeed ? before : end;
};
