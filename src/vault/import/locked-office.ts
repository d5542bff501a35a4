import { isCompound } from "../office/compound-file.ts";
import { ImportRefusal } from "../reader/port.ts";

/**
 * Refuses what lies in a compound file (MS-CFB) instead of a package: Office puts a file there that has a password
 * (MS-OFFCRYPTO 2.3.4), and old programs put every file there.
 */
export const requireNoCompound = (original: Uint8Array, suffix: ".docx" | ".xlsx" | ".pptx"): void => {
  if (isCompound(original)) throw new ImportRefusal(sentences[suffix]);
};

const sentences = {
  ".docx": "it is protected by a password or is an old .doc file; save it as .docx without a password",
  ".xlsx": "it is protected by a password or is an old .xls file; save it as .xlsx without a password",
  ".pptx": "it is protected by a password or is an old .ppt file; save it as .pptx without a password",
} as const;
