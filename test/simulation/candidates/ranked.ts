import { create } from "@bufbuild/protobuf";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { NotRanked } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import { type AskedSlot, AskedSlotSchema, type RankTurn } from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { asked, placeOf, rankedMax } from "../../../src/engine/run/sentences.ts";
import { rankerFromEnvironment } from "../../../src/model/providers/from-environment.ts";
import { buildRankRequest, rankBatches, readRankTurn } from "../../../src/model/rank-request.ts";
import type { SideModel } from "../../../src/model/side-model.ts";
import { cutRanking, inRankedOrder, passageKey, shownIn, whyUnasked, withinBudget } from "../../../src/run/decide.ts";
import { sha256 } from "../../../src/sha256.ts";
import { createClientTransport } from "../../../src/wire/client.ts";
import { byWords, reversed, ScriptedRanker } from "../../engine/rankers.ts";

/** What is no model: string matching, and the list turned round, so that the command can be seen to run. */
const noModels: Readonly<Record<string, () => SideModel>> = {
  "by-words": () => new ScriptedRanker(byWords),
  reversed: () => new ScriptedRanker(reversed),
};

/** Who orders passages by this name: a stand-in, or a provider with address, key and model as the environment has them. */
export const rankerNamed = (name: string): SideModel | undefined =>
  noModels[name]?.() ?? rankerFromEnvironment({ ...process.env, PINCITE_RANK_PROVIDER: name }, createClientTransport);

const atOnce = 8;

/** Passages of claims as a model orders them, by the same steps as a turn takes; and how many claims it did not order. */
export const rankedBy = async (
  ranker: SideModel,
  claims: readonly string[],
  lists: readonly (readonly PassageCandidate[])[],
): Promise<{ lists: (readonly PassageCandidate[])[]; notRanked: number }> => {
  const slots = claims.map((claimText, at) =>
    create(AskedSlotSchema, {
      slotId: `slot:${at + 1}`,
      claimText,
      passages: (lists[at] ?? []).slice(0, rankedMax).map(asked),
    }),
  );
  const ordered: (readonly PassageCandidate[])[] = [];
  let notRanked = 0;
  for (let from = 0; from < slots.length; from += atOnce) {
    const budgeted = withinBudget(slots.slice(from, from + atOnce), new Set());
    const turns = await turnsOf(ranker, budgeted);
    for (const [at, slot] of budgeted.entries()) {
      const answer = turns.flatMap((turn) => turn.slots).find(({ slotId }) => slotId === slot.slotId);
      const ranking = cutRanking(slot, answer, { model: ranker.model, slotFingerprint: "" }, sha256);
      if (ranking.notRanked !== NotRanked.UNSPECIFIED) notRanked++;
      ordered.push(inRankedOrder(lists[from + at] ?? [], (one) => passageKey(placeOf(one)), ranking));
    }
  }
  return { lists: ordered, notRanked };
};

const turnsOf = async (ranker: SideModel, slots: readonly AskedSlot[]): Promise<RankTurn[]> => {
  const turns: RankTurn[] = [];
  const shown = slots.filter((one) => whyUnasked(one, new Set()) === undefined).map(shownIn);
  for (const [step, batch] of rankBatches(shown).entries()) {
    const turn = await turnOf(ranker, batch, step);
    if (turn) turns.push(turn);
  }
  return turns;
};

const turnOf = async (
  { model, provider }: SideModel,
  batch: readonly AskedSlot[],
  step: number,
): Promise<RankTurn | undefined> => {
  const nonce = `campaign-${step}`;
  const modelId = model.slice(model.indexOf("/") + 1);
  const at = { runId: "run-campaign", turnId: "turn:campaign", step, nonce, modelId };
  const nothingRecorded = { state: OrchestratorState.EVIDENCE_NEEDS, passages: undefined, needs: undefined };
  const { request } = buildRankRequest(batch, at, nothingRecorded, sha256);
  try {
    const { raw } = await provider.generate(request, AbortSignal.timeout(request.timeoutMs));
    const ids = batch.map(({ slotId }) => slotId);
    const said = readRankTurn(raw, nonce, ids);
    return typeof said === "string" ? undefined : said;
  } catch {
    return undefined;
  }
};
