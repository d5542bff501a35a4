import { locales } from "../messages/locale.ts";
import { type Speech, speechOf } from "../messages/speech.ts";

/** The language of a memo that names none: that of the documents this is for. */
const ofDocuments = "nl";

/** The words that an export adds to the memo's own, in the memo's language. */
export const memoSpeech = (locale: string): Speech =>
  speechOf(locales.find((one) => locale.startsWith(one)) ?? ofDocuments);

/** Words between quotation marks, as a list of the language. */
export const quotedList = (words: readonly string[], { locale }: Speech): string =>
  new Intl.ListFormat(locale).format(words.map((word) => `“${word}”`));
