import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Speech } from "../messages/speech.ts";
import { dateInWords } from "./days.ts";

/** Who speaks in a quote, by name and date as the source writes them; empty where it writes none. */
export interface SaidBy {
  readonly voice: Voice;
  readonly speaker: string;
  readonly dateText: string;
}

/** Whose words a quote is where they are not the document's author's; undefined where they are. */
export const otherVoice = ({ voice, speaker, dateText }: SaidBy, speech: Speech): string | undefined => {
  const { phrase } = speech;
  if (voice === Voice.PARTY) return phrase("memo.view-of-party");
  if (voice !== Voice.QUOTED && voice !== Voice.FORWARDED) return undefined;
  const who = speaker || phrase("memo.somebody");
  const said = dateText === "" ? who : phrase("memo.speaker-of-day", { speaker: who, day: saidOn(dateText, speech) });
  return phrase(voice === Voice.QUOTED ? "memo.quoted-words" : "memo.forwarded-words", { speaker: said });
};

/** A message of a chat by its place, with who sent it and when. */
export const messageBy = (place: string, { speaker, dateText }: SaidBy, speech: Speech): string => {
  const sent = speaker === "" ? place : speech.phrase("memo.message-by", { place, speaker });
  return dateText === "" ? sent : `${sent}, ${saidOn(dateText, speech)}`;
};

/** When words were said: as the source writes it, or in words where the Vault decided the day of a chat's message. */
const saidOn = (dateText: string, { locale, phrase }: Speech): string => {
  const [, iso, hour] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2})(?::\d{2})?(?: UTC)?)?$/u.exec(dateText) ?? [];
  if (iso === undefined) return `“${dateText}”`;
  const day = dateInWords(iso, locale);
  if (hour === undefined) return day;
  return phrase("memo.at-time", { day, time: dateText.endsWith("UTC") ? `${hour} UTC` : hour });
};
