import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { dateInWords } from "../../export/days.ts";
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
  { daysApart, paperState, namedLater, mustNotBeSaid }: PassageCandidate,
  { phrase, locale }: Speech,
): string[] => [
  ...mustNotBeSaid.map((words) => phrase("exhibit.says-unsaid", { words: oneLine(words, 80) })),
  ...daysApart.map(({ claimed, said }) => phrase("choose.day-apart", { claimed, said: said.join("”, “") })),
  ...(paperState ? [phrase("choose.paper-state", { words: oneLine(paperState.words, 200) })] : []),
  ...namedLater.map(({ title, day, words }) =>
    phrase("choose.named-later", {
      title: oneLine(title, 60),
      day: dateInWords(day, locale),
      words: oneLine(words, 300),
    }),
  ),
];
