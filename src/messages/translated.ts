import type { MessageFacts } from "../../gen/messages/facts.ts";
import type { Messages } from "./format.ts";
import { itemNameIn } from "./item-names.ts";
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
