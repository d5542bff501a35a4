import type { MessageFacts } from "../../gen/messages/facts.ts";

/** The id of a message: a key of messages/en.json, and so of every other language. */
export type MessageId = keyof MessageFacts;

/** Ids of messages that ask for these facts and no others, or for none. */
export type MessageWith<Names extends string> = {
  [Id in MessageId]: [MessageFacts[Id]] extends [Names] ? Id : never;
}[MessageId];

/** Ids of messages that stand by themselves. */
export type PlainId = MessageWith<never>;

/** What is filled in. A message may stand in another; a number chooses between singular and plural. */
export type Fact = string | number | bigint | Said;

/** Facts by the names that the texts of a message give them. */
export type Facts = Readonly<Record<string, Fact>>;

/** The facts that a message asks for: none, or one for each name in its text. */
export type FactsOf<Id extends MessageId> = [MessageFacts[Id]] extends [never]
  ? []
  : [facts: Readonly<Record<MessageFacts[Id], Fact>>];

/** What is said to a person, in no language yet: whoever shows it formats it in the language that the person reads. */
export interface Said {
  readonly id: MessageId;
  readonly facts: Facts;
}

/** Whether a value is a message and no text. */
export const isSaid = (value: unknown): value is Said => typeof value === "object" && value !== null && "id" in value;
