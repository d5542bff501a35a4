import { type JudgeTurn, JudgeTurnSchema } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import { misnamed, readSideAnswer, sideAnswerSchema } from "./side-envelope.ts";

/** JSON Schema (2020-12) of a second reader's whole output: one object for this nonce, about these sentences. */
export const judgeAnswerSchema = (nonce: string, sentenceIds: readonly string[]): string =>
  sideAnswerSchema(JudgeTurnSchema, nonce, { list: "sentences", id: "sentenceId" }, sentenceIds);

/** The most sentences and the most parts of one that an answer may have, as its proto says. */
const listMax = 20;

/**
 * Reads a second reader's output: an answer about sentences that were asked about, each once. Anything else is a sentence that says what
 * was wrong. Whether its ranges are there is for the kernel to say.
 */
export const readJudgeTurn = (raw: Uint8Array, nonce: string, sentenceIds: readonly string[]): JudgeTurn | string => {
  const turn = readSideAnswer(JudgeTurnSchema, raw, nonce);
  if (typeof turn === "string") return turn;
  const named = turn.sentences.map(({ sentenceId }) => sentenceId);
  const problem = misnamed(named, sentenceIds, "sentence");
  if (problem !== undefined) return problem;
  if (named.length > listMax || turn.sentences.some(({ atoms }) => atoms.length > listMax))
    return `it has more than ${listMax} parts`;
  return turn;
};
