import { roleNoun } from "./language/roles.ts";
import { wordsIn } from "./language/words.ts";
import type { Cast } from "./parties.ts";
import type { Token } from "./tokens/token.ts";

/** The tokens of a text, with every noun by which the run calls a party: it names somebody, whatever else it means. */
export const withPartyNouns = (tokens: readonly Token[], text: string, cast: Cast): Token[] => {
  const nouns = new Set(cast.nouns);
  const more = wordsIn(text)
    .filter(({ folded, text }) => nouns.has(folded) && /^\p{Ll}/u.test(text) && roleNoun(text) === undefined)
    .filter((word) => !tokens.some(({ start, end }) => start <= word.start && word.end <= end))
    .map(({ folded, start, end, text }): Token => ({ kind: "role", role: folded, start, end, text }));
  return [...tokens, ...more];
};
