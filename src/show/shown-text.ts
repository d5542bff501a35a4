import type { CanonicalText } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { type Shown, stretchesShown } from "../span/marked-stretches.ts";
import { spokenSegments } from "../span/spoken-segments.ts";

/** What a reader of a text must know that its words do not show. */
export interface ShownText {
  /** Words that its source strikes through, in order. */
  readonly struck: readonly string[];
  /** Words that no reader of its source sees. */
  readonly unseen: readonly string[];
  /** In a text whose author is known: stretches of somebody else's words, or of words that are nobody's who is known. */
  readonly others: readonly OthersWords[];
}

interface OthersWords {
  /** False: nobody knows whose words they are. */
  readonly isQuoted: boolean;
  /** As the source writes the name; empty: unknown. */
  readonly speaker: string;
  readonly dateText: string;
  readonly words: string;
}

/** What is to be known of a text; nothing of none. */
export const shownIn = (text: CanonicalText | undefined): ShownText => {
  if (text === undefined) return { struck: [], unseen: [], others: [] };
  const letters = [...text.text];
  const words = (shown: Shown): string[] =>
    stretchesShown(text, shown).map(({ start, end }) => letters.slice(start, end).join("").trim());
  return { struck: words("struck"), unseen: words("unseen"), others: othersIn(text, letters) };
};

const othersIn = (text: CanonicalText, letters: readonly string[]): OthersWords[] => {
  const spoken = spokenSegments(text);
  if (!spoken.some(({ voice }) => voice === Voice.AUTHOR)) return [];
  return spoken.flatMap(({ voice, speaker, dateText, startChar, endChar }) => {
    const isQuoted = voice === Voice.QUOTED || voice === Voice.FORWARDED;
    const words = letters.slice(startChar, endChar).join("").trim();
    return words !== "" && (isQuoted || voice === Voice.UNSPECIFIED) ? [{ isQuoted, speaker, dateText, words }] : [];
  });
};
