import { english } from "./english.ts";
import { formatted } from "./format.ts";
import { type FactsOf, isSaid, type MessageId, type Said } from "./message.ts";

export type { Fact, Facts, FactsOf, MessageId, MessageWith, PlainId, Said } from "./message.ts";
export { isSaid };

/** Makes a message of its id and its facts. */
export const worded = <Id extends MessageId>(id: Id, ...[facts]: FactsOf<Id>): Said => ({ id, facts: facts ?? {} });

/** Messages below one another, as one. There is at least one. */
export const inLines = (messages: readonly Said[]): Said => {
  const half = Math.ceil(messages.length / 2);
  return messages.length === 1
    ? (messages[0] as Said)
    : worded("said.lines", { first: inLines(messages.slice(0, half)), rest: inLines(messages.slice(half)) });
};

/** The English of a message, which a client reads that knows no ids. A text is what it is already. */
export const inEnglish = (message: Said | string): string =>
  typeof message === "string" ? message : formatted(english, message);
