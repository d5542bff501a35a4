import { wordsOf } from "#kit/lexicon.ts";
import type { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "../book.ts";
import type { Clause } from "../clauses.ts";
import type { SeenLook } from "../finding.ts";
import { separableDenials } from "../language/denials.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import type { Word } from "../language/words.ts";
import { isNo, type Sentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import type { Range } from "../tokens/token.ts";

/** One idea of what only a person can judge. */
export type Look = (sentence: Sentence, book: Book) => SeenLook[];

/** A look at a place, with the entry it speaks of. */
export const at = (code: LookCode, { start, end }: Range, source?: Source): SeenLook => ({
  code,
  start,
  end,
  ...(source === undefined ? {} : { source }),
});

/** A verb of denial whose particle stands apart behind it, and both as they are joined. */
export const partedDenial = ({
  words,
}: Pick<Clause, "words">): readonly [verb: string, particle: string, at: Word] | undefined => {
  for (const [index, word] of words.entries()) {
    const found = separableDenials.find(
      ([verb, particle]) =>
        word.folded.startsWith(verb) && words.slice(index + 1).some((one) => one.folded === particle),
    );
    if (found) return [...found, word];
  }
  return undefined;
};

/** The first word of a clause that says no. */
export const noIn = (clause: Clause, { grammars }: Sentence): Word | undefined =>
  clause.words.find(
    ({ folded, text }, index) =>
      (index === 0 || !/^\p{Lu}/u.test(text)) &&
      (isNo(folded, grammars) || grammars.some(({ retractions }) => hasStem(folded, retractions))) &&
      deniesItsClause(clause.words, index, grammars),
  ) ?? (grammars.some(({ tongue }) => tongue === "nl") ? partedDenial(clause)?.[2] : undefined);

/** Adverbs of focus: "niet alleen" adds, and denies nothing. */
const focus = wordsOf("nl en", "focus");

/** Whether a word that denies says no of its clause: `zonder` does of what stands behind it alone. */
export const deniesItsClause = (words: readonly Word[], at: number, grammars: readonly Grammar[]): boolean =>
  !grammars.some(({ depriving }) => depriving.has(words[at]?.folded ?? "")) && !focus.has(words[at + 1]?.folded ?? "");
