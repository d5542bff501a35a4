import { catalogues } from "./catalogues.ts";
import { formatted, type Messages, textOf, told } from "./format.ts";
import { itemNameIn, itemTypedIn, typedItemsIn } from "./item-names.ts";
import { firstLocale, type Locale, localeOf } from "./locale.ts";
import { sentenceIn } from "./recorded.ts";
import { type FactsOf, inEnglish, type MessageId, type MessageWith, type PlainId, type Said, worded } from "./said.ts";
import { usageIn } from "./usage.ts";

export type { FactsOf, Locale, MessageId, MessageWith, PlainId, Said };
export { inEnglish, worded };

/** The program's words to a person, in one language. */
export interface Speech {
  readonly locale: Locale;
  /** Whether messages are written in it first: what is literal, as the RFC's labels and ids are, is said as it is. */
  readonly isFirst: boolean;
  /** Says a message of the program by its id. */
  phrase<Id extends MessageId>(id: Id, ...facts: FactsOf<Id>): string;
  /** Says a message; a finished English sentence that was recorded is said by the message it was made of, else as it is. */
  sentence(message: Said | string): string;
  /** Says a message with what it is filled with as it is: the words of a server, whose clients name items. */
  recorded(message: Said): string;
  /** Says a line of usage, with the names of what a command line takes between brackets. */
  usage(english: string): string;
  /** What a person at a command line may do about an error, where the server's own sentence cannot know; undefined: nothing more. */
  advice(reason: string): string | undefined;
  /** Names an item of a run for a reader: `claim 3` or `stelling 3` for `claim:3`. Any other id stays as it is. */
  itemName(id: string): string;
  /** Writes an item's id as a command line takes it: `stelling:3`. */
  itemTyped(id: string): string;
}

const speechBy = (locale: Locale, messages: Messages): Speech => {
  const isFirst = locale === firstLocale;
  return {
    locale,
    isFirst,
    phrase: (id, ...facts) => formatted(messages, worded(id, ...facts)),
    sentence: (message) => {
      if (typeof message !== "string") return told(messages, message);
      return isFirst ? message : sentenceIn(messages, message);
    },
    recorded: (message) => formatted(messages, message),
    usage: (text) => (isFirst ? text : usageIn(messages, text)),
    advice: (reason) => textOf(messages, `advice.${reason.toLowerCase().replaceAll("_", "-")}`),
    itemName: (id) => itemNameIn(messages, id) ?? id,
    itemTyped: (id) => (isFirst ? id : itemTypedIn(messages, id)),
  };
};

const speeches = Object.fromEntries(
  (Object.entries(catalogues) as [Locale, Messages][]).map(([locale, messages]) => [
    locale,
    speechBy(locale, messages),
  ]),
) as Readonly<Record<Locale, Speech>>;

/** The speech of a language tag (BCP 47), such as `nl` or `nl-BE`; English for every language that is not spoken, and for none. */
export const speechOf = (tag: string | undefined): Speech => speeches[localeOf(tag)];

/** Everything in the language that messages are written in first. */
export const firstSpeech: Speech = speeches[firstLocale];

/** The names of items as a person types them in any language of the program. */
export const { idTyped: itemIdTyped, idsIn: itemIdsIn } = typedItemsIn(
  Object.values(catalogues).filter(({ locale }) => locale !== firstLocale),
);
