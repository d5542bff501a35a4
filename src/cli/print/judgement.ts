import { type DraftJudgement, NotJudged, SentenceVerdict } from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";

/** Why a sentence was not judged, in words. */
const whys: Readonly<Record<NotJudged, PlainId>> = {
  [NotJudged.UNSPECIFIED]: "judge.why-unknown",
  [NotJudged.NO_ANSWER]: "judge.no-answer",
  [NotJudged.ANSWER_REFUSED]: "judge.answer-refused",
  [NotJudged.LEFT_OUT]: "judge.left-out",
  [NotJudged.RANGE_INVALID]: "judge.range-invalid",
  [NotJudged.HEALTH]: "judge.health",
  [NotJudged.TOO_LONG]: "judge.too-long",
  [NotJudged.TOO_MANY_LOOKS]: "judge.too-many-looks",
  [NotJudged.NO_WORDS]: "judge.no-words",
};

/** What a second reader said, counted, and each sentence that it did not judge. What it doubts stands as looks on the items. */
export const judgementLines = (judgement: DraftJudgement | undefined, { phrase, itemName }: Speech): string[] => {
  if (!judgement) return [];
  const { model, sentences } = judgement;
  const isJudged = ({ notJudged }: { readonly notJudged: NotJudged }) => notJudged === NotJudged.UNSPECIFIED;
  const doubts = sentences.flatMap(({ atoms }) => atoms).filter(({ verdict }) => verdict !== SentenceVerdict.SAID);
  const counts = { judged: sentences.filter(isJudged).length, doubts: doubts.length };
  return [
    phrase("judge.result", { model: oneLine(model, 120), ...counts }),
    ...sentences
      .filter((one) => !isJudged(one))
      .map(({ sentenceId, notJudged }) => {
        const why = phrase(whys[notJudged] ?? whys[NotJudged.UNSPECIFIED]);
        return `  ${phrase("judge.not-judged", { itemName: itemName(sentenceId), why })}`;
      }),
  ];
};
