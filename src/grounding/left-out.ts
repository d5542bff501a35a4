import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SpanFlag } from "../../gen/pincite/span/v1/span_pb.ts";
import { dropsNegation, saysNo } from "../span/flags.ts";
import { elision, scan } from "./quotations.ts";

/**
 * What to know before a sentence is confirmed. DROPPED_NEGATION: one of its quotations is part of a cited excerpt and
 * leaves out a word that turns it, as “toegezegd dat het blijft” out of a confirmed “Wij hebben niet toegezegd dat het
 * blijft”. Not where the sentence's own words hold a negation or an exception, nor where an excerpt is quoted whole: its
 * edges were flagged when it was resolved. Advice, for a rule would refuse many an honest quotation; see `dropsNegation`
 * for how far it looks.
 */
export const sentenceFlags = (text: string, cited: readonly LedgerEntry[]): SpanFlag[] => {
  const { quotations, rest } = scan(text, cited);
  const excerpts = cited.flatMap(({ span }) => span?.excerpt || []);
  if (quotations.length === 0 || saysNo(rest)) return [];
  return quotations.some(({ words }) => leavesOut(words, excerpts)) ? [SpanFlag.DROPPED_NEGATION] : [];
};

/** Whether the words, or one piece of them between elisions, stand only where something beside them turns them. */
const leavesOut = (words: string, excerpts: readonly string[]): boolean =>
  !excerpts.includes(words) &&
  words.split(elision).some((piece) => {
    const holding = excerpts.filter((excerpt) => /\S/u.test(piece) && excerpt.includes(piece));
    return holding.length > 0 && !holding.some((excerpt) => keepsAll(excerpt, piece));
  });

const keepsAll = (excerpt: string, piece: string): boolean => {
  for (let at = excerpt.indexOf(piece); at >= 0; at = excerpt.indexOf(piece, at + 1))
    if (!dropsNegation(excerpt, { start: at, end: at + piece.length })) return true;
  return false;
};
