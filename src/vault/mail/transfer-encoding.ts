/** How the bytes of a part stand in its message (RFC 2045 6). `identity`: as they are. */
export type TransferEncoding = "identity" | "base64" | "quoted-printable" | "uuencode";

/** The encoding that a Content-Transfer-Encoding names; an unknown one leaves the bytes as they stand. */
export const transferEncodingOf = (header: string): TransferEncoding => {
  if (/base-?64/i.test(header)) return "base64";
  if (/quoted-?printable/i.test(header)) return "quoted-printable";
  return /\buu(?:e|encode|encoded)?\b/i.test(header) ? "uuencode" : "identity";
};

/** The bytes that stand there in an encoding; `asGiven` when some are not in it: those are
 * left as they stand where all are, and left out behind the end of the others. */
export const transferDecoded = (
  given: Uint8Array,
  encoding: TransferEncoding,
): { readonly bytes: Uint8Array; readonly asGiven: boolean } => {
  if (encoding === "identity") return { bytes: given, asGiven: false };
  if (encoding === "quoted-printable") return { bytes: quotedPrintableBytes(given), asGiven: false };
  if (encoding === "uuencode") {
    const bytes = uuencodedBytes(given);
    return { bytes: bytes ?? given, asGiven: bytes === undefined };
  }
  // Lists put their words below what a mail program encoded: they are not of it.
  const padded = given.indexOf(equals) + 1;
  const end = padded > 0 && isNoBase64(given.subarray(padded)) ? padded : given.length;
  const encoded = given.subarray(0, end);
  return isNoBase64(encoded)
    ? { bytes: given, asGiven: true }
    : { bytes: base64Bytes(encoded), asGiven: end < given.length };
};

const base64Values = new Uint8Array(256).fill(0xff);
for (const [i, letter] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  base64Values[letter.charCodeAt(0)] = i;
const [space, tab, lineFeed, carriageReturn, equals] = [0x20, 0x09, 0x0a, 0x0d, 0x3d];

/**
 * Base64 as RFC 2045 6.8 has it: what is not of the alphabet is passed over. Padding ends a piece; behind it another may
 * begin, since programs put pieces together.
 */
export const base64Bytes = (given: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil((given.length * 3) / 4));
  let [length, bits, count] = [0, 0, 0];
  for (const byte of given) {
    if (byte === equals) [bits, count] = [0, 0];
    const value = base64Values[byte] ?? 0xff;
    if (value === 0xff) continue;
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length++] = (bits >> count) & 0xff;
    bits &= (1 << count) - 1;
  }
  return bytes.subarray(0, length);
};

/** Real base64 has no blanks within a line; words that only bear its name have one in six characters. */
const strangeShareMax = 1 / 20;

const isNoBase64 = (given: Uint8Array): boolean => {
  let [strange, letters] = [0, 0];
  for (const byte of given) {
    if (byte === lineFeed || byte === carriageReturn || byte === equals) continue;
    if (base64Values[byte] === 0xff) strange++;
    else letters++;
  }
  return strange > 0 && strange > (letters + strange) * strangeShareMax;
};

/** Quoted-printable (RFC 2045 6.7): blanks at the end of a line were added on the way; what is no code stays as it is. */
export const quotedPrintableBytes = (given: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(given.length);
  let length = 0;
  for (let at = 0; at < given.length; at++) {
    const byte = given[at] as number;
    if (byte === equals) {
      const soft = softBreakEnd(given, at + 1);
      const [high, low] = [hexValue(given[at + 1]), hexValue(given[at + 2])];
      if (soft !== undefined) at = soft - 1;
      else if (high !== undefined && low !== undefined) {
        bytes[length++] = high * 16 + low;
        at += 2;
      } else bytes[length++] = byte;
      continue;
    }
    const blanksEnd = byte === space || byte === tab ? blanksFrom(given, at) : at;
    if (blanksEnd > at) {
      if (blanksEnd === given.length || isLineEnd(given[blanksEnd])) at = blanksEnd - 1;
      else for (; at < blanksEnd; at++) bytes[length++] = given[at] as number;
      if (at === blanksEnd) at--;
      continue;
    }
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
};

/** Behind the line end that a `=` makes soft; undefined where none follows. The end of the part counts as one. */
const softBreakEnd = (given: Uint8Array, from: number): number | undefined => {
  const at = blanksFrom(given, from);
  if (at >= given.length) return at;
  if (given[at] === lineFeed) return at + 1;
  if (given[at] === carriageReturn) return given[at + 1] === lineFeed ? at + 2 : at + 1;
  return undefined;
};

const blanksFrom = (given: Uint8Array, from: number): number => {
  let at = from;
  while (given[at] === space || given[at] === tab) at++;
  return at;
};

const isLineEnd = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn;

const hexValue = (byte = 0): number | undefined => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? undefined : value;
};

/** The file in a uuencoded part (POSIX uuencode); undefined where none begins. */
const uuencodedBytes = (given: Uint8Array): Uint8Array | undefined => {
  const lines = Buffer.from(given.buffer, given.byteOffset, given.length).toString("latin1").split(/\r?\n/);
  const begin = lines.findIndex((line) => /^begin \d{3,4} /.test(line));
  if (begin < 0) return undefined;
  const pieces: Buffer[] = [];
  for (const line of lines.slice(begin + 1)) {
    if (line === "end") break;
    pieces.push(uuencodedLine(line));
  }
  return Buffer.concat(pieces);
};

const uuencodedLine = (line: string): Buffer => {
  const value = (i: number): number => ((line.charCodeAt(i) || 0x20) - 0x20) & 0x3f;
  const bytes = Buffer.alloc(line === "" ? 0 : value(0));
  for (let i = 0; i < bytes.length; i++) {
    const at = 1 + Math.floor(i / 3) * 4 + (i % 3);
    const pair = (value(at) << 6) | value(at + 1);
    bytes[i] = (pair >> (4 - (i % 3) * 2)) & 0xff;
  }
  return bytes;
};
