import { analyse } from "../../../search/words/analysis.ts";
import { isStopWord } from "../../../search/words/stop-words.ts";

/** Header lines of a message, and its greeting and its close: they surround what is said and say nothing. */
const headerLine = /^(?:from|to|cc|date|subject|sent|van|aan|datum|onderwerp|verzonden)\s*:/iu;
const greeting =
  /^(?:beste|geachte|hallo|hoi|hai|hey|dag|goede(?:morgen|middag|avond|dag)|dear|hello|hi|good (?:morning|afternoon|evening)|met vriendelijke groet(?:en)?|vriendelijke groet(?:en)?|groet(?:en|jes)?|hoogachtend|kind regards|best regards|regards|yours sincerely)(?![\p{L}\p{N}])/iu;

/** So many words at most stand in a greeting: "Geachte mevrouw Van den Berg,". */
const greetingWords = 8;

/** Whether a line surrounds what is said. */
export const isFrame = (text: string): boolean => headerLine.test(text) || isGreeting(text) || isHeading(text);

/** A heading names what follows and states nothing: marked as one, or the number of a clause with its name and no full stop. */
const isHeading = (text: string): boolean =>
  /^#{1,6}\s/u.test(text) ||
  /^(?:artikel|article|hoofdstuk|paragraaf|§)\s*\d[\w.:]*\s*(?:\p{L}+\s*){0,5}$/iu.test(text.trim());

const isGreeting = (text: string): boolean =>
  greeting.test(text.trim()) && text.trim().split(/\s+/u).length <= greetingWords;

/** So many words at most stand in a line that a speaker signs with: a name and an office. */
const signatureWords = 6;

/** Whether a line is the name of whoever speaks, as they sign: it holds the whole name and little else. */
export const isSignature = (text: string, speaker: string): boolean => {
  const name: readonly string[] = speaker.replace(/<.*$/su, "").match(/\p{L}{2,}/gu) ?? [];
  const words: readonly string[] = text.match(/\p{L}+/gu) ?? [];
  return name.length > 0 && words.length <= signatureWords && name.every((one) => words.includes(one));
};

/** Words that call somebody and ask nothing yet. */
const calls = new Set("help hulp test ok oke ja nee yes no thanks bedankt dank please graag vraag question".split(" "));

/** Whether words say nothing that could be reached or claimed: a greeting, a mark, a call without a matter. */
export const saysNothing = (text: string): boolean =>
  text
    .split(/\r?\n|(?<=[.!?])\s+/u)
    .filter((part) => !isGreeting(part))
    .every((part) =>
      analyse(part, "both").every(({ raw, isExtra }) => isExtra || raw.length < 2 || isStopWord(raw) || calls.has(raw)),
    );
