/** What another room needs to read a text as the draft check reads it: the grammars that fit it, its words and its tokens. */

export { isoDay, isoOf } from "./language/calendar.ts";
export { dutch } from "./language/dutch.ts";
export { type Grammar, hasStem } from "./language/grammar.ts";
export { paperNoun } from "./language/paper-nouns.ts";
export { grammarsFor } from "./language/tongue.ts";
export { fold, wordsIn } from "./language/words.ts";
export { readTokens } from "./tokens/read-tokens.ts";
export { relativeDays } from "./tokens/relative-days.ts";
export type { Range, Token } from "./tokens/token.ts";
