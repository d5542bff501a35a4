import type { Speech } from "../../messages/speech.ts";
import type { Uncited } from "../../show/uncited.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { toldLines } from "./paper-lines.ts";
import { aboutPassage } from "./passage-lines.ts";

/** What papers that the memo rests nothing on say about its claims, each beside the claim, first what may gainsay them; no lines where there are none. */
export const uncitedLines = (all: readonly Uncited[], speech: Speech): string[] => [
  ...sectionLines(
    all.filter(({ gainsays }) => gainsays),
    ["uncited.denied-heading", "uncited.denied-why"],
    speech,
  ),
  ...sectionLines(
    all.filter(({ gainsays }) => !gainsays),
    ["uncited.heading", "uncited.why"],
    speech,
  ),
];

const sectionLines = (
  all: readonly Uncited[],
  [heading, why]: readonly ["uncited.denied-heading" | "uncited.heading", "uncited.denied-why" | "uncited.why"],
  speech: Speech,
): string[] => {
  if (all.length === 0) return [];
  const passages = all.flatMap(({ claimText, passage }) => [
    ...wrap(`“${oneLine(passage.locator?.exactQuote ?? "", 400)}”`, 86).map((line) => `      ${line}`),
    ...[aboutPassage(passage, speech), ...toldLines(passage, speech)]
      .flatMap((line) => wrap(line, 86))
      .map((line) => `      ${line}`),
    ...wrap(speech.phrase("uncited.beside", { claim: oneLine(claimText, 200) }), 84).map((line) => `        ${line}`),
    "",
  ]);
  return ["", speech.phrase(heading), ...wrap(speech.phrase(why), 92), "", ...passages];
};
