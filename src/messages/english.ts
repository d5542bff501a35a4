import type { MessageFacts } from "../../gen/messages/facts.ts";
import messages from "../../messages/en.json" with { type: "json" };
import type { Messages } from "./format.ts";
import { itemNameIn } from "./item-names.ts";

/** The messages of the program in English, as they are written first. A message without a text does not compile. */
export const english: Messages = {
  locale: "en",
  texts: messages satisfies Readonly<Record<keyof MessageFacts, string>>,
  fact: (text) => itemNameIn(english, text) ?? text,
};

/** Whether they can be read now. A page fetches them when it is first asked (web/words/page-english.ts). */
export const isEnglishAtHand = (): boolean => true;

/** Whether there is a message of this id. */
export const isMessage = (id: string): boolean => Object.hasOwn(english.texts, id);
