/** What an RTF file says, piece by piece (RTF 1.9.1, "Formal Syntax"). */
export interface RtfEvents {
  open(): void;
  close(): void;
  /** `\par`, `\u8364`, `\*`: the word or sign without its backslash, and its number where it has one. */
  control(word: string, value: number | undefined): void;
  /** One byte of text, in the code page of the moment. */
  byte(byte: number): void;
}

const [backslash, openBrace, closeBrace] = [0x5c, 0x7b, 0x7d];
const wordCharsMax = 32;

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Reads RTF from its first byte to its last. Total: what breaks the syntax is passed over as readers of RTF do. */
export const readRtf = (bytes: Uint8Array, events: RtfEvents): void => {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte === backslash) at = readControl(bytes, at + 1, events);
    else {
      at++;
      if (byte === openBrace) events.open();
      else if (byte === closeBrace) events.close();
      // Line ends of the file are for its writer's eyes; those of the text are \par and \line.
      else if (byte !== 0x0a && byte !== 0x0d && byte !== 0) events.byte(byte);
    }
  }
};

/** What stands behind a backslash; returns where the next piece begins. */
const readControl = (bytes: Uint8Array, from: number, events: RtfEvents): number => {
  const first = bytes[from];
  if (first === undefined) return from;
  if (!isLetter(first)) return readSign(bytes, from, first, events);
  let at = from;
  while (at < bytes.length && at - from < wordCharsMax && isLetter(bytes[at] as number)) at++;
  const word = latin(bytes, from, at);
  const digits = at;
  if (bytes[at] === 0x2d && isDigit(bytes[at + 1])) at++;
  while (at - digits < 11 && isDigit(bytes[at])) at++;
  const value = at > digits ? Number(latin(bytes, digits, at)) : undefined;
  if (bytes[at] === 0x20) at++;
  if (word === "bin") return at + Math.max(0, value ?? 0);
  events.control(word, value);
  return at;
};

const readSign = (bytes: Uint8Array, at: number, sign: number, events: RtfEvents): number => {
  if (sign === 0x27) {
    const code = Number.parseInt(latin(bytes, at + 1, at + 3), 16);
    if (Number.isInteger(code)) events.byte(code);
    return at + 3;
  }
  if (sign === backslash || sign === openBrace || sign === closeBrace) events.byte(sign);
  else if (sign === 0x0a || sign === 0x0d) events.control("par", undefined);
  else events.control(String.fromCharCode(sign), undefined);
  return at + 1;
};

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)));
