import { numbersItem } from "../span/sentences.ts";

/** A line break at which a sentence goes on: behind a word or a comma, and before a small letter, a sum, or a number that numbers no item. */
const goesOn =
  /(?<=[\p{L}\p{N}\p{Sc},%’'”")–-][ \t]*)\n(?=[ \t]*(?:[“"'‘(]?\p{Ll}|[€$£]|\d+(?:[.,:]\d+)*(?!\d|[.)](?:\s|$))))/gu;
/** A line break before a number that may be an item's, or end the sentence. */
const beforeNumber = /(?<=[\p{L}\p{N}\p{Sc}][ \t]*)\n(?=[ \t]*(\d+(?:\.\d+)*)[.)](?:\s|$))/gu;
/** A line that is nearly as long as the paper is wide is broken for want of room, whatever begins the next one. */
const full = /(?<=^.{55,}[\p{L}\p{N},][ \t]*)\n(?=[ \t]*\p{Lu})/gmu;

/**
 * The words of a paper as one who reads them has them: a line break for want of room is a space. Of the same length, so that places stay.
 * Breaks between items, rows and paragraphs stay, and so does that before a capital in a narrow column: items begin so.
 */
export const unwrapped = (text: string): string =>
  text.includes("\n")
    ? text
        .replace(beforeNumber, (end, number: string, at: number) => (numbersItem(text, at + 1, number) ? end : " "))
        .replace(goesOn, " ")
        .replace(full, " ")
    : text;
