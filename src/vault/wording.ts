import { analyse, queryTerms } from "../search/words/analysis.ts";
import { isStopWord } from "../search/words/stop-words.ts";
import { rarityOf } from "../span/bm25.ts";
import type { Wording } from "../span/passages.ts";
import type { Strand } from "./strand/strand.ts";

/** So many words of a query are looked up: a person names fewer, and each costs a look at the index. */
const wordsMax = 40;

/** How passages of a strand are ranked for a query: by words that few of its documents have. */
export const wordingOf = (strand: Strand, query: string): Wording => {
  const tokens = analyse(query, "both").filter(({ raw, isExtra }) => !isExtra && !isStopWord(raw));
  const count = strand.index.count();
  const rarities = new Map<string, number>();
  for (const { raw, stems } of tokens.slice(0, wordsMax)) {
    if (stems.every((stem) => rarities.has(stem))) continue;
    const { total } = strand.index.search({ text: `"${raw}"`, limit: 0, offset: 0 });
    for (const stem of stems) rarities.set(stem, rarityOf(total, count));
  }
  return { termsOf: queryTerms, rarity: (term) => rarities.get(term) ?? 0 };
};
