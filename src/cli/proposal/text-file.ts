import { DomainError } from "../../error.ts";
import { type FactsOf, type MessageId, worded } from "../../messages/said.ts";
import { itemIdsIn } from "../../messages/speech.ts";

/** The lines of a text file that say something, with their numbers from 1; `//` begins a remark. */
export const contentLines = (text: string): { readonly line: string; readonly number: number }[] =>
  text
    .split(/\r?\n/u)
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== "" && !line.startsWith("//"));

/** A line with the Dutch names of items as ids, in front of the words and in braces; the words themselves stay as they are. */
export const namesFirst = (line: string): string =>
  line.replace(/^(?:# )?(?:[\p{L}_-]+\?? )?(?:[a-z]+:\d+ )*(?:\{[^}]*\})?/u, itemIdsIn);

/** A text on one line, as a line of a file holds it. */
export const flat = (text: string): string => text.replace(/\s*[\r\n]\s*/gu, " ");

/** A mistake in a file that the person wrote, by line. */
export const mistake = <Id extends MessageId>(line: number, id: Id, ...facts: FactsOf<Id>): DomainError => {
  const what = worded(id, ...facts);
  return new DomainError("REQUEST_INVALID", worded("command-error.line-of-the-file", { line, what }), {
    line: String(line),
  });
};

/** A flag of the form `left=right`, split at its first `=`. Errors: REQUEST_INVALID. */
export const splitFlag = (flag: string, text: string): [left: string, right: string] => {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  throw new DomainError("REQUEST_INVALID", worded("command-error.takes-name-value-and-got", { flag, text }), { flag });
};
