import { operators } from "./operators.ts";

/**
 * Words of closed classes that are each other's contrary in one place of a sentence, each class with its poles: degree and
 * limit, order in time and its span, quantity, the whole and a part, exception, and duty, leave and no duty. Nothing is here of open
 * classes: which nouns, verbs and adjectives are contraries is for a dictionary, and none is at hand.
 */
const contraries = ["degree", "time", "span", "count", "whole", "exception", "again", "duty"];
const classes: readonly (readonly ReadonlySet<string>[])[] = contraries.map((name) =>
  operators.filter(({ group }) => group === name).map(({ words }) => words),
);

/** Whether two words stand at different poles of one class. */
export const areContraries = (one: string, other: string): boolean =>
  classes.some((poles) => {
    const [a, b] = [one, other].map((word) => poles.findIndex((pole) => pole.has(word)));
    return a !== undefined && b !== undefined && a >= 0 && b >= 0 && a !== b;
  });

/** Whether two words of one class say the same in it. */
export const areAlike = (one: string, other: string): boolean =>
  classes.some((poles) => poles.some((pole) => pole.has(one) && pole.has(other)));

/**
 * A word and the same word behind a prefix that negates it, also inside a compound (`arbeidsongeschikt` beside
 * `arbeidsgeschikt`). Dutch in- is a particle far more often, and English in- and its forms count before the endings of
 * adjectives alone.
 */
export const isNegatedForm = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return prefixes.some((prefix) => {
    if (long.length - short.length !== prefix.length) return false;
    for (let at = long.indexOf(prefix); at >= 0; at = long.indexOf(prefix, at + 1)) {
      const [front, back] = [long.slice(0, at), long.slice(at + prefix.length)];
      const isWord = back.length >= 4 && (front === "" || front.length >= 5);
      if (isWord && short === front + back && (!weak.has(prefix) || adjectival.test(back))) return true;
    }
    return false;
  });
};
const prefixes = ["on", "non", "un", "dis", "mis", "in", "im", "ir", "il"];
const weak = new Set(["in", "im", "ir", "il"]);
const adjectival = /(?:able|ible|ent|ant|ate|ect|ete|ive|ular|egal)$/u;
