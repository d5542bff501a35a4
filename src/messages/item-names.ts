import { formatted, type Messages, textOf } from "./format.ts";
import type { MessageId } from "./message.ts";

/** Kinds of items as their ids begin; each has its word in every language. */
const kinds = ["section", "claim", "slot", "binding", "entry", "sentence", "assertion", "party"] as const;

/** Items of which there is one. */
const singles = ["intent", "frame"] as const;

type Kind = (typeof kinds)[number] | (typeof singles)[number];

const isKind = (word: string): word is Kind => [...kinds, ...singles].some((kind) => kind === word);

const wordIn = (messages: Messages, kind: Kind): string =>
  textOf(messages, `item-kind.${kind}` satisfies MessageId) ?? kind;

/** An id whole: its kind, its number, and for what is made of content the beginning of its hash. */
const wholeId = /^(?<kind>[a-z]+):(?<number>\d{1,6})(?::[0-9a-f]{1,64})?$/u;

/** The id of an item as a sentence names it, such as `stelling 3`; undefined for what is no such id. */
export const itemNameIn = (messages: Messages, id: string): string | undefined => {
  if (id === "intent" || id === "frame") return formatted(messages, { id: `item-name.${id}`, facts: {} });
  if (id.startsWith("frame:")) return frameLineIn(messages, id);
  const { kind = "", number } = wholeId.exec(id)?.groups ?? {};
  return isKind(kind) ? `${wordIn(messages, kind)} ${number}` : undefined;
};

/** A line of the frame, such as `frame:subject` or `frame:enclosures:2`, by the word that a person types for its field. */
const frameLineIn = (messages: Messages, id: string): string => {
  const field = id.split(":")[1]?.replaceAll("_", "-");
  const [word] = textOf(messages, `typed.frame-${field}`)?.split("|") ?? [];
  return word === undefined
    ? formatted(messages, { id: "item-name.frame", facts: {} })
    : formatted(messages, { id: "item-name.frame-line", facts: { word } });
};

/** The id of an item as a command line takes it, such as `stelling:3`; any other text stays as it is. */
export const itemTypedIn = (messages: Messages, id: string): string => {
  if (id === "intent" || id === "frame") return wordIn(messages, id);
  const { kind = "", number } = wholeId.exec(id)?.groups ?? {};
  return isKind(kind) ? `${wordIn(messages, kind)}:${number}` : id;
};

/** The names of items as a person types them in any language. */
export interface TypedItems {
  /** A word of a command line with the id that a name at its beginning stands for; any other word stays as it is. */
  idTyped(word: string): string;
  /** A line of a text form with its names of items as ids, wherever in the line they stand. */
  idsIn(line: string): string;
}

/** Reads the names of items in the languages given. */
export const typedItemsIn = (languages: readonly Messages[]): TypedItems => {
  const kindOf = new Map(languages.flatMap((language) => kinds.map((kind) => [wordIn(language, kind), kind])));
  const single = new Map(languages.flatMap((language) => singles.map((kind) => [wordIn(language, kind), kind])));
  const words = [...kindOf.keys()].join("|");
  const typed = new RegExp(`^(?<word>${words})[: ]?(?<number>\\d{1,6})(?=$|[=:#])`, "u");
  const within = new RegExp(`(?<![\\p{L}\\d:])(?<word>${words}):(?<number>\\d{1,6})(?![\\d])`, "gu");
  const asId = (_: string, word: string, number: string): string => `${kindOf.get(word) ?? word}:${number}`;
  return {
    idTyped: (word) => single.get(word) ?? word.replace(typed, asId),
    idsIn: (line) => line.replace(within, asId),
  };
};
