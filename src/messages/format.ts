import { IntlMessageFormat } from "intl-messageformat";
import { keyOf } from "./key.ts";
import type { Facts, Said } from "./message.ts";

/** The messages of one language. */
export interface Messages {
  /** A language tag, by whose rules plurals, numbers and dates are formatted. */
  readonly locale: string;
  /** A text in ICU MessageFormat for each id. */
  readonly texts: Readonly<Record<string, string>>;
  /** Says what a message is filled with, where that is a text: the id of an item has a name in some languages. */
  fact(text: string): string;
}

const formats = new WeakMap<Messages, Map<string, IntlMessageFormat>>();

/** Says what a message is filled with. */
type SayFact = (text: string) => string;

const asItIs: SayFact = (text) => text;

/** Says a message in one language, with texts among its facts as they are. Nothing stands for a fact that it lacks. */
export const formatted = (messages: Messages, message: Said): string => filledIn(messages, message, asItIs);

/** Says a message of a server in one language, with what its facts are called in that language. */
export const told = (messages: Messages, message: Said): string => filledIn(messages, message, messages.fact);

/** The text of a message; undefined where a language has none, as for an id that a newer server sends. */
export const textOf = ({ texts }: Messages, id: string): string | undefined => texts[keyOf(id)];

const filledIn = (messages: Messages, { id, facts }: Said, sayFact: SayFact): string => {
  const text = textOf(messages, id) ?? id;
  if (!/[{']/u.test(text)) return text;
  return String(formatOf(messages, text).format(new Proxy(plain(messages, facts, sayFact), orNothing)));
};

const formatOf = (messages: Messages, text: string): IntlMessageFormat => {
  const known = formats.get(messages) ?? new Map<string, IntlMessageFormat>();
  formats.set(messages, known);
  const format = known.get(text) ?? new IntlMessageFormat(text, messages.locale, undefined, { ignoreTag: true });
  known.set(text, format);
  return format;
};

const plain = (messages: Messages, facts: Facts, sayFact: SayFact): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      if (typeof fact === "object") return [name, filledIn(messages, fact, sayFact)];
      if (typeof fact === "string") return [name, sayFact(fact)];
      return [name, typeof fact === "number" ? fact : String(fact)];
    }),
  );

/** The library refuses a message that lacks a fact; what comes from an older server may lack one. */
const orNothing: ProxyHandler<Record<string, string | number>> = {
  has: () => true,
  get: (facts, name) => Reflect.get(facts, name) ?? "",
};
