import { listOf, pairsOf } from "#kit/lexicon.ts";

/**
 * Verbs of not having and not being there (lack.v.01 and miss of WordNet 3.1, with the Dutch words that Open Dutch WordNet 1.3 has
 * there), by stem: "er ontbrak een kap" says what "er was geen kap" says.
 */
export const lackings = listOf("nl en", "lacking");

/**
 * Adjectives and participles that the prefix `on-` turns into their contrary (ANS 12.3.3.2): told by the ending or the participle
 * behind it, which `onder-` and `ont-` have not. A noun of it (`ongeschiktheid`) denies nothing.
 */
export const isUnWord = (folded: string): boolean =>
  /^on(?!der|t|middellijk|langs|geveer|\p{L}*heid$)(?:(?:ge|be|ver)\p{L}{2,}(?:d|t|en)e?|\p{L}{3,}(?:lijke?|ige?|ba(?:ar|re)|za(?:am|me)))$/u.test(
    folded,
  );

/** A finite verb with its particle apart at the end of its clause: `trok … terug`, `wees … af`. */
export const separableDenials: readonly (readonly [verb: string, particle: string])[] = pairsOf("nl", "denial-apart");
