import type { LetGo } from "../../client/let-go.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** Claims that a draft does not say whole, each with what it says instead; no lines where it says them all. */
export const letGoLines = (all: readonly LetGo[], { phrase }: Speech): string[] => {
  if (all.length === 0) return [];
  const each = all.flatMap(({ claim, words, sentences }) =>
    [
      phrase("let-go.of-the-claim", {
        claim: oneLine(claim, 300),
        words: words.map((one) => oneLine(one, 200)).join("”, “"),
      }),
      ...sentences.map((text) => phrase("let-go.what-stands", { text: oneLine(text, 400) })),
    ]
      .flatMap((line) => wrap(line, 86).map((one) => `      ${one}`))
      .concat(""),
  );
  return ["", phrase("let-go.heading"), ...wrap(phrase("let-go.why"), 92), "", ...each];
};
