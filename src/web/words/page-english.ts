import type { Messages } from "../../messages/format.ts";
import { itemNameIn } from "../../messages/item-names.ts";
import { locales } from "../../messages/locale.ts";
import { keyOf } from "./message-key.ts";
import { fetchTexts, hasTexts, textsOf } from "./texts.ts";

// What a page has in the place of messages/english.ts: the same texts, once they are fetched.

/** The messages in English. */
export const english: Messages = {
  locale: "en",
  texts: textsOf("en"),
  fact: (text) => itemNameIn(english, text) ?? text,
};

/** Whether they can be read now; they are fetched where not, and what was drawn without them is drawn again. */
export const isEnglishAtHand = (): boolean => {
  const isAtHand = hasTexts("en");
  // What fails to come is asked for again with the next sentence.
  if (!isAtHand) fetchTexts("en").catch(() => undefined);
  return isAtHand;
};

/** Whether there is a message of this id that the page may say, in any language that was fetched. */
export const isMessage = (id: string): boolean => locales.some((locale) => Object.hasOwn(textsOf(locale), keyOf(id)));
