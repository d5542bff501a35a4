import {
  ReadAgainItem_Outcome as Outcome,
  type ReadAgainItem,
  type ReadAgainSummary,
} from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";

/** What is told of each document; of those that read as before only the count. */
const told: Readonly<Partial<Record<Outcome, PlainId>>> = {
  [Outcome.NEW_TEXT]: "screen.new-text",
  [Outcome.NEW_DOCUMENT]: "screen.new-document",
  [Outcome.KEPT]: "screen.kept-as-it-was",
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
  if (all === 0) return [phrase("screen.nothing-to-read-again-every-text-was-made-by")];
  return [
    phrase("screen.read-again-new-text-same-words-as-before-not", {
      all,
      newTextCount,
      sameWordsCount,
      unchangedCount,
      keptCount,
      newDocumentCount,
    }),
    ...(newTextCount === 0 ? [] : [phrase("screen.what-quotes-an-earlier-text-goes-on-quoting")]),
    ...(dryRun ? [phrase("screen.nothing-was-written")] : []),
  ];
};
