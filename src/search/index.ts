export type { FullTextHit, FullTextIndex, FullTextQuery, IndexEntry, PreparedEntry } from "./full-text-index.ts";
export { openFullTextIndex } from "./sqlite-index.ts";
export { analyse, type Language, queryTerms, type Token } from "./words/analysis.ts";
