import type { LetterPart } from "../../gen/pincite/memo/v1/letter_pb.ts";
import phrases from "./frame-phrases.json" with { type: "json" };
import { isWhole, type Scanned, stands } from "./quotations.ts";

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
const lead = new RegExp(`^(?:${phrases.replies.map(({ words }) => escaped(words)).join("|")}): $`, "iu");

/**
 * Where the answer begins in a sentence that quotes first, whole, the question of the letter that its claim answers, behind words that
 * lead to it: `U vraagt: “…?” Nee.` What stands before is the letter's own, as the kernel cut it out. 0: it does not begin so.
 */
export const answerStart = (text: string, { quotations }: Scanned, asked: readonly LetterPart[]): number => {
  const [first] = quotations;
  if (!first || !lead.test(text.slice(0, first.start))) return 0;
  const isQuestion = asked.some(
    ({ span }) => span !== undefined && stands(first.words, [span]) && isWhole(first.words, span.excerpt),
  );
  return isQuestion ? first.end + (/^[.\s]+/u.exec(text.slice(first.end))?.[0].length ?? 0) : 0;
};
