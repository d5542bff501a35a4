import type { MessageFacts } from "../../gen/messages/facts.ts";
import dutch from "../../messages/nl.json" with { type: "json" };
import { english } from "./english.ts";
import type { Messages } from "./format.ts";
import { itemNameIn } from "./item-names.ts";
import type { Locale } from "./locale.ts";
import { sentenceIn } from "./recorded.ts";

/** The texts of a language other than the first, in which items have names and recorded sentences are said again. */
export const translated = (locale: string, texts: Readonly<Record<keyof MessageFacts, string>>): Messages => {
  const messages: Messages = {
    locale,
    texts,
    fact: (text) => itemNameIn(messages, text) ?? sentenceIn(messages, text),
  };
  return messages;
};

/** The messages of each language. A language without its file, and a file without a message, do not compile. */
export const catalogues: Readonly<Record<Locale, Messages>> = { en: english, nl: translated("nl", dutch) };
