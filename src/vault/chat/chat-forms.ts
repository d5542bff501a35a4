import { letterForms } from "../../letter/forms.ts";
import shipped from "./chat-forms.json" with { type: "json" };

/** What an element is known by: an attribute with this value; of `class` all of these words, among others. */
export interface PageSelector {
  readonly attribute: string;
  readonly value: string;
}

/** How a program draws a chat as a page. */
export interface PageForm {
  readonly item: PageSelector;
  readonly author: PageSelector;
  readonly body: PageSelector;
  /** Within the words: the message that they answer. */
  readonly answered?: PageSelector;
  /** An item without a name, by whoever said the one before. */
  readonly joined?: PageSelector;
  /** What somebody else said, passed on: its name is not that of whoever sent it. */
  readonly forwarded?: PageSelector;
  /** Its title is day and time (`DD.MM.YYYY HH:MM:SS`); without one a `time` element says it. */
  readonly date?: PageSelector;
  /** What the conversation is called. */
  readonly title?: PageSelector;
  /** From here on a name is no part of it. */
  readonly behindName?: string;
  /** Words in the place of a name, of more than one person: they say it, and who they are is not told. */
  readonly nameless?: readonly string[];
}

/** What of chats varies by program and language, compiled for reading. The rows and their sources stand in `chat-forms.json`. */
export interface ChatForms {
  /** Heads that open a line: `date`, `time`, and behind them `rest` (who says what) or `name` (whose words stand below). */
  readonly heads: readonly RegExp[];
  /** Heads that are lines of their own: `speaker`, `type` and `sent`. */
  readonly blocks: readonly RegExp[];
  /** Between the numbers of a date: with these, month or day may come first. */
  readonly monthFirst: ReadonlySet<string>;
  /** No chat is older. */
  readonly firstYear: number;
  /** A whole sentence that the program wrote, and nobody. */
  readonly system: RegExp;
  /** Those that an iPhone writes behind the name of the chat, and nobody says. */
  readonly notice: RegExp;
  /** What the program wrote in the place of something that somebody sent. */
  readonly sent: RegExp;
  readonly pages: readonly PageForm[];
  /** Names of files that say nothing of the chat in them; the archive around them does. */
  readonly namelessFiles: ReadonlySet<string>;
  /** What stands in front of a colon and is nobody's name, in lower case. */
  readonly notPeople: ReadonlySet<string>;
}

const date = String.raw`(?<date>(?:\d{4}|\d{1,2})(?<between>[-./])\d{1,2}\k<between>(?:\d{4}|\d{1,2}))`;
const day = String.raw`(?<day>\d{1,2}[-./]\d{1,2})`;
const time = String.raw`(?<time>\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?)`;
/** Programs write marks of direction in front of their own lines. */
const direction = String.raw`[\u200e\u200f]{0,3}`;

const headOf = ({ head }: { readonly head: string }, rest: string): RegExp =>
  new RegExp(`^${direction}${head.replace("DATE", date).replace("DAY", day).replace("TIME", time)}${rest}`, "gimu");

const escaped = (form: string): string => form.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);

/** Whole lines; `*` is anything, in front of the first words without a colon: what stands behind `Name:` is that person's. */
const anyOf = (rows: readonly { readonly form: string }[]): RegExp =>
  new RegExp(
    `^(?:${rows
      .map(({ form }) => escaped(form))
      .map((form) =>
        form.replace(/^\\\*/u, String.raw`[^:\n]{0,200}`).replaceAll(String.raw`\*`, String.raw`[^\n]{0,200}`),
      )
      .join("|")})\\.?$`,
    "u",
  );

export const chatForms: ChatForms = {
  heads: [...shipped.heads.map((row) => headOf(row, "(?<rest>.*)$")), ...shipped.copied.map((row) => headOf(row, ""))],
  blocks: shipped.blocks.map(({ head }) => new RegExp(`^${head}`, "gmu")),
  monthFirst: new Set(shipped.monthFirst.map(({ separator }) => separator)),
  firstYear: shipped.firstYear.year,
  system: anyOf([...shipped.system, ...shipped.notices]),
  notice: anyOf(shipped.notices),
  sent: anyOf(shipped.sent),
  pages: shipped.pages,
  namelessFiles: new Set(shipped.namelessFiles.map(({ form }) => form)),
  notPeople: new Set([...shipped.notPeople.map(({ form }) => form), ...letterForms.labelOf.keys()]),
};
