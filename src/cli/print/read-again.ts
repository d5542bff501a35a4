import {
  ReadAgainItem_Outcome as Outcome,
  type ReadAgainItem,
  type ReadAgainSummary,
} from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import type { ScreenPhrase, Speech } from "../../words/speech.ts";
import { oneLine } from "../text/plain.ts";

/** What is told of each document; of those that read as before only the count. */
const told: Readonly<Partial<Record<Outcome, ScreenPhrase>>> = {
  [Outcome.NEW_TEXT]: "new text",
  [Outcome.NEW_DOCUMENT]: "new document",
  [Outcome.KEPT]: "kept as it was",
};

/** One document that was read again, with why it was not and what to know of its text. */
export const readAgainLines = (item: ReadAgainItem, { phrase, sentence }: Speech): string[] => {
  const outcome = told[item.outcome];
  if (outcome === undefined) return [];
  return [
    `${phrase(outcome)}: ${oneLine(item.title || item.path, 80)}  vault:${item.docUid.slice(0, 12)}`,
    ...(item.reason === "" ? [] : [`    ${sentence(item.reason)}`]),
    ...(item.outcome === Outcome.KEPT ? [] : item.notes.map((note) => `    ${sentence(note)}`)),
  ];
};

/** All of it in numbers. */
export const readAgainCounts = (
  counts: Omit<ReadAgainSummary, "$typeName" | "$unknown" | "corpusRevision">,
  { phrase }: Speech,
): string[] => {
  const { newTextCount, newDocumentCount, sameWordsCount, unchangedCount, keptCount, dryRun } = counts;
  const all = newTextCount + sameWordsCount + unchangedCount + keptCount;
  if (all === 0) return [phrase("Nothing to read again: every text was made by the rules of this server.")];
  return [
    phrase(
      "Read again: {1}. New text {2}, same words {3}, as before {4}, not read {5}; new documents from attachments {6}.",
      all,
      newTextCount,
      sameWordsCount,
      unchangedCount,
      keptCount,
      newDocumentCount,
    ),
    ...(newTextCount === 0
      ? []
      : [phrase("What quotes an earlier text goes on quoting it; searches find the new one.")]),
    ...(dryRun ? [phrase("Nothing was written.")] : []),
  ];
};
