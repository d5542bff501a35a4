/** Text with how its bytes were read. */
export interface DecodedText {
  readonly text: string;
  /** Name of the encoding that was used, in the WHATWG Encoding Standard's spelling. */
  readonly charset: string;
  /** True when the bytes were not valid in what was declared, or nothing was, and windows-1252 had to do. */
  readonly assumed: boolean;
}

/**
 * Bytes as text. The declared encoding is believed unless it says ASCII (which many programs write for anything) or the
 * bytes contradict it; then strict UTF-8, then windows-1252, which accepts every byte. A wrong guess would make exact
 * quotes impossible, so it is reported and never silent.
 */
export const decodeText = (bytes: Uint8Array, declared = ""): DecodedText => {
  for (const label of candidates(declared)) {
    const text = decodeStrictly(bytes, label);
    if (text !== undefined) return { text, charset: label, assumed: false };
  }
  return { text: new TextDecoder("windows-1252").decode(bytes), charset: "windows-1252", assumed: true };
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
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // Unknown label (RangeError) or bytes that are not valid in it (TypeError): both mean "try the next".
    return undefined;
  }
};
