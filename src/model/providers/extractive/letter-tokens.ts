import { grammarsFor, tongueOf } from "../../../grounding/language/tongue.ts";
import { measureOf } from "../../../grounding/tokens/measures.ts";
import { readTokens } from "../../../grounding/tokens/read-tokens.ts";
import type { Token } from "../../../grounding/tokens/token.ts";

/** The hard words of a text: dates, numbers and the like. */
export const tokensOf = (text: string): Token[] =>
  readTokens(text, { grammars: grammarsFor(text, ""), known: new Set() });

/** How far before a day or period the word may stand that makes it a term, in UTF-16 units. */
const reach = 28;

/** The language of a letter, which decides where the words of one sentence of it do not. */
export const letterTongue = (sentences: readonly string[]): string => tongueOf(sentences.join(" ")) ?? "";

/** Whether a sentence sets a term: a day or a period behind a word such as `uiterlijk` or `within`. */
export const setsTerm = (text: string, tongue: string): boolean =>
  tokensOf(text).some((token) => {
    const isPeriod = token.kind === "number" && measureOf(token.units) !== undefined;
    if (!isPeriod && token.kind !== "date") return false;
    const before = text.slice(Math.max(0, token.start - reach), token.start);
    return grammarsFor(text, tongue).some(({ terms }) => new RegExp(`${terms.source}[^.;:]*$`, "iu").test(before));
  });

/** Whether a sentence asks: a question, or a demand. Who states something of his own asks nothing (`wij stellen vast`). */
export const asks = (text: string, tongue: string): boolean =>
  /\?["'’”)\]]*$/u.test(text) ||
  grammarsFor(text, tongue).some(({ requests }) => {
    const found = requests.exec(text)?.[0];
    return found !== undefined && !/stel(?:len)?$/iu.test(found);
  });
