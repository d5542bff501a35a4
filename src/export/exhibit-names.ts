export { namesInstrument } from "../grounding/paper-name.ts";

import { listedName, titleInWords, titleWithoutDay } from "../grounding/paper-name.ts";
import type { PlainId, Speech } from "../messages/speech.ts";
import { dateInWords } from "./days.ts";
import { type Exhibit, nameOf, participantsOf } from "./exhibits.ts";

/**
 * An exhibit in a sentence, by kind, author and date: `e-mail van Bram Verzonnen d.d. 17 maart 2025`. A chat has no author, and is told
 * apart by its name: `chat “WhatsApp-chat met Bram”`.
 */
export const exhibitName = (exhibit: Exhibit, speech: Speech): string => {
  const { candidate } = exhibit;
  const what = isChat(exhibit) ? kindAndTitle(exhibit, speech) : (kindOf(exhibit, speech) ?? titleOf(exhibit, speech));
  const author = nameOf(participantsOf(candidate)[0] ?? "");
  const date = dateInWords(candidate?.occurredAtIso ?? "", speech.locale);
  if (author === "") return date === "" ? what : speech.phrase("memo.written-on", { what, date });
  return date === ""
    ? speech.phrase("memo.written-by", { what, author })
    : speech.phrase("memo.written-by-on", { what, author, date });
};

/** An exhibit in a list that has its author and date beside it: `E-mail “Teamafspraak”`. */
export const exhibitTitle = (exhibit: Exhibit, speech: Speech): string => {
  const named = kindAndTitle(exhibit, speech);
  return named.charAt(0).toUpperCase() + named.slice(1);
};

const isChat = ({ candidate }: Exhibit): boolean => candidate?.docType === "chat";

/** What it is, with its title where that says more. A chat's is the name of its file. */
const kindAndTitle = (exhibit: Exhibit, speech: Speech): string => {
  const { candidate } = exhibit;
  const kind = kindOf(exhibit, speech);
  if (kind === undefined) return titleOf(exhibit, speech);
  const title = isChat(exhibit) ? titleWithoutDay(exhibit.title, candidate?.occurredAtIso ?? "") : exhibit.title;
  const isSame = title.replaceAll(/\P{L}/gu, "").toLowerCase() === kind;
  return [kind, title !== "" && !isSame && `“${title}”`].filter(Boolean).join(" ");
};

/** Kinds of documents that a reader knows by a word. */
const kinds: Readonly<Record<string, PlainId>> = {
  email: "memo.e-mail",
  event: "memo.calendar-event",
  chat: "memo.chat",
};

const kindOf = ({ candidate }: Exhibit, { phrase }: Speech): string | undefined => {
  const id = kinds[candidate?.docType ?? ""];
  return id === undefined ? undefined : phrase(id);
};

/**
 * A title as it is; of a file that has only its name, the name in words. One that says what the paper is (`factuur wasmachine`) needs no
 * other word for it.
 */
const titleOf = ({ candidate, title }: Exhibit, { phrase }: Speech): string => {
  if (titleInWords(title) === title.trim()) return title || phrase("memo.untitled");
  const iso = candidate?.occurredAtIso ?? "";
  return listedName(title, iso) ?? `${phrase("memo.document")} “${titleWithoutDay(title, iso)}”`;
};
