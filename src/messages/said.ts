import { english } from "./english.ts";
import { formatted } from "./format.ts";
import { type FactsOf, isSaid, type MessageId, type Said } from "./message.ts";

export type { Fact, Facts, FactsOf, MessageId, MessageWith, PlainId, Said } from "./message.ts";
export { isSaid };

/** Makes a message of its id and its facts. */
export const worded = <Id extends MessageId>(id: Id, ...[facts]: FactsOf<Id>): Said => ({ id, facts: facts ?? {} });

/** The English of a message, which a client reads that knows no ids. A text is what it is already. */
export const inEnglish = (message: Said | string): string =>
  typeof message === "string" ? message : formatted(english, message);
