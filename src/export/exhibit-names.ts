export { namesInstrument } from "../grounding/paper-name.ts";

import { listedName, titleInWords, titleWithoutDay } from "../grounding/paper-name.ts";
import { type Exhibit, nameOf, participantsOf } from "./exhibits.ts";
import { dateInWords, type Words } from "./words.ts";

/**
 * An exhibit in a sentence, by kind, author and date: `e-mail van Bram Verzonnen d.d. 17 maart 2025`. A chat has no author, and is told
 * apart by its name: `chat “WhatsApp-chat met Bram”`.
 */
export const exhibitName = (exhibit: Exhibit, words: Words): string => {
  const { candidate } = exhibit;
  const kind = isChat(exhibit)
    ? kindAndTitle(exhibit, words)
    : (words.docType[candidate?.docType ?? ""] ?? titleOf(exhibit, words));
  const [author = ""] = participantsOf(candidate);
  return words.writtenBy(kind, nameOf(author), dateInWords(candidate?.occurredAtIso ?? "", words));
};

/** An exhibit in a list that has its author and date beside it: `E-mail “Teamafspraak”`. */
export const exhibitTitle = (exhibit: Exhibit, words: Words): string => {
  const named = kindAndTitle(exhibit, words);
  return named.charAt(0).toUpperCase() + named.slice(1);
};

const isChat = ({ candidate }: Exhibit): boolean => candidate?.docType === "chat";

/** What it is, with its title where that says more. A chat's is the name of its file. */
const kindAndTitle = (exhibit: Exhibit, words: Words): string => {
  const { candidate } = exhibit;
  const kind = words.docType[candidate?.docType ?? ""];
  if (kind === undefined) return titleOf(exhibit, words);
  const title = isChat(exhibit) ? titleWithoutDay(exhibit.title, candidate?.occurredAtIso ?? "") : exhibit.title;
  const isSame = title.replaceAll(/\P{L}/gu, "").toLowerCase() === kind;
  return [kind, title !== "" && !isSame && `“${title}”`].filter(Boolean).join(" ");
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
