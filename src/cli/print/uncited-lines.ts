import type { Speech } from "../../messages/speech.ts";
import type { Uncited } from "../../show/uncited.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { toldLines } from "./paper-lines.ts";
import { aboutPassage } from "./passage-lines.ts";

/** What papers that the memo rests nothing on say about its claims, each beside the claim; no lines where there are none. */
export const uncitedLines = (all: readonly Uncited[], speech: Speech): string[] => {
  if (all.length === 0) return [];
  const passages = all.flatMap(({ claimText, passage }) => [
    ...wrap(`“${oneLine(passage.locator?.exactQuote ?? "", 400)}”`, 86).map((line) => `      ${line}`),
    ...[aboutPassage(passage, speech), ...toldLines(passage, speech)]
      .flatMap((line) => wrap(line, 86))
      .map((line) => `      ${line}`),
    ...wrap(speech.phrase("uncited.beside", { claim: oneLine(claimText, 200) }), 84).map((line) => `        ${line}`),
    "",
  ]);
  return ["", speech.phrase("uncited.heading"), ...wrap(speech.phrase("uncited.why"), 92), "", ...passages];
};
