import { type Exhibit, nameOf } from "./exhibits.ts";
import { dateInWords, type Words } from "./words.ts";

/** An exhibit in a sentence, by kind, author and date: `e-mail van Bram Verzonnen d.d. 17 maart 2025`. */
export const exhibitName = ({ candidate, title }: Exhibit, words: Words): string => {
  const kind = words.docType[candidate?.docType ?? ""] ?? titleOf(title, words);
  const [author = ""] = candidate?.participants ?? [];
  return words.writtenBy(kind, nameOf(author), dateInWords(candidate?.occurredAtIso ?? "", words));
};

/** An exhibit in a list that has its author and date beside it: `E-mail “Teamafspraak”`. */
export const exhibitTitle = ({ candidate, title }: Exhibit, words: Words): string => {
  const kind = words.docType[candidate?.docType ?? ""];
  const named = kind === undefined ? titleOf(title, words) : [kind, title && `“${title}”`].filter(Boolean).join(" ");
  return named.charAt(0).toUpperCase() + named.slice(1);
};

/** A title as it is; of a file that has only its name, the name without what a computer needs of it. */
const titleOf = (title: string, words: Words): string => {
  const [, stem] = /^(?:.*[/\\])?(.+)\.[a-z]{2,4}[0-9]?$/iu.exec(title) ?? [];
  if (stem !== undefined) return `${words.document} “${stem.replaceAll("_", " ").trim()}”`;
  return title || words.untitled;
};
