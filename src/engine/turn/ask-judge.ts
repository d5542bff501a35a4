import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { NotJudged } from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { AskedSentence, JudgeTurn } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import { buildJudgeRequest, readJudgeTurn } from "../../model/judge-request.ts";
import { sha256 } from "../../sha256.ts";
import type { Runs } from "../run/runs.ts";
import { askBeside, type SideTurn } from "./ask-beside.ts";

/** A turn in which a second reader is asked. */
export interface JudgeAsker extends SideTurn {
  /** The draft and the ledger that its words are taken from. */
  readonly shown: { readonly draft: ArtifactRef | undefined; readonly ledger: ArtifactRef | undefined };
}

/** What a second reader said, or why nothing is known of the sentences it was asked about. */
export type Answer = JudgeTurn | NotJudged;

/** Asks a second reader about a few sentences; what it was shown and said is recorded, whatever became of it. */
export const askJudge = async (
  runs: Runs,
  turn: JudgeAsker,
  sentences: readonly AskedSentence[],
  step: number,
): Promise<Answer> => {
  const ids = sentences.map(({ sentenceId }) => sentenceId);
  const answer = await askBeside(runs, turn, {
    step,
    build: (at) => buildJudgeRequest(sentences, at, turn.shown, sha256),
    read: (raw, nonce) => readJudgeTurn(raw, nonce, ids),
    role: "judge_attempt",
    invalid: "judgement_invalid",
  });
  if (answer.said) return answer.said;
  return answer.isAway ? NotJudged.NO_ANSWER : NotJudged.ANSWER_REFUSED;
};
