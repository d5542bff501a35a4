import { wordsOf } from "./lexicon.ts";

/** What opens the clause that tells what was said, thought or known: `dat`, `that`. */
export const complementizers: ReadonlySet<string> = wordsOf("nl en", "complementizer");
