import { type RankTurn, RankTurnSchema } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import { misnamed, readSideAnswer, sideAnswerSchema } from "./side-envelope.ts";

/** JSON Schema (2020-12) of the whole output of a model that orders passages: one object for this nonce, about these slots. */
export const rankAnswerSchema = (nonce: string, slotIds: readonly string[]): string =>
  sideAnswerSchema(RankTurnSchema, nonce, { list: "slots", id: "slotId" }, slotIds);

/** The most slots that an answer may have, and the most passages of one, as its proto says. */
const [slotsMax, passagesMax] = [20, 60];

/**
 * Reads the output of a model that orders passages: an answer about slots that were asked about, each once. Anything else is a sentence
 * that says what was wrong. Whether it was shown the passages it names is for the kernel to say.
 */
export const readRankTurn = (raw: Uint8Array, nonce: string, slotIds: readonly string[]): RankTurn | string => {
  const turn = readSideAnswer(RankTurnSchema, raw, nonce);
  if (typeof turn === "string") return turn;
  const named = turn.slots.map(({ slotId }) => slotId);
  const problem = misnamed(named, slotIds, "slot");
  if (problem !== undefined) return problem;
  if (named.length > slotsMax) return `it has more than ${slotsMax} slots`;
  if (turn.slots.some(({ passages }) => passages.length > passagesMax))
    return `it has more than ${passagesMax} passages of a slot`;
  return turn;
};
