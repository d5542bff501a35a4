import type { RunView } from "../../client/run-view.ts";
import { type ComparedWord, comparedWords } from "../../grounding/compared-words.ts";
import { besideSentence } from "../../show/compare.ts";

/** A sentence and the words beside it, each with what is to be compared in it. */
export interface ComparedTexts {
  readonly text: string;
  readonly sentence: readonly ComparedWord[];
  /** By the id of the entry. */
  readonly beside: ReadonlyMap<string, readonly ComparedWord[]>;
}

/** What is to be compared in a sentence of the draft and in the words it rests on, as `besideSentence` lists them. */
export const comparedTexts = (view: Pick<RunView, "draft" | "ledger">, sentenceId: string): ComparedTexts => {
  const sentences = (view.draft?.sections ?? []).flatMap((section) => section.sentences);
  const text = sentences.find((one) => one.sentenceId === sentenceId)?.text ?? "";
  const entries = besideSentence(view, sentenceId).flatMap(
    ({ entryId }) => view.ledger?.entries.find((entry) => entry.entryId === entryId) ?? [],
  );
  const { sentence, entries: found } = comparedWords(text, entries);
  return { text, sentence, beside: new Map(entries.map(({ entryId }, at) => [entryId, found[at] ?? []])) };
};

/** The text with signs around each word: `‹moet›` where the other text has the like, `«moet»` where it has not. */
export const withSigns = (text: string, words: readonly ComparedWord[]): string => {
  const points = [...text];
  let at = 0;
  const parts = words.map(({ startChar, endChar, isAlone }) => {
    const [open, close] = isAlone ? ["«", "»"] : ["‹", "›"];
    const part = `${points.slice(at, startChar).join("")}${open}${points.slice(startChar, endChar).join("")}${close}`;
    at = endChar;
    return part;
  });
  return `${parts.join("")}${points.slice(at).join("")}`;
};
