import { decodeText } from "./charset.ts";

/** A header field; `key` in lower case, `value` unfolded, encoded words not yet decoded. */
export interface MimeHeader {
  readonly key: string;
  readonly value: string;
}

/** A field as it stands in the message: which bytes its value takes. */
export interface RawHeader {
  readonly key: string;
  readonly value: Uint8Array;
}

/** The headers of a message or part, and where its body begins. */
export interface RawHeaders {
  readonly fields: readonly RawHeader[];
  readonly bodyStart: number;
}

const [lineFeed, carriageReturn, colon] = [0x0a, 0x0d, 0x3a];

/**
 * Reads header fields from `start` on (RFC 5322 2.2): up to an empty line, or to a line that is no field, with which the
 * body then begins, since words must not get lost. A mailbox separator among the fields is passed over.
 */
export const readRawHeaders = (bytes: Buffer, start: number, end: number, lineEndByte = lineFeed): RawHeaders => {
  const fields: RawHeader[] = [];
  let at = start;
  while (at < end) {
    const next = lineEnd(bytes, at, end, lineEndByte);
    if (isEmptyLine(bytes, at, next)) return { fields, bodyStart: next };
    const name = fieldName(bytes, at, next);
    if (name === undefined && !isSeparator(bytes, at)) return { fields, bodyStart: at };
    const stop = foldedEnd(bytes, next, end, lineEndByte);
    if (name !== undefined) fields.push({ key: name, value: bytes.subarray(bytes.indexOf(colon, at) + 1, stop) });
    at = stop;
  }
  return { fields, bodyStart: end };
};

/** Offset behind the line that begins at `at`. */
export const lineEnd = (bytes: Buffer, at: number, end: number, lineEndByte: number): number => {
  const found = bytes.indexOf(lineEndByte, at);
  return found < 0 || found >= end ? end : found + 1;
};

const isEmptyLine = (bytes: Buffer, at: number, next: number): boolean =>
  next - at <= 2 && bytes.subarray(at, next).every((byte) => byte === lineFeed || byte === carriageReturn);

/** RFC 5322 3.6.8: printable ASCII without the colon; 4.5 allows blanks before the colon. */
const fieldName = (bytes: Buffer, at: number, next: number): string | undefined =>
  /^([!-9;-~]{1,998})[ \t]*:/.exec(bytes.toString("latin1", at, Math.min(next, at + 1_000)))?.[1]?.toLowerCase();

const isSeparator = (bytes: Buffer, at: number): boolean => /^>?From /.test(bytes.toString("latin1", at, at + 6));

/** Lines that begin with a blank belong to the field above (2.2.3). */
const foldedEnd = (bytes: Buffer, from: number, end: number, lineEndByte: number): number => {
  let at = from;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at = lineEnd(bytes, at, end, lineEndByte);
  return at;
};

/**
 * Values as text. Bytes beyond ASCII have no place there before RFC 6532 and stand there all the same: they are read as
 * UTF-8 where they are that, else as the message says that its text is encoded, else as windows-1252.
 */
export const readHeaders = (
  raw: readonly RawHeader[],
  charset: string,
): { readonly headers: MimeHeader[]; readonly assumed: boolean } => {
  let assumed = false;
  const headers = raw.map(({ key, value }) => {
    const decoded = isAscii(value)
      ? { text: Buffer.from(value).toString("latin1"), assumed: false }
      : read(value, charset);
    assumed ||= decoded.assumed;
    return { key, value: decoded.text.replace(/[\r\n]+[ \t]*/g, " ").trim() };
  });
  return { headers, assumed };
};

const read = (value: Uint8Array, charset: string) => {
  const utf8 = decodeText(value, "utf-8");
  return utf8.assumed || utf8.replaced > 0 ? decodeText(value, charset) : utf8;
};

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);
