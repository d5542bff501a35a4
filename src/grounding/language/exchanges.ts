import { words } from "./grammar.ts";

/**
 * Words of closed classes that are each other's contrary in one place of a sentence, each class with its poles: degree and
 * limit, order in time and its span, quantity, the whole and a part, exception, and duty, leave and no duty. These are classes
 * of grammar, written down from knowledge of both languages and from no reference work. Nothing is here of open classes: which
 * nouns, verbs and adjectives are contraries is for a dictionary, and none is at hand.
 */
const classes: readonly (readonly ReadonlySet<string>[])[] = [
  [
    words(
      "meer hoger hogere groter grotere langer langere minstens minste minimaal more higher greater larger longer least",
    ),
    words(
      "minder lager lagere kleiner kleinere korter kortere hoogstens hoogste maximaal less fewer lower smaller shorter most",
    ),
  ],
  [words("voor voordat vooraf before"), words("na nadat achteraf after")],
  [words("vanaf sinds from since"), words("tot totdat until till")],
  [
    words("alle alles allen iedereen ieder iedere elk elke all every everyone each"),
    words("sommige sommigen enkele enkelen enige some several few"),
    words("geen niemand niets no none nobody nothing"),
  ],
  [
    words("hele gehele geheel volledig volledige whole entire entirely full fully"),
    words("deel gedeelte deels gedeeltelijk gedeeltelijke half halve part partly partial partially"),
  ],
  [words("behalve uitgezonderd except excepting"), words("inclusief including")],
  // Once more: one pole, whose words say the same.
  [words("opnieuw nogmaals weer wederom andermaal again anew")],
  [
    words("moet moeten moest moesten dient dienen diende dienden must shall"),
    words("mag mogen mocht mochten may might"),
    words("hoeft hoeven hoefde hoefden needn"),
  ],
];

/** Whether two words stand at different poles of one class. */
export const areContraries = (one: string, other: string): boolean =>
  classes.some((poles) => {
    const [a, b] = [one, other].map((word) => poles.findIndex((pole) => pole.has(word)));
    return a !== undefined && b !== undefined && a >= 0 && b >= 0 && a !== b;
  });

/** Whether two words of one class say the same in it. */
export const areAlike = (one: string, other: string): boolean =>
  classes.some((poles) => poles.some((pole) => pole.has(one) && pole.has(other)));

/** What opens an exception and what opens a condition: one is the other with a negation. */
const unless = words("tenzij unless");
const provided = words("mits indien als wanneer provided if when");
export const isConditionTurned = (one: string, other: string): boolean =>
  (unless.has(one) && provided.has(other)) || (provided.has(one) && unless.has(other));

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
