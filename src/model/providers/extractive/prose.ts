import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { type Speech, speechOf } from "../../../messages/speech.ts";
import { cotLeak, searchClaim, toolSyntax } from "../../prose-signs.ts";

/** The two languages of a memo. */
export type Locale = "nl" | "en";

/** Returns the memo's language: that of the intent, else that of the run; English where neither says Dutch. */
export const localeOf = (context: TurnContext): Locale =>
  (context.intent?.locale || context.run?.locale) === "nl" ? "nl" : "en";

/** Says a message in the memo's language: what the guide says, and the words that it puts around others' in a letter. */
export const phraseIn = (context: TurnContext): Speech["phrase"] => speechOf(localeOf(context)).phrase;

/** Returns the text in the wanted language, else the first text. */
export const inLocale = (texts: readonly { locale: string; text: string }[], locale: Locale): string =>
  (texts.find((one) => one.locale === locale) ?? texts[0])?.text ?? "";

/** Cuts a text to at most `charsMax` code points. */
export const cut = (text: string, charsMax: number): string => {
  if (text.length <= charsMax) return text;
  return [...text].slice(0, charsMax).join("");
};

/**
 * Makes foreign words fit for this program's prose: one line, no control characters, nothing that looks like tool syntax or
 * reasoning tags. Returns an empty text where such signs are left all the same. Not for quotes of sources.
 */
export const plain = (text: string, charsMax: number): string => {
  const line = text
    .toWellFormed()
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();
  const calm = isOdd(line)
    ? line
        .replace(/[<>{}[\]`|=]|TOOL_CONTEXT_\w*/giu, " ")
        .replace(/\s+/gu, " ")
        .trim()
    : line;
  return isOdd(calm) ? "" : cut(calm, charsMax).trim();
};

/** Returns a person's own words as they are, unless they hold something that no artifact may hold; then applies `plain`. */
export const asWritten = (text: string, charsMax: number): string =>
  isOdd(text) || text.trim() === "" || !text.isWellFormed() ? plain(text, charsMax) : cut(text, charsMax);

const isOdd = (text: string): boolean => cotLeak(text) || toolSyntax(text);

/** Removes quotation marks, so that nothing but a source's own words can look like a quotation. */
export const unquoted = (text: string): string =>
  text
    .replace(/["“”„«»‟〝〞❝❞＂`]/gu, "")
    // An apostrophe inside a word or in 's, 't, 'n, 'k stays; an apostrophe that opens or closes a quotation goes.
    .replace(/(?<![\p{L}\p{N}])['‘’](?![stnk]\b)|['‘’](?![\p{L}\p{N}])/giu, "");

/** Returns a title fit for a sentence, or an empty text: no quotation, no citation of law and no claim of having searched. */
export const safeTitle = (title: string): string => {
  const line = unquoted(plain(title, 120)).trim();
  const cites = /\d{1,2}:\d{3,4}|\bart(?:t|ikel(?:en)?|icles?)?\.?\s*\d|ECLI:/iu.test(line);
  return cites || searchClaim(line) || /zoek|doorzoch|gevonden|found|search/iu.test(line) ? "" : line;
};

/** Puts the first letter in upper case; digits and marks stay. */
export const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Turns a text into a sentence: a capital at the front, and a full stop at the end where the text has no closing mark. */
export const sentence = (text: string): string => {
  const body = capital(text.trim());
  return /[.!?…]$/u.test(body) ? body : `${body.replace(/[\s,;:–-]+$/u, "")}.`;
};

/** Removes the last full stop of a sentence, so that the sentence can go on; that of `B.V.` belongs to the word. */
export const openEnd = (text: string): string => text.trim().replace(/(?<!\.\p{L})[.\s]+$/u, "");
