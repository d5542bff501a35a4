import { english, isEnglishAtHand } from "./english.ts";
import { type Messages, told } from "./format.ts";
import { mayBeRecorded } from "./key.ts";
import type { MessageId, Said } from "./message.ts";

/** An English message with gaps, made ready to be found again in what was recorded. */
interface Gapped {
  readonly id: MessageId;
  readonly shape: RegExp;
  readonly names: readonly string[];
}

interface Recorded {
  readonly whole: ReadonlyMap<string, MessageId>;
  readonly gapped: readonly Gapped[];
}

const gap = /\{(?<name>\w+)\}/gu;

let read: Recorded | undefined;

/**
 * Finds the message that a finished English sentence says; undefined where none has its shape. Journals and receipts hold such
 * sentences under their hashes, and so do servers from before messages had ids; what is said today comes with its id.
 */
export const recognised = (sentence: string): Said | undefined => {
  if (!isEnglishAtHand()) return undefined;
  read ??= readEnglish();
  const id = read.whole.get(sentence);
  if (id !== undefined) return { id, facts: {} };
  for (const { id: gappedId, shape, names } of read.gapped) {
    const found = shape.exec(sentence);
    if (found) return { id: gappedId, facts: Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""])) };
  }
  return undefined;
};

/** A finished English sentence in a language; as it is where no message has its shape. */
export const sentenceIn = (messages: Messages, sentence: string): string => {
  const found = recognised(sentence);
  return found === undefined ? sentence : told(messages, found);
};

/** Two facts with a short word between them: every other sentence of a source has that shape, and is no message for it. */
const joint = /^\{\w+\} \p{L}{1,3} \{\w+\}$/u;

const readEnglish = (): Recorded => {
  const entries = Object.entries(english.texts).filter((entry): entry is [MessageId, string] =>
    mayBeRecorded(entry[0]),
  );
  const isGapped = ([, text]: readonly [MessageId, string]): boolean =>
    text.includes("{") && !text.includes("plural,") && !joint.test(text);
  const whole = entries.filter((entry) => !entry[1].includes("{")).map(([id, text]) => [unquoted(text), id] as const);
  const weight = (text: string): number => text.replace(gap, "").length;
  // Of two shapes that fit, the one that says more is meant.
  const gapped = entries
    .filter(isGapped)
    .toSorted(([, one], [, other]) => weight(other) - weight(one))
    .map(([id, text]) => ({
      id,
      shape: shapeOf(text),
      names: [...text.matchAll(gap)].map(({ groups }) => groups!.name!),
    }));
  return { whole: new Map(whole), gapped };
};

/** The text that ICU's quoting stands for. */
const unquoted = (text: string): string => text.replace(/'(?<quoted>[{}]+)'/gu, "$<quoted>").replaceAll("''", "'");

const shapeOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\w+\}/u)
      .map((part) => escaped(unquoted(part)))
      .join("([\\s\\S]*?)")}$`,
    "u",
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
