import type { LetterPart } from "../../gen/pincite/memo/v1/letter_pb.ts";

/** So many characters between two sentences are no words. */
const gapMost = 4;

/**
 * What stands right before a part of the letter and is no part itself, as far as its span shows it: `Daartoe` says nothing without it. Empty
 * where another part stands there, or nothing does in the same line.
 */
export const leadIn = ({ span }: LetterPart, all: readonly LetterPart[]): string => {
  if (!span) return "";
  const isListed = all.some(
    (one) => one.span && one.span.endChar <= span.startChar && span.startChar - one.span.endChar <= gapMost,
  );
  const [before = "", isWhole] = span.shownBefore.split("\n").toReversed();
  // What is shown begins anywhere: half a word is none.
  const isCut = isWhole === undefined && span.startChar > [...span.shownBefore].length;
  return isListed ? "" : (isCut ? before.replace(/^\S+/u, "") : before).trim();
};
