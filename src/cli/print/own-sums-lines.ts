import type { Speech } from "../../messages/speech.ts";
import type { OtherSum } from "../../show/own-sums.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** What a memo asks beside what its author says of the same with another sum; no lines where nothing differs. */
export const ownSumsLines = (all: readonly OtherSum[], { phrase }: Speech): string[] => {
  if (all.length === 0) return [];
  const pairs = all.flatMap(({ asked, said }) =>
    [asked, said].flatMap((text) => wrap(`“${oneLine(text, 300)}”`, 86).map((line) => `      ${line}`)).concat(""),
  );
  return ["", phrase("own-sums.heading"), ...wrap(phrase("own-sums.why"), 92), "", ...pairs];
};
