import type { RunView } from "../../client/run-view.ts";
import { nameOf } from "../../export/exhibits.ts";
import { dateInWords, wordsOf } from "../../export/words.ts";
import type { Speech } from "../../messages/speech.ts";
import { besideSentence } from "../../show/compare.ts";
import { oneLine } from "../text/plain.ts";
import { scopeText } from "./item-text.ts";

/** The words that a sentence which is worded anew rests on, each with who says it, when and in which paper. */
export const besideLines = (view: RunView, itemId: string, speech: Speech): string[] => {
  const found = besideSentence(view, itemId);
  if (found.length === 0) return [];
  const lines = found.map(({ kind, words, speaker, day, title }) => {
    const what = {
      quote: oneLine(title, 70),
      statement: speech.phrase("compare.said-yourself"),
      search: speech.phrase("compare.search"),
    }[kind];
    const when = dateInWords(day, wordsOf(speech.locale)) || oneLine(day, 40);
    return `  “${oneLine(kind === "search" ? scopeText(words, speech) : words, 600)}” (${[oneLine(nameOf(speaker), 60), when, what].filter(Boolean).join(", ")})`;
  });
  return [speech.phrase("compare.beside"), ...lines];
};
