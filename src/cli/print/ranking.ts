import type { RankedBy } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type CandidateRanking, NotRanked } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import type { SlotOrder } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** Why the passages of a slot were not ordered, in words. */
const whys: Readonly<Record<NotRanked, PlainId>> = {
  [NotRanked.UNSPECIFIED]: "ranking.why-unknown",
  [NotRanked.NO_ANSWER]: "ranking.no-answer",
  [NotRanked.ANSWER_REFUSED]: "ranking.answer-refused",
  [NotRanked.LEFT_OUT]: "ranking.left-out",
  [NotRanked.NUMBERS_INVALID]: "ranking.numbers-invalid",
  [NotRanked.HEALTH]: "ranking.health",
  [NotRanked.NO_ROOM]: "ranking.no-room",
  [NotRanked.TOO_FEW]: "ranking.too-few",
};

const modelMax = 120;
const reasonMax = 200;

/** What a ranking came to, counted, and each slot that it did not order. */
export const rankingLines = (ranking: CandidateRanking | undefined, { phrase, itemName }: Speech): string[] => {
  if (!ranking) return [];
  const left = ranking.slots.filter(({ notRanked }) => notRanked !== NotRanked.UNSPECIFIED);
  const counts = { model: oneLine(ranking.model, modelMax), ranked: ranking.slots.length - left.length };
  return [
    ...wrap(phrase("ranking.result", counts)),
    ...left.map(({ slotId, notRanked }) => {
      const why = phrase(whys[notRanked] ?? whys[NotRanked.UNSPECIFIED]);
      return `  ${phrase("ranking.not-ordered", { itemName: itemName(slotId), why })}`;
    }),
  ];
};

/** Whose order a list is in; empty: nobody's but its own. */
export const orderSaid = (order: SlotOrder | undefined, { phrase }: Pick<Speech, "phrase">): string => {
  if (!order) return "";
  const model = oneLine(order.model, modelMax);
  const reason = oneLine(order.noneReason, reasonMax);
  if (order.noneSaysIt)
    return reason === ""
      ? phrase("ranking.none-says-it", { model })
      : phrase("ranking.none-says-it-because", { model, reason });
  return order.leftAside ? phrase("ranking.in-own-order") : phrase("ranking.in-its-order", { model });
};

/** What a model says of a passage, as its words, and where the passage stands without it; empty: it says nothing of it. */
export const rankedSaid = (ranked: RankedBy | undefined, { phrase }: Pick<Speech, "phrase">): string => {
  if (!ranked) return "";
  const model = oneLine(ranked.model, modelMax);
  const reason = oneLine(ranked.reason, reasonMax);
  const said =
    reason === ""
      ? phrase("ranking.according-to-without-reason", { model })
      : phrase("ranking.according-to", { model, reason });
  return `${said} (${phrase("ranking.place-before", { place: ranked.ownPlace })})`;
};
