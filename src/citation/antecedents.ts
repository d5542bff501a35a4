import { withBooks } from "./books.ts";
import type { FoundCitation } from "./citation.ts";
import type { KnownLaw } from "./known-law.ts";
import type { LawTable } from "./law-table.ts";

const word = /[\p{L}\p{N}]+/gu;
/** Characters of one sentence in which an antecedent is looked for. */
const sentenceMax = 2_000;
const sentenceEnd = /[.!?]["”’)]*\s+(?=\p{Lu})/gu;
const pointsBack =
  /^(?:van|uit|der)\s+(?:de|het|die|deze|dit|dat|dezelfde|hetzelfde|genoemde|bedoelde|voornoemde)\s+/iu;

/**
 * A citation that names its article and only refers back for its law takes the law that stands before it in its own
 * sentence, if that names exactly one; the reading says so. Any other citation stays as it is.
 */
export const antecedentOf = (text: string, found: FoundCitation, laws: LawTable): FoundCitation => {
  const { citation } = found;
  const hasNumber = citation.provisions.some(({ number }) => number !== "");
  if (citation.kind !== "anaphora" || !hasNumber || !pointsBack.test(citation.lawRaw)) return found;
  const [law, another] = lawsIn(text.slice(sentenceStart(text, found.start), found.start), laws);
  if (!law || another) return found;
  const provisions = withBooks(citation.provisions, { law, book: "", end: 0 });
  const lawReadAs = `${law.long}, to which "${citation.lawRaw}" refers back`;
  return { ...found, citation: { ...citation, law: law.short, provisions, lawReadAs } };
};

const sentenceStart = (text: string, at: number): number => {
  const from = Math.max(0, at - sentenceMax);
  let start = from;
  for (const end of text.slice(from, at).matchAll(sentenceEnd)) start = from + end.index + end[0].length;
  return start;
};

/** The laws that a stretch of text names, each once. */
const lawsIn = (stretch: string, laws: LawTable): KnownLaw[] => {
  const found = new Map<string, KnownLaw>();
  let from = 0;
  for (const { 0: first, index } of stretch.matchAll(word)) {
    if (index < from || !laws.mayBegin(first)) continue;
    const match = laws.match(stretch, index);
    if (!match) continue;
    from = match.end;
    if (!match.law.among) found.set(match.law.short, match.law);
  }
  return [...found.values()];
};
