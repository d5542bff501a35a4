import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { letterForms } from "../../letter/forms.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import type { ExtractedDocument, TextSegment } from "../reader/port.ts";
import { chatForms } from "./chat-forms.ts";

/** A line `Name: words`: up to four words, of which the first begins with a capital, or a courtesy title and a name, and something is said. */
const spokenLine = /^(?<name>\p{L}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,3}):[ \t]+(?<words>\S.*)$/gmu;
const isNamed = (name: string): boolean =>
  /^\p{Lu}/u.test(name) || /^\p{Lu}/u.test(name.replace(letterForms.honorific, ""));
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
 * Who speaks in minutes: a line `Name: words` is that person's where at least three lines are so, most are sentences, two people take
 * turns, and this one speaks again after another, is named elsewhere, as among those present, or talks with one other alone: what stands
 * once in front of a colon may be a label (`Close: 4.20 pm`). Of other such lines it is not known who speaks. What does not end as a sentence goes on in the lines
 * below, which are the printer's. The rest is the author's, whoever that is. Undefined: there are no such lines.
 */
const minuted = (text: string): Minuted | undefined => {
  const lines = spokenIn(text);
  if (lines.length < 2) return undefined;
  const sentences = lines.filter(({ words }) => sentence.test(words)).length;
  const speakers = takingTurns(lines.map(({ name }) => name));
  const isHeard = lines.length >= linesLeast && sentences >= lines.length * sentencesShare && speakers.size > 0;
  const people = isHeard ? new Set([...speakers, ...namedIn(withoutHeads(text, lines), lines)]) : new Set();
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
    add(end, { ...rest, ...(people.has(name) ? heard : { voice: Voice.UNSPECIFIED }) });
  }
  add(text.length, rest);
  return { segments, isHeard };
};

/** Whether people are heard to speak in a text, whoever drew it up. */
export const isMinutes = (text: string): boolean => minuted(text)?.isHeard ?? false;

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

/** Who is heard in minutes, in the order of their first words: a mail's quoted words are those of whoever it answers. */
export const heardIn = ({ docType, segments }: Pick<ExtractedDocument, "docType" | "segments">): string[] =>
  docType === "email"
    ? []
    : [...new Set(segments.flatMap(({ voice, speaker }) => (voice === Voice.QUOTED && speaker !== "" ? speaker : [])))];

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
  isNamed(name) && !chatForms.notPeople.has(name.toLowerCase()) && words.split(/\s+/u).length >= wordsLeast;

/** Who speaks again after another one has; where two talk alone, and one of them does, both. */
const takingTurns = (names: readonly string[]): ReadonlySet<string> => {
  const [spoken, back] = [new Set<string>(), new Set<string>()];
  for (const [at, name] of names.entries()) {
    if (spoken.has(name) && names[at - 1] !== name) back.add(name);
    spoken.add(name);
  }
  return back.size > 0 && spoken.size === 2 ? spoken : back;
};

/** The text without the names in front of what is said. */
const withoutHeads = (text: string, lines: readonly SpokenLine[]): string => {
  let [rest, from] = ["", 0];
  for (const { start, name } of lines) {
    rest += text.slice(from, start);
    from = start + name.length;
  }
  return rest + text.slice(from);
};

/** A meeting has fewer people: of more names each is looked for in the text. */
const namesMost = 200;

/** Which of those names stand in the text, as they are written and as words of their own. */
const namedIn = (text: string, lines: readonly SpokenLine[]): ReadonlySet<string> => {
  const names = new Set(lines.map(({ name }) => name));
  if (names.size > namesMost) return new Set();
  return new Set([...names].filter((name) => standsIn(text, name)));
};

const standsIn = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isPart = /\p{L}/u.test(text[at - 1] ?? "") || /\p{L}/u.test(text[at + name.length] ?? "");
    if (!isPart) return true;
  }
  return false;
};
