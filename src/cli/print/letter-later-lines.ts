import type { LaterOnLetter } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { dateInWords } from "../../export/days.ts";
import type { Speech } from "../../messages/speech.ts";
import type { LaterInDraft } from "../../show/letter-later.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** What the other side wrote later of a part of the letter, with the question whether its answer stands. */
export const laterSaid = ({ title, day, words, partId }: LaterOnLetter, { phrase, locale }: Speech): string =>
  phrase(partId.startsWith("claim:") ? "later.other-sum" : "later.says", {
    title: oneLine(title, 80),
    day: dateInWords(day, locale) || day,
    words: oneLine(words, 400),
  });

/** What was written later of what a draft answers, with the claims that say it; no lines where nothing was. */
export const letterLaterLines = (all: readonly LaterInDraft[], speech: Speech): string[] => {
  if (all.length === 0) return [];
  const { phrase, itemTyped } = speech;
  const lines = all.flatMap(({ said, claims }) => [
    ...wrap(laterSaid(said, speech), 86).map((line) => `      ${line}`),
    `      ${phrase("later.your-letter-says")}`,
    ...claims.flatMap(({ claimId, text }) =>
      wrap(`${itemTyped(claimId)}: ${oneLine(text, 300)}`, 84).map((line) => `        ${line}`),
    ),
    "",
  ]);
  return ["", phrase("later.heading"), ...wrap(phrase("later.why"), 92), "", ...lines];
};
