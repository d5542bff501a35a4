import { hasKin } from "../language/kin.ts";
import { contentWords, type Sentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import type { Range } from "../tokens/token.ts";
import { unitsOf } from "../units.ts";

/**
 * The sentence of an excerpt that a look is held against: the one that has most of the words which the look is about, else of the whole
 * sentence. Undefined where the excerpt is one sentence, or none has more than the others.
 */
export const passageFor = (look: Range, source: Source, { text, clauses, grammars }: Sentence): Range | undefined => {
  const excerpt = source.entry.span?.excerpt ?? "";
  const units = unitsOf(source);
  if (excerpt === "" || units.length < 2) return undefined;
  const near = clauses.filter(({ start, end }) => start < look.end && look.start < end).map((clause) => clause.text);
  for (const about of [near.join(" "), text]) {
    const words = [...new Set(contentWords(about, grammars))];
    const counts = units.map((unit) => words.filter((word) => hasKin(word, unit.words)).length);
    const most = Math.max(...counts);
    if (most === 0 || counts.filter((count) => count === most).length > 1) continue;
    const found = units[counts.indexOf(most)]?.text.trim() ?? "";
    const at = excerpt.indexOf(found);
    return at < 0 ? undefined : { start: at, end: at + found.length };
  }
  return undefined;
};
