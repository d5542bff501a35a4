export { analyse, type Language, queryTerms, type Token } from "./analysis.ts";
export type { FullTextHit, FullTextIndex, FullTextQuery, IndexEntry, PreparedEntry } from "./full-text-index.ts";
export { openFullTextIndex } from "./sqlite-index.ts";
