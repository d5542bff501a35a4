import type { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "../book.ts";
import type { Clause } from "../clauses.ts";
import type { SeenLook } from "../finding.ts";
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

/** The first word of a clause that says no. */
export const noIn = (clause: Clause, { grammars }: Sentence): Word | undefined =>
  clause.words.find(
    ({ folded }, index) =>
      isNo(folded, grammars) &&
      !/^(?:zonder|without)$/u.test(folded) &&
      !/^(?:alleen|slechts|enkel|only|merely)$/u.test(clause.words[index + 1]?.folded ?? ""),
  );
