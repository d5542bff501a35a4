import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type JudgedSentence, NotJudged } from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import { JudgePromptSchema, type JudgeTurn } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import {
  type JudgeDraftResponse,
  JudgeDraftResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import {
  buildJudgeRequest,
  charsShown,
  judgeBatches,
  readJudgeTurn,
  shownCharsMax,
} from "../../model/judge-request.ts";
import type { SentenceJudge } from "../../model/sentence-judge.ts";
import {
  cutAnswer,
  Decision,
  decideJudged,
  draftToJudge,
  notJudged,
  type SentenceUnderJudgement,
  sentencesUnderJudgement,
  supersedeSuspended,
  turnEnded,
} from "../../run/decide.ts";
import { stageRecord } from "../../run/fold.ts";
import { type DecisionInput, EventDraft } from "../../run/kernel.ts";
import { sha256 } from "../../sha256.ts";
import { answered } from "../run/recorded-answer.ts";
import type { Runs } from "../run/runs.ts";
import { askInBatches, type SideTurn } from "./ask-beside.ts";
import { beginTurn, type TurnCall } from "./turn-beginning.ts";
import { closeTurn } from "./turn-ending.ts";
import { withheldFrom } from "./withheld.ts";

/** A second reading under way. */
interface SecondReading extends SideTurn {
  /** The draft and the ledger that its words are taken from. */
  readonly shown: { readonly draft: ArtifactRef | undefined; readonly ledger: ArtifactRef | undefined };
  readonly sentences: readonly SentenceUnderJudgement[];
  /** Documents whose words are kept from the second reader. */
  readonly withheld: ReadonlySet<string>;
}

/** Begins a second reading: from here on only it writes. Errors: UNSUPPORTED, STAGE_FORBIDS, NOTHING_PROPOSED, and those of any turn. */
export const beginReading = (runs: Runs, call: TurnCall, signal: AbortSignal): Promise<SecondReading> =>
  beginTurn(runs, call, signal, async (before, turnId) => {
    const { record } = draftToJudge(before);
    const judge = judgeOf(runs, before);
    const decision = supersedeSuspended(new Decision(before));
    const { input } = decision;
    const sentences = sentencesUnderJudgement(input);
    const cited = sentences.flatMap(({ documents }) => documents);
    const withheld = await withheldFrom(judge, runs, input, cited, signal);
    const draft = new EventDraft(input);
    const prompt = create(JudgePromptSchema, {
      turnId,
      model: judge.model,
      withheldEvidenceIds: withheld,
      ...(record.proposal ? { draft: record.proposal } : {}),
    });
    draft.record(JudgePromptSchema, prompt, "judge_prompt", [record.proposal]);
    const speaker = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: judge.model });
    const ledger = stageRecord(input.snapshot, OrchestratorState.SPAN_RESOLUTION)?.accepted;
    const shown = { draft: record.proposal, ledger };
    return { decision, draft, about: { side: judge, speaker, sentences, withheld: new Set(withheld), shown } };
  });

const judgeOf = (runs: Runs, { snapshot }: DecisionInput): SentenceJudge => {
  const { judge } = runs.parts;
  if (!judge) throw new DomainError("UNSUPPORTED", worded("judge.nobody-reads"));
  const [drafter] = snapshot.model.split("/");
  if (judge.draftsAs === undefined || judge.draftsAs !== drafter) return judge;
  const { model } = judge;
  throw new DomainError("UNSUPPORTED", worded("judge.reader-is-the-drafter", { model }), { model });
};

/** Asks about every sentence that may be asked about, records what was said, and ends the turn. */
export const readDraft = async (runs: Runs, turn: SecondReading): Promise<JudgeDraftResponse> => {
  const answers = await answersFor(runs, turn);
  const said = turn.sentences.map((one) => judgedFrom(turn, one, answers));
  return closeTurn(runs, turn, runs.kernel, (input) => {
    const { decision, judgement } = decideJudged(input, turn.speaker, said);
    turnEnded(decision, new EventDraft(decision.input), turn.turnId, "completed");
    const { material } = decision.input;
    return {
      decision,
      ...answered(JudgeDraftResponseSchema, (after) =>
        create(JudgeDraftResponseSchema, {
          judgement,
          runContext: runs.contextFor(after, material),
          turnId: turn.turnId,
        }),
      ),
    };
  });
};

/** What became of the call about each sentence, by sentence_id. */
const answersFor = async (runs: Runs, turn: SecondReading): Promise<ReadonlyMap<string, Answer>> => {
  const sentences = turn.sentences.filter((one) => whyUnasked(turn, one) === undefined).map((one) => one.asked);
  const answers = await askInBatches(runs, turn, judgeBatches(sentences), (batch) => ({
    build: (at) => buildJudgeRequest(batch, at, turn.shown, sha256),
    read: (raw, nonce) =>
      readJudgeTurn(
        raw,
        nonce,
        batch.map(({ sentenceId }) => sentenceId),
      ),
    role: "judge_attempt",
    invalid: "judgement_invalid",
  }));
  return new Map(
    Array.from(answers, ([{ sentenceId }, { said, isAway }]) => [
      sentenceId,
      said ?? (isAway ? NotJudged.NO_ANSWER : NotJudged.ANSWER_REFUSED),
    ]),
  );
};

/** Why nobody is asked about a sentence; undefined: somebody is. */
const whyUnasked = (
  { withheld }: SecondReading,
  { asked, documents }: SentenceUnderJudgement,
): NotJudged | undefined => {
  if (asked.excerpts.length === 0) return NotJudged.NO_WORDS;
  if (documents.some((one) => withheld.has(one))) return NotJudged.HEALTH;
  return charsShown(asked) > shownCharsMax ? NotJudged.TOO_LONG : undefined;
};

const judgedFrom = (
  turn: SecondReading,
  one: SentenceUnderJudgement,
  answers: ReadonlyMap<string, Answer>,
): JudgedSentence => {
  const { sentenceId } = one.asked;
  const answer = whyUnasked(turn, one) ?? answers.get(sentenceId) ?? NotJudged.LEFT_OUT;
  if (typeof answer === "number") return notJudged(one, answer, sha256);
  return cutAnswer(
    one,
    answer.sentences.find((other) => other.sentenceId === sentenceId),
    sha256,
  );
};

/** What a second reader said, or why nothing is known of the sentences it was asked about. */
type Answer = JudgeTurn | NotJudged;
