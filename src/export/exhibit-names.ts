import { writtenDay } from "#kit/months.ts";
import { saysWhatItIs } from "../grounding/paper-name.ts";
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
 * A title as it is; of a file that has only its name, the name without what a computer needs of it, and without the paper's own day,
 * which stands beside it. A name that begins with what the paper is (`factuur wasmachine`) needs no other word for it.
 */
const titleOf = ({ candidate, title }: Exhibit, words: Words): string => {
  const [, stem] = /^(?:.*[/\\])?(.+)\.[a-z]{2,4}[0-9]?$/iu.exec(title) ?? [];
  if (stem === undefined) return title || words.untitled;
  const called = stem.replaceAll("_", " ").trim();
  if (!saysWhatItIs(called)) return `${words.document} “${called}”`;
  return withoutDay(called.charAt(0).toLowerCase() + called.slice(1), candidate?.occurredAtIso ?? "");
};

/** A name without the day of its own paper, in digits or in words, with its year or without it. */
const withoutDay = (called: string, iso: string): string => {
  const written = (["nl", "en"] as const).map((locale) => writtenDay(iso, locale)).filter((day) => day !== "");
  const days = [iso.slice(0, 10), ...written, ...written.map((day) => day.replace(/\s\d{4}$/u, ""))];
  const day = days.find((one) => one !== "" && called.toLowerCase().includes(one));
  const at = day === undefined ? -1 : called.toLowerCase().indexOf(day);
  return at < 1
    ? called
    : `${called.slice(0, at)}${called.slice(at + (day ?? "").length)}`.replaceAll(/\s+/gu, " ").trim();
};
