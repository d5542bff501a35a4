import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { onlyDay } from "../../letter/days.ts";
import { readLetter } from "../../letter/read-letter.ts";
import { type ExtractedDocument, fileName } from "../reader/port.ts";

/** The date of a file that is no message. */
export type FileDate = Pick<ExtractedDocument, "authoredAtIso" | "authoredAtText"> & {
  readonly dateSource: DateSource;
};

/** Where a letter says its date, in UTF-16 units. */
const headChars = 2_000;

/**
 * The date of a file: the day in its name, which a person gave it; else the only day that its first lines name; else what a
 * program wrote into it, which is often the day of printing. A day alone is its midnight in UTC.
 */
export const fileDate = (
  path: string,
  text: string,
  metadata: { readonly iso: string; readonly text: string } = { iso: "", text: "" },
): FileDate => {
  const named = namedIn(fileName(path));
  if (named !== undefined) return { ...named, dateSource: DateSource.NAME };
  const said = namedIn(text.slice(0, headChars));
  if (said !== undefined) return { ...said, dateSource: DateSource.TEXT };
  const dateSource = metadata.text === "" ? DateSource.NONE : DateSource.METADATA;
  return { authoredAtIso: metadata.iso, authoredAtText: metadata.text, dateSource };
};

/** The only day that words name, as a document's date; undefined for none, and for more than one. */
const namedIn = (words: string): { authoredAtIso: string; authoredAtText: string } | undefined => {
  const found = onlyDay(words);
  return found && { authoredAtIso: `${found.day}T00:00:00.000Z`, authoredAtText: found.text };
};

/** A name that a program gave: a word for any file, perhaps numbered. */
const nobodysName =
  /^(?:part|document|scan|img|image|file|download|untitled|naamloos|noname|bijlage|attachment|print)?[-_ ()\d]*$/i;
const titleCharsMax = 200;

/**
 * The title of a file: its name, else the subject that it has as a letter, since its first line is a sender's and the same in each; else its
 * first line of words, else what a program wrote into it.
 */
export const fileTitle = (path: string, text: string, metadata: string): string => {
  const name = fileName(path);
  if (!nobodysName.test(name.replace(/\.[^.]{1,5}$/, ""))) return name;
  const line = text.split("\n").find((one) => /\p{L}{2}.*\p{L}{2}/u.test(one) && one.length <= titleCharsMax);
  return readLetter(text).subject?.value.slice(0, titleCharsMax) || line?.trim() || metadata || name;
};
