import { CompoundFile, isCompound } from "../office/compound-file.ts";
import { ImportRefusal } from "../reader/port.ts";
import { officeOpened } from "./locked-office.ts";
import { pdfOpened } from "./locked-pdf.ts";
import { type Passwords, wrongPassword } from "./passwords.ts";

/**
 * The bytes of a PDF or an office file as its program would save it without a password; undefined for what is not locked, or is
 * read by other rules. What is kept afterwards are these bytes, so that nobody needs the password any more.
 * Errors: `ImportRefusal` where none of the passwords opens it.
 */
export const unlocked = (bytes: Uint8Array, passwords: Passwords): Uint8Array | undefined => {
  if (passwords.length === 0) return undefined;
  try {
    if (isCompound(bytes)) return office(bytes, passwords);
    const head = Buffer.from(bytes.subarray(0, headBytes)).toString("latin1");
    return head.includes("%PDF-") ? pdf(bytes, passwords) : undefined;
  } catch (cause) {
    if (cause instanceof ImportRefusal) throw cause;
    // Keys and blocks of a length that no cipher has: what describes the lock is damaged.
    throw new ImportRefusal("it is protected by a password; open it, save it without the password and import that", {
      cause,
    });
  }
};

/** ISO 32000-1, annex H: a header may stand somewhat behind the beginning. */
const headBytes = 1_024;

const office = (bytes: Uint8Array, passwords: Passwords): Uint8Array | undefined => {
  const file = CompoundFile.open(bytes);
  if (file?.names.has("EncryptedPackage") !== true) return undefined;
  for (const password of passwords) {
    const opened = officeOpened(file, password);
    if (opened !== undefined) return opened;
  }
  throw new ImportRefusal(wrongPassword);
};

const pdf = (bytes: Uint8Array, passwords: Passwords): Uint8Array | undefined => {
  for (const password of passwords) {
    const opened = pdfOpened(bytes, password);
    if (opened !== "wrong") return opened;
  }
  throw new ImportRefusal(wrongPassword);
};
