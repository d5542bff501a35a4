export { namesInstrument } from "../grounding/paper-name.ts";

import { listedName, titleInWords, titleWithoutDay } from "../grounding/paper-name.ts";
import { type Exhibit, nameOf, participantsOf } from "./exhibits.ts";
import { dateInWords, type Words } from "./words.ts";

/** An exhibit in a sentence, by kind, author and date: `e-mail van Bram Verzonnen d.d. 17 maart 2025`. */
export const exhibitName = (exhibit: Exhibit, words: Words): string => {
  const { candidate } = exhibit;
  const kind = words.docType[candidate?.docType ?? ""] ?? titleOf(exhibit, words);
  const [author = ""] = participantsOf(candidate);
  return words.writtenBy(kind, nameOf(author), dateInWords(candidate?.occurredAtIso ?? "", words));
};

/** An exhibit in a list that has its author and date beside it: `E-mail “Teamafspraak”`. */
export const exhibitTitle = (exhibit: Exhibit, words: Words): string => {
  const { candidate, title } = exhibit;
  const kind = words.docType[candidate?.docType ?? ""];
  const named = kind === undefined ? titleOf(exhibit, words) : [kind, title && `“${title}”`].filter(Boolean).join(" ");
  return named.charAt(0).toUpperCase() + named.slice(1);
};

/**
 * A title as it is; of a file that has only its name, the name in words. One that says what the paper is (`factuur wasmachine`) needs no
 * other word for it.
 */
const titleOf = ({ candidate, title }: Exhibit, words: Words): string => {
  if (titleInWords(title) === title.trim()) return title || words.untitled;
  const iso = candidate?.occurredAtIso ?? "";
  return listedName(title, iso) ?? `${words.document} “${titleWithoutDay(title, iso)}”`;
};
