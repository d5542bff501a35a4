import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { filesAt, type LocalFile } from "./files.ts";

/** How files with law are called: texts and registers, WTI, and lists of names. */
const named = /\.(xml|akn|wti|tsv)$/i;

/** How rulings are called that a browser saved: such files of a folder may as well be anything else. */
const saved = /\.(html?|pdf)$/i;

/** Files to send, and the names of those in folders that hold no law by their name. */
export interface LawFiles {
  readonly files: readonly LocalFile[];
  /** Names of files of folders that may be rulings as a browser saved them, or papers of any other kind: only what is in them tells. */
  readonly saved: ReadonlySet<string>;
  readonly passedOver: readonly string[];
}

/**
 * The files that paths name: a file that is named itself is always sent, and its server says what it is; of a folder those
 * whose names are such as law has, so that a page of notes beside the laws is no refusal, and where `sendsSaved` those that a browser may
 * have saved. Errors: REQUEST_INVALID for a path that is not there, and where nothing is left to send.
 */
export const lawFilesAt = (paths: readonly string[], sendsSaved: boolean): LawFiles => {
  const all = filesAt(paths);
  const isSaved = ({ name }: LocalFile) => name.includes("/") && saved.test(name);
  const isTaken = (file: LocalFile) =>
    !file.name.includes("/") || named.test(file.name) || (sendsSaved && isSaved(file));
  const files = all.filter(isTaken);
  if (files.length === 0)
    throw new DomainError("REQUEST_INVALID", worded("command-error.there-is-no-xml-wti-or-tsv-file-in-it-name-a"));
  const namesOf = (some: readonly LocalFile[]) => some.map(({ name }) => name);
  return {
    files,
    saved: new Set(namesOf(files.filter(isSaved))),
    passedOver: namesOf(all.filter((file) => !isTaken(file))),
  };
};
