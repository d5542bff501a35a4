export { analyse, type Language, queryTerms, type Token } from "./analysis.ts";
export type { FullTextHit, FullTextIndex, FullTextQuery, IndexEntry } from "./full-text-index.ts";
export { openFullTextIndex } from "./sqlite-index.ts";
