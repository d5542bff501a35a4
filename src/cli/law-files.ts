import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { filesAt, type LocalFile } from "./files.ts";

/** How files with law are called: texts and registers, WTI, and lists of names. */
const named = /\.(xml|akn|wti|tsv)$/i;

/** Files to send, and the names of those in folders that hold no law by their name. */
export interface LawFiles {
  readonly files: readonly LocalFile[];
  readonly passedOver: readonly string[];
}

/**
 * The files that paths name: a file that is named itself is always sent, and its server says what it is; of a folder those
 * whose names are such as law has, so that a page of notes beside the laws is no refusal. Errors: REQUEST_INVALID for a
 * path that is not there, and where nothing is left to send.
 */
export const lawFilesAt = (paths: readonly string[]): LawFiles => {
  const all = filesAt(paths);
  const isTaken = ({ name }: LocalFile) => !name.includes("/") || named.test(name);
  const files = all.filter(isTaken);
  if (files.length > 0) return { files, passedOver: all.filter((file) => !isTaken(file)).map(({ name }) => name) };
  throw new DomainError("REQUEST_INVALID", worded("command-error.there-is-no-xml-wti-or-tsv-file-in-it-name-a"));
};
