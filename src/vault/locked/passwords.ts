import { inEnglish, worded } from "../../messages/said.ts";

/**
 * Passwords that came with one call. They go with the files of that call into the reading thread, are tried there on each locked
 * file, and are let go of with it: nothing of them is stored, logged or told.
 */
export type Passwords = readonly string[];

/** Said of a locked file that none of the passwords given opens. */
export const wrongPassword = inEnglish(worded("import.no-password-opens-it"));

/** Said of a document that came locked: nobody should take the kept file for the one that was sent. */
export const unlockedNote = inEnglish(worded("import.opened-with-a-password"));

/** What is said of files that a password would open: whoever has it may send them once more. */
export const lockedReasons: ReadonlySet<string> = new Set([
  wrongPassword,
  inEnglish(worded("import.it-is-protected-by-a-password-open-it-save")),
  inEnglish(worded("import.it-is-protected-by-a-password-open-it-save-it")),
  inEnglish(worded("import.it-is-protected-by-a-password-unpack-it-and")),
]);
