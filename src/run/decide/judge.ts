import { create } from "@bufbuild/protobuf";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { DraftJudgedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { StageRecord } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import {
  type DraftJudgement,
  DraftJudgementSchema,
  type JudgedSentence,
  JudgedSentenceSchema,
  NotJudged,
} from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { looksMax, recordCandidate } from "../build/candidate.ts";
import { draftStored } from "../build/draft.ts";
import { doubtsIn, earlierDoubts } from "../doubts.ts";
import { stageRecord } from "../fold.ts";
import { auditMeta, type DecisionInput, EventDraft } from "../kernel.ts";
import { refuseFinalised } from "../refusals.ts";
import { stageOf } from "../stages.ts";
import { Decision } from "./decision.ts";

/** The draft under review, as a second reader is asked about it. Errors: RUN_FINALISED, STAGE_FORBIDS, NOTHING_PROPOSED. */
export const draftToJudge = ({ snapshot, material }: DecisionInput): { record: StageRecord; draft: DraftText } => {
  refuseFinalised(snapshot);
  const { state } = snapshot;
  if (state !== OrchestratorState.DRAFT)
    throw new DomainError("STAGE_FORBIDS", worded("judge.only-a-draft-is-read", { stageOfName: stageOf(state).name }), {
      state: stageOf(state).name,
    });
  const record = stageRecord(snapshot, state);
  const { draft } = material.proposals;
  if (record?.proposal && draft) return { record, draft };
  throw new DomainError("NOTHING_PROPOSED", worded("judge.there-is-no-draft-yet"));
};

/**
 * Records what a second reader said of the draft under review, and puts that same draft under review again where it comes to other
 * looks: the sentences concerned are asked again, and every other item stays decided as it was. It raises looks and does nothing else.
 */
export const decideJudged = (
  input: DecisionInput,
  reader: Principal,
  said: readonly JudgedSentence[],
): { readonly decision: Decision; readonly judgement: DraftJudgement } => {
  const { record, draft } = draftToJudge(input);
  const sentences = withRoom(said, record.items);
  const asReader = { ...input, actor: reader };
  const judgement = create(DraftJudgementSchema, {
    meta: auditMeta(asReader, "draft_judgement", [record.proposal]),
    ...(record.proposal ? { draft: record.proposal } : {}),
    model: reader.name,
    sentences,
    earlier: earlierDoubts(input.material.judgement, sentences),
  });
  const event = new EventDraft(asReader);
  const ref = event.record(DraftJudgementSchema, judgement, "draft_judgement", [record.proposal]);
  const value = create(DraftJudgedSchema, {
    ...(record.proposal ? { draft: record.proposal } : {}),
    judgement: ref,
    judgedCount: sentences.filter(({ notJudged }) => notJudged === NotJudged.UNSPECIFIED).length,
    notJudgedCount: sentences.filter(({ notJudged }) => notJudged !== NotJudged.UNSPECIFIED).length,
    doubtCount: sentences.flatMap(doubtsIn).length,
  });
  const decision = new Decision(input).add(
    { event: event.event({ case: "draftJudged", value }), artifacts: event.artifacts },
    { judgement },
  );
  return { decision: askedAgain(decision, record, draft), judgement };
};

/** A stage has room for so many looks: a sentence whose doubts do not fit any more is told as not judged. */
const withRoom = (said: readonly JudgedSentence[], items: readonly ItemState[]): JudgedSentence[] => {
  let room = looksMax - items.reduce((sum, { looks }) => sum + looks.length, 0);
  return said.map((one) => {
    const doubts = doubtsIn(one).length;
    if (doubts <= room) {
      room -= doubts;
      return one;
    }
    const { sentenceId, textSha256, compareDigests } = one;
    const why = NotJudged.TOO_MANY_LOOKS;
    return create(JudgedSentenceSchema, { sentenceId, textSha256, compareDigests, notJudged: why });
  });
};

/** The same draft under review again, where an item of it has become another. */
const askedAgain = (decision: Decision, record: StageRecord, draft: DraftText): Decision => {
  const { input } = decision;
  const candidate = draftStored(input, draft);
  const before = new Map(record.items.map((item) => [item.itemId, item.fingerprint]));
  if (candidate.items.every(({ itemId, fingerprint }) => before.get(itemId) === fingerprint)) return decision;
  const kernel = create(PrincipalSchema, { kind: Principal_Kind.KERNEL, name: "kernel" });
  return decision.add(recordCandidate({ ...input, actor: kernel }, candidate, { standing: record.items }));
};
