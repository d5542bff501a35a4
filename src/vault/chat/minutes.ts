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

/**
 * Who speaks in minutes: a line `Name: words` is that person's where at least three lines are so, most are sentences, and two people take
 * turns; of other such lines it is not known who speaks. The rest is the author's, whoever that is. Undefined: there are no such lines.
 */
export const minuteSegments = (text: string): TextSegment[] | undefined => {
  const lines = [...text.matchAll(spokenLine)].filter(({ groups }) => isSpoken(groups?.name, groups?.words));
  if (lines.length < 2) return undefined;
  const names = lines.map(({ groups }) => groups?.name ?? "");
  const sentences = lines.filter(({ 0: line }) => sentence.test(line)).length;
  const isHeard = lines.length >= linesLeast && sentences >= lines.length * sentencesShare && takeTurns(names);
  const index = new CodePointIndex(text);
  const rest = { voice: Voice.AUTHOR, speaker: "", depth: 0, dateText: "" };
  const segments: TextSegment[] = [];
  let at = 0;
  const add = (to: number, spoken: Omit<TextSegment, "start" | "end">): void => {
    if (to > at) segments.push({ start: index.toCodePoint(at), end: index.toCodePoint(to), ...spoken });
    at = Math.max(at, to);
  };
  for (const [n, { index: start, 0: line }] of lines.entries()) {
    add(start, rest);
    const heard = { voice: Voice.QUOTED, speaker: names[n] ?? "", depth: 1 };
    add(start + line.length, { ...rest, ...(isHeard ? heard : { voice: Voice.UNSPECIFIED }) });
  }
  add(text.length, rest);
  return segments;
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
