import { decodeUtf7 } from "./utf-7.ts";

/** Text with how its bytes were read. */
export interface DecodedText {
  readonly text: string;
  /** Name of the encoding that was used, in the WHATWG Encoding Standard's spelling. */
  readonly charset: string;
  /** True when the bytes were not valid in what was declared, or nothing was, and windows-1252 had to do. */
  readonly assumed: boolean;
  /** Places whose bytes mean nothing in the encoding: each is one U+FFFD in the text. */
  readonly replaced: number;
}

/**
 * Bytes as text. The declared encoding is believed unless it says ASCII (which many programs write for anything) or the
 * bytes contradict it; then UTF-8. One under which by far the most is valid is kept, with U+FFFD for the rest; else
 * windows-1252, which accepts every byte. A wrong guess would make exact quotes impossible, so it is reported.
 */
export const decodeText = (bytes: Uint8Array, declared = ""): DecodedText => {
  const labels = candidates(declared);
  for (const label of labels) {
    const text = decodeStrictly(bytes, label);
    if (text !== undefined) return { text, charset: label, assumed: false, replaced: 0 };
  }
  for (const label of labels) {
    const found = decodeMostly(bytes, label);
    if (found !== undefined) return { ...found, charset: label, assumed: false };
  }
  const text = new TextDecoder("windows-1252").decode(bytes);
  return { text, charset: "windows-1252", assumed: true, replaced: 0 };
};

/** Declared names that only mean "some superset of ASCII"; UTF-8 is tried for them first. */
const asciiNames: ReadonlySet<string> = new Set([
  "",
  "us-ascii",
  "ascii",
  "ansi_x3.4-1968",
  "iso646-us",
  "utf8",
  "utf-8",
]);

const candidates = (declared: string): string[] => {
  const label = declared.trim().toLowerCase();
  return asciiNames.has(label) ? ["utf-8"] : [label, "utf-8"];
};

const decodeStrictly = (bytes: Uint8Array, label: string): string | undefined => {
  // The one encoding of mail that the WHATWG leaves out.
  if (/^(?:unicode-1-1-)?utf-?7$/.test(label)) return decodeUtf7(bytes);
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // Unknown label (RangeError) or bytes that are not valid in it (TypeError): both mean "try the next".
    return undefined;
  }
};

/**
 * Letters of several bytes must be so many times as frequent as bytes that mean nothing. In UTF-8 one is enough: by chance
 * its bytes hardly ever follow one another. In the other encodings nearly any two bytes are a letter.
 */
const validPerBad = { "utf-8": 1, others: 4 };

const decodeMostly = (bytes: Uint8Array, label: string): { text: string; replaced: number } | undefined => {
  let text: string;
  try {
    text = new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
  let [replaced, valid] = [0, 0];
  for (const letter of text) {
    if (letter === "\ufffd") replaced++;
    else if (letter > "\x7f") valid++;
  }
  const least = label === "utf-8" ? validPerBad["utf-8"] : validPerBad.others;
  return valid >= replaced * least ? { text, replaced } : undefined;
};
