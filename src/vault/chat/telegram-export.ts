import { cleanText } from "../mail/clean-text.ts";
import type { ChatMessage } from "./chat-segments.ts";

/** An object of the file, of which nothing is known before it is asked. */
type Told = Readonly<Record<string, unknown>>;

const toldOf = (value: unknown): Told | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Told) : undefined;

const given = (value: unknown): string =>
  typeof value === "string" ? cleanText(value).replace(/\s+/gu, " ").trim() : "";

/** What Telegram Desktop calls conversations in an export of all (`chats`, `left_chats`). */
const lists = ["chats", "left_chats"] as const;

/** What stands in the head of a message beside day and name, by the export's own words for it. */
const inHead = ["forwarded_from", "edited", "photo", "file"] as const;

export interface TelegramExport {
  readonly text: string;
  readonly messages: readonly ChatMessage[];
  /** Of the conversations, as the export has them. */
  readonly names: readonly string[];
}

/**
 * The messages of an export of Telegram Desktop in JSON, of one conversation or of all, each as a line with the day and name that the file has,
 * and its words below. What was forwarded is somebody else's: nobody says it here. undefined: it is no such export.
 */
export const telegramExport = (json: string): TelegramExport | undefined => {
  const chats = chatsIn(parsed(json));
  if (chats.length === 0) return undefined;
  let text = "";
  const messages: ChatMessage[] = [];
  const write = (line: string): void => {
    text += line;
  };
  for (const { name, messages: all } of chats) {
    write(`${text === "" ? "" : "\n\n"}${given(name)}`);
    for (const one of all as readonly unknown[]) {
      const message = toldOf(one);
      if (message === undefined) continue;
      const words = wordsOf(message);
      const head = headOf(message);
      if (words === "" && !inHead.some((key) => given(message[key]) !== "")) continue;
      write("\n\n");
      const start = text.length;
      write(head);
      const said = text.length + (words === "" ? 0 : 1);
      write(words === "" ? "" : `\n${words}`);
      const isSaid = message.type === "message" && words !== "" && given(message.forwarded_from) === "";
      const speaker = isSaid ? given(message.from) : "";
      messages.push({ start, said, end: text.length, isSaid, speaker, when: whenOf(message) });
    }
  }
  return {
    text: text.trimStart(),
    messages: shifted(messages, text.length - text.trimStart().length),
    names: namesOf(chats),
  };
};

/** A conversation without a name leaves blanks in front of the first message. */
const shifted = (messages: readonly ChatMessage[], by: number): ChatMessage[] =>
  messages.map((one) => ({ ...one, start: one.start - by, said: one.said - by, end: one.end - by }));

const namesOf = (chats: readonly Told[]): string[] =>
  chats.map(({ name }) => given(name)).filter((name) => name !== "");

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

const chatsIn = (value: unknown): Told[] => {
  const root = toldOf(value);
  const listed = lists.flatMap((key) => toldOf(root?.[key])?.list ?? []);
  return [root, ...listed.map(toldOf)].filter((chat): chat is Told => chat !== undefined && isChat(chat));
};

/** Each message of Telegram has a number, a kind and a day; other programs' exports do not have all three. */
const isChat = ({ messages }: Told): boolean => {
  const first = Array.isArray(messages) ? toldOf(messages[0]) : undefined;
  return typeof first?.id === "number" && typeof first.type === "string" && day.test(given(first.date));
};

const day = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?$/u;

const headOf = (message: Told): string => {
  const more = inHead.flatMap((key) => {
    const value = given(message[key]);
    return value === "" ? [] : [`(${key}: ${value})`];
  });
  return [given(message.date).replace("T", " "), given(message.from), ...more].filter((part) => part !== "").join(" ");
};

/** What was written; of what the program noted who did what, in the export's own words. */
const wordsOf = ({ type, text, actor, action, title }: Told): string => {
  if (type !== "message")
    return [actor, action, title]
      .map(given)
      .filter((part) => part !== "")
      .join(" ");
  const parts = Array.isArray(text) ? text : [text];
  const written = parts.map((part) => (typeof part === "string" ? part : toldOf(part)?.text));
  return cleanText(written.filter((part) => typeof part === "string").join("")).trim();
};

const dayMs = 86_400_000;

/** Day and hour on the clock of whoever exported it. None where the instant beside it is further away than any clock. */
const whenOf = ({ date, date_unixtime: instant }: Told): string => {
  const [, on, at] = day.exec(given(date)) ?? [];
  if (on === undefined) return "";
  const apart = typeof instant === "string" ? Math.abs(Number(instant) * 1_000 - Date.parse(`${on}T${at}:00Z`)) : 0;
  return apart <= dayMs ? `${on} ${at}` : "";
};
