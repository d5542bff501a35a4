import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import type { TextSegment } from "../reader/port.ts";
import { chatForms } from "./chat-forms.ts";

/** A line `Name: words`: up to four words, of which the first begins with a capital, and something is said. */
const spokenLine = /^(?<name>\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,3}):[ \t]+(?<words>\S.*)$/gmu;
/** Fewer are a list of labels; so are lines of which fewer end as sentences do. */
const linesLeast = 3;
const sentencesShare = 2 / 3;
const sentence = /[.?!…]["'”’»)\]]*\s*$/u;
const wordsLeast = 2;

/** Who speaks in minutes, as far as their lines say it. */
interface Minuted {
  readonly segments: readonly TextSegment[];
  /** Somebody is heard: that the lines are spoken is no guess. */
  readonly isHeard: boolean;
}

/**
 * Who speaks in minutes: a line `Name: words` is that person's where at least three lines are so, most are sentences, and two people take
 * turns; of other such lines it is not known who speaks. What does not end as a sentence goes on in the lines below, which are the
 * printer's. The rest is the author's, whoever that is. Undefined: there are no such lines.
 */
const minuted = (text: string): Minuted | undefined => {
  const lines = spokenIn(text);
  if (lines.length < 2) return undefined;
  const sentences = lines.filter(({ words }) => sentence.test(words)).length;
  const isHeard =
    lines.length >= linesLeast &&
    sentences >= lines.length * sentencesShare &&
    takeTurns(lines.map(({ name }) => name));
  const index = new CodePointIndex(text);
  const rest = { voice: Voice.AUTHOR, speaker: "", depth: 0, dateText: "" };
  const segments: TextSegment[] = [];
  let at = 0;
  const add = (to: number, spoken: Omit<TextSegment, "start" | "end">): void => {
    if (to > at) segments.push({ start: index.toCodePoint(at), end: index.toCodePoint(to), ...spoken });
    at = Math.max(at, to);
  };
  for (const { start, end, name } of lines) {
    add(start, rest);
    const heard = { voice: Voice.QUOTED, speaker: name, depth: 1 };
    add(end, { ...rest, ...(isHeard ? heard : { voice: Voice.UNSPECIFIED }) });
  }
  add(text.length, rest);
  return { segments, isHeard };
};

/** Who speaks in minutes that are plain text; undefined: no line of them says who speaks. */
export const minuteSegments = (text: string): readonly TextSegment[] | undefined => minuted(text)?.segments;

/**
 * The segments of a printed document, with what its own text has as minutes given to who speaks there: only where somebody is heard, for a
 * form has many lines of a name and a value.
 */
export const withMinutes = (text: string, segments: readonly TextSegment[]): TextSegment[] => {
  const heard = minuted(text);
  if (!heard?.isHeard) return [...segments];
  return segments.flatMap((one) =>
    one.voice !== Voice.AUTHOR || one.speaker !== ""
      ? [one]
      : heard.segments.flatMap((part) => {
          const [start, end] = [Math.max(one.start, part.start), Math.min(one.end, part.end)];
          return end > start ? [{ ...part, start, end }] : [];
        }),
  );
};

interface SpokenLine {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly words: string;
}

const spokenIn = (text: string): SpokenLine[] => {
  const found = [...text.matchAll(spokenLine)].filter(({ groups }) => isSpoken(groups?.name, groups?.words));
  return found.map(({ index: start, 0: line, groups }, at) => {
    const next = found[at + 1]?.index ?? text.length;
    const end = sentenceEnd(text, { from: start + line.length, to: next });
    const said = start + line.length - (groups?.words?.length ?? 0);
    return { start, end, name: groups?.name ?? "", words: text.slice(said, end) };
  });
};

/** So many lines at most hold what one says; a line that ends no sentence within them ends where it stood. */
const linesMost = 8;

/** Where what begins in the line that ends at `from` ends as a sentence does, within its paragraph and before `to`; else at `from`. */
const sentenceEnd = (text: string, { from, to }: { readonly from: number; readonly to: number }): number => {
  let end = from;
  let line = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
  for (let count = 1; count < linesMost && !sentence.test(line); count++) {
    const begin = end + 1;
    const stop = text.indexOf("\n", begin);
    const until = stop === -1 ? text.length : stop;
    line = text.slice(begin, until);
    if (until > to || line.trim() === "" || /^\s*\p{Lu}/u.test(line)) return from;
    end = until;
  }
  return sentence.test(line) ? end : from;
};

const isSpoken = (name = "", words = ""): boolean =>
  !chatForms.notPeople.has(name.toLowerCase()) && words.split(/\s+/u).length >= wordsLeast;

/** Whether somebody speaks who has spoken before, and another one since. */
const takeTurns = (names: readonly string[]): boolean => {
  const spoken = new Set<string>();
  return names.some((name, at) => {
    const isBack = spoken.has(name) && names[at - 1] !== name;
    spoken.add(name);
    return isBack;
  });
};
