import { ImportRefusal } from "../reader/port.ts";

const compoundSignature = Buffer.from("d0cf11e0a1b11ae1", "hex");

/**
 * Refuses what lies in a compound file (MS-CFB) instead of a package: Office puts a file there that has a password
 * (MS-OFFCRYPTO 2.3.4), and old programs put every file there.
 */
export const requireNoCompound = (original: Uint8Array, suffix: ".docx" | ".xlsx" | ".pptx"): void => {
  if (Buffer.compare(original.subarray(0, 8), compoundSignature) !== 0) return;
  throw new ImportRefusal(sentences[suffix]);
};

const sentences = {
  ".docx": "it is protected by a password or is an old .doc file; save it as .docx without a password",
  ".xlsx": "it is protected by a password or is an old .xls file; save it as .xlsx without a password",
  ".pptx": "it is protected by a password or is an old .ppt file; save it as .pptx without a password",
} as const;
