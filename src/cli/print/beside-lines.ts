import type { RunView } from "../../client/run-view.ts";
import { dateInWords } from "../../export/days.ts";
import { nameOf } from "../../export/exhibits.ts";
import { scopeIn } from "../../export/scope.ts";
import type { Speech } from "../../messages/speech.ts";
import { type Beside, besideSentence } from "../../show/compare.ts";
import { oneLine } from "../text/plain.ts";
import { comparedTexts, withSigns } from "./compared.ts";

/**
 * The words that a sentence which is worded anew rests on, each with who says it, when and in which paper, and the sentence again; in both
 * stand signs around what is to be compared.
 */
export const besideLines = (view: RunView, itemId: string, speech: Speech): string[] => {
  const found = besideSentence(view, itemId);
  if (found.length === 0) return [];
  const { text, sentence, beside } = comparedTexts(view, itemId);
  const lines = found.map((one) => `  ${sourceLine(one, speech, beside.get(one.entryId))}`);
  const isMarked = [sentence, ...beside.values()].some((some) => some.length > 0);
  return [
    speech.phrase("compare.beside"),
    ...lines,
    ...(isMarked ? [`  ${speech.phrase("compare.signs", { sentence: oneLine(withSigns(text, sentence), 600) })}`] : []),
  ];
};

/** Words of a source with who says them, when and in which paper, on one line. */
export const sourceLine = (
  { kind, words, speaker, day, title }: Beside,
  speech: Speech,
  signed: Parameters<typeof withSigns>[1] = [],
): string => {
  const what = {
    quote: oneLine(title, 70),
    statement: speech.phrase("compare.said-yourself"),
    search: speech.phrase("compare.search"),
  }[kind];
  const when = dateInWords(day, speech.locale) || oneLine(day, 40);
  const shown = kind === "search" ? scopeIn(words, speech) : withSigns(words, signed);
  return `“${oneLine(shown, 600)}” (${[oneLine(nameOf(speaker), 60), when, what].filter(Boolean).join(", ")})`;
};
