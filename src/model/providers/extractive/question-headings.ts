import { asks } from "../../../grounding/letter-signs.ts";
import type { Stretch } from "./letter-text.ts";

/** A heading has so few words. */
const wordsMost = 10;
/** One line by itself above a paragraph may be anything; two are how the letter is laid out. */
const headingsLeast = 2;

/**
 * The questions by which a letter heads its paragraphs ("Wat moet u betalen?" and below it what): they ask its reader nothing. Such a
 * letter has headings, in the form of a question or without a mark at their end, each a line by itself between the end of one paragraph
 * and the statement that begins the next.
 */
export const questionHeadings = (sentences: readonly Stretch[], tongue: string): ReadonlySet<Stretch> => {
  const headings = sentences.filter(
    (one, at) => isLine(one) && opensParagraph(sentences[at + 1], tongue) && standsBehindStatement(sentences[at - 1]),
  );
  return new Set(headings.length < headingsLeast ? [] : headings.filter(({ text }) => text.endsWith("?")));
};

const isLine = ({ text, before, after }: Stretch): boolean =>
  !text.includes("\n") &&
  text.split(/\s+/u).length <= wordsMost &&
  (text.endsWith("?") || /[\p{L}\p{N})]$/u.test(text)) &&
  /(?:^|\n)[^\S\n]*$/u.test(before) &&
  /^[^\S\n]*\n/u.test(after);

const ended = /[.!…]["'’”)\]]*$/u;

const opensParagraph = (next: Stretch | undefined, tongue: string): boolean =>
  next !== undefined && ended.test(next.text) && /^["“‘']?\p{Lu}/u.test(next.text) && !asks(next.text, tongue);

/** Behind a question, a heading or what leads to a list it is one of several questions. */
const standsBehindStatement = (last: Stretch | undefined): boolean => last === undefined || ended.test(last.text);
