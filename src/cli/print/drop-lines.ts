import type { Speech } from "../../messages/speech.ts";
import { fallsWith } from "../../show/falls-with.ts";
import type { RunView } from "../../show/run-view.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** What left the letter with claims that a person dropped; no lines where she dropped none. `before`: as it was shown to her. */
export const droppedLines = (before: RunView, claimIds: readonly string[], speech: Speech): string[] => {
  const { phrase, itemName } = speech;
  const lines = claimIds.flatMap((claimId) => {
    const { sentenceIds, unanswered, citing } = fallsWith(before, claimId);
    const names = sentenceIds.map((id) => itemName(id)).join(", ");
    return [
      names === ""
        ? phrase("drop.is-out", { claim: itemName(claimId) })
        : phrase("drop.is-out-with", { claim: itemName(claimId), names }),
      ...unanswered.map((words) => phrase("drop.leaves-unanswered", { words: oneLine(words, 200) })),
      ...citing.map((claim) => phrase("drop.is-cited-by", { claim: oneLine(claim, 200) })),
    ];
  });
  return lines.length === 0 ? [] : [...lines.flatMap((line) => wrap(line, 92)), ""];
};

/** The claims that the letter says, each with its sentences, and how one is dropped; no lines before there is a letter. */
export const dropHint = (view: RunView, go: string, { phrase, itemName, itemTyped }: Speech): string[] => {
  const claims = (view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const said = claims.flatMap(({ claimId }) => {
    const { sentenceIds } = fallsWith(view, claimId);
    return sentenceIds.length === 0 ? [] : [{ claimId, names: sentenceIds.map((id) => itemName(id)).join(", ") }];
  });
  const [first] = said;
  if (!first) return [];
  return [
    phrase("drop.need-not-be-in-the-letter"),
    `${go} ${phrase("go.no")} ${itemTyped(first.claimId)}`,
    ...wrap(`(${said.map(({ claimId, names }) => `${itemTyped(claimId)}: ${names}`).join("; ")})`, 90).map(
      (line) => `  ${line}`,
    ),
  ];
};
