import type { NamedLater, PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { dateInWords } from "../../export/days.ts";
import { nameOf } from "../../export/exhibits.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";

/** What is told of the paper of a passage that was chosen: whom it is addressed to, and what it and its writer say of it. */
export const paperLines = (passage: PassageCandidate, speech: Speech): string[] => [
  ...(passage.addressedTo === ""
    ? []
    : [speech.phrase("letter.addressed-to", { name: oneLine(passage.addressedTo, 60) })]),
  ...toldLines(passage, speech),
];

/** What is told of a passage in every list: what of it must not be said, of what day its words are where the claim has its paper's, in what state its paper says that it is, and what its writer wrote of it later. */
export const toldLines = (
  { evidence, daysApart, paperState, namedLater, mustNotBeSaid }: PassageCandidate,
  speech: Speech,
): string[] => [
  ...mustNotBeSaid.map((words) => speech.phrase("exhibit.says-unsaid", { words: oneLine(words, 80) })),
  ...daysApart.map(({ claimed, said }) => speech.phrase("choose.day-apart", { claimed, said: said.join("”, “") })),
  ...(paperState ? [speech.phrase("choose.paper-state", { words: oneLine(paperState.words, 200) })] : []),
  ...namedLater.map((naming) =>
    naming.evidenceId === evidence?.evidenceId
      ? speech.phrase("choose.denied-where-quoted", { words: oneLine(naming.words, 300) })
      : namedLaterLine(naming, speech),
  ),
];

/** What was written later of a paper, and by whom. */
export const namedLaterLine = (
  { title, day, words, writer }: Pick<NamedLater, "title" | "day" | "words" | "writer">,
  { phrase, locale }: Speech,
): string => {
  const facts = {
    title: oneLine(title, 60),
    day: dateInWords(day, locale) || phrase("item.no-date"),
    words: oneLine(words, 300),
  };
  return writer === ""
    ? phrase("choose.named-later", facts)
    : phrase("choose.named-later-by", { ...facts, name: oneLine(nameOf(writer), 60) });
};
