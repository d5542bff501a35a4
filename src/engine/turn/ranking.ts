import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  CandidateRankingSchema,
  NotRanked,
  type SlotRanking,
} from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import {
  type AskedSlot,
  AskedSlotSchema,
  RankPromptSchema,
  type RankTurn,
} from "../../../gen/pincite/model/v1/rank_turn_pb.ts";
import {
  type RankCandidatesResponse,
  RankCandidatesResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { buildRankRequest, rankBatches, readRankTurn } from "../../model/rank-request.ts";
import type { SideModel } from "../../model/side-model.ts";
import {
  cutRanking,
  Decision,
  decideRanked,
  notRanked,
  rankedSlots,
  shownIn,
  slotsToRank,
  turnEnded,
  whyUnasked,
  withinBudget,
} from "../../run/decide.ts";
import { type DecisionInput, EventDraft } from "../../run/kernel.ts";
import type { PlacedSlot } from "../../run/sought.ts";
import { sha256 } from "../../sha256.ts";
import { answered } from "../run/recorded-answer.ts";
import type { Runs } from "../run/runs.ts";
import { asked, rankedMax, sentencesFor } from "../run/sentences.ts";
import { askInBatches, type SideTurn } from "./ask-beside.ts";
import { beginTurn, type TurnCall } from "./turn-beginning.ts";
import { closeTurn } from "./turn-ending.ts";
import { withheldFrom } from "./withheld.ts";

/** A ranking under way. */
interface RankingTurn extends SideTurn {
  readonly slots: readonly AskedSlot[];
  /** Slots that did not fit into this turn, by slot_id. */
  readonly left: readonly string[];
  /** Documents whose words are kept from the model. */
  readonly withheld: ReadonlySet<string>;
  /** The passages and the needs that its words are taken from. */
  readonly shown: {
    readonly state: OrchestratorState;
    readonly passages: ArtifactRef;
    readonly needs: ArtifactRef | undefined;
  };
}

/**
 * Begins to have passages ordered: from here on only this turn writes. One that is suspended goes on waiting. Errors: UNSUPPORTED,
 * STAGE_FORBIDS, ITEM_UNKNOWN, UPSTREAM_UNAVAILABLE, and those of any turn.
 */
export const beginRanking = (
  runs: Runs,
  call: TurnCall,
  named: readonly string[],
  signal: AbortSignal,
): Promise<RankingTurn> =>
  beginTurn(
    runs,
    call,
    signal,
    async (input, turnId) => {
      const side = rankerOf(runs);
      const before = await runs.reader.maybe(CandidateRankingSchema, input.snapshot.ranking);
      const { now, left } = slotsToRank(input, named, rankedSlots(before));
      const found = await slotsFound(runs, input, now, signal);
      const papers = found.flatMap(({ passages }) => passages.map(({ evidenceId }) => evidenceId));
      const withheld = await withheldFrom(side, runs, input, papers, signal);
      const slots = withinBudget(found, new Set(withheld));
      const draft = new EventDraft(input);
      const { needs, state } = input.snapshot;
      const prompt = create(RankPromptSchema, {
        turnId,
        model: side.model,
        slotIds: [...named],
        slots,
        withheldEvidenceIds: withheld,
      });
      const passages = draft.record(RankPromptSchema, prompt, "rank_prompt", [needs]);
      const speaker = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: side.model });
      const shown = { state, passages, needs };
      return {
        decision: new Decision(input),
        draft,
        about: { side, speaker, slots, left: left.map(({ slot }) => slot.slotId), withheld: new Set(withheld), shown },
      };
    },
    { ranksCandidates: true },
  );

const rankerOf = ({ parts: { ranker } }: Runs): SideModel => {
  if (!ranker) throw new DomainError("UNSUPPORTED", worded("ranking.nobody-orders"));
  return ranker;
};

/** The slots to be ordered, each with its claim and all its passages. */
const slotsFound = async (
  runs: Runs,
  input: DecisionInput,
  placed: readonly PlacedSlot[],
  signal: AbortSignal,
): Promise<AskedSlot[]> => {
  const lists = await sentencesFor(runs, input, placed, { limit: rankedMax, signal });
  return placed.map(({ slot, claim }, at) =>
    create(AskedSlotSchema, {
      slotId: slot.slotId,
      claimText: claim.claimText,
      passages: (lists[at]?.candidates ?? []).slice(0, rankedMax).map(asked),
    }),
  );
};

/** Asks about every slot that may be asked about, records what was said, and ends the turn. */
export const rankSlots = async (runs: Runs, turn: RankingTurn): Promise<RankCandidatesResponse> => {
  const answers = await answersFor(runs, turn);
  return closeTurn(runs, turn, runs.kernel, async (input) => {
    const said = [
      ...turn.slots.map((slot) => rankingOf(turn, input, slot, answers)),
      ...turn.left.map((slotId) => notRanked(slotId, turn.speaker.name, NotRanked.NO_ROOM)),
    ];
    const before = await runs.reader.maybe(CandidateRankingSchema, input.snapshot.ranking);
    const { passages: shown } = turn.shown;
    const { decision, ref } = decideRanked(input, turn.speaker, { slots: said, before, shown });
    turnEnded(decision, new EventDraft(decision.input), turn.turnId, "completed");
    const { material } = decision.input;
    return {
      decision,
      ...answered(RankCandidatesResponseSchema, (after) =>
        create(RankCandidatesResponseSchema, {
          ranking: ref,
          runContext: runs.contextFor(after, material),
          turnId: turn.turnId,
        }),
      ),
    };
  });
};

/** What was said of a slot, or why nothing is known of it. */
type Answer = RankTurn | NotRanked;

/** What became of the call about each slot, by slot_id. */
const answersFor = async (runs: Runs, turn: RankingTurn): Promise<ReadonlyMap<string, Answer>> => {
  const slots = turn.slots.filter((one) => whyUnasked(one, turn.withheld) === undefined).map(shownIn);
  const answers = await askInBatches(runs, turn, rankBatches(slots), (batch) => ({
    build: (at) => buildRankRequest(batch, at, turn.shown, sha256),
    read: (raw, nonce) =>
      readRankTurn(
        raw,
        nonce,
        batch.map(({ slotId }) => slotId),
      ),
    role: "rank_attempt",
    invalid: "ranking_invalid",
  }));
  return new Map(
    Array.from(answers, ([{ slotId }, { said, isAway }]) => [
      slotId,
      said ?? (isAway ? NotRanked.NO_ANSWER : NotRanked.ANSWER_REFUSED),
    ]),
  );
};

const rankingOf = (
  { speaker: { name: model }, withheld }: RankingTurn,
  { snapshot }: DecisionInput,
  slot: AskedSlot,
  answers: ReadonlyMap<string, Answer>,
): SlotRanking => {
  const { slotId } = slot;
  const answer = whyUnasked(slot, withheld) ?? answers.get(slotId) ?? NotRanked.LEFT_OUT;
  if (typeof answer === "number") return notRanked(slotId, model, answer);
  const own = answer.slots.find((one) => one.slotId === slotId);
  const slotFingerprint = snapshot.slots.find((one) => one.slotId === slotId)?.fingerprint ?? "";
  return cutRanking(slot, own, { model, slotFingerprint }, sha256);
};
