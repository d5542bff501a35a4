import { wordsOf } from "#kit/lexicon.ts";

/**
 * Nouns that say nothing of the case: those of fixed expressions ("in verband met", "op grond van", "in respect of"), of
 * time, of the papers themselves and of talking about them. Linguistics calls the first kind light or relational nouns.
 */
export const lightNouns: ReadonlySet<string> = wordsOf("nl en", "light-noun");
