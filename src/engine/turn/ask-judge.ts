import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { NotJudged } from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { AskedSentence, JudgeTurn } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import { buildJudgeRequest, readJudgeTurn } from "../../model/judge-request.ts";
import { type ModelOutput, ProviderError } from "../../model/provider.ts";
import type { SentenceJudge } from "../../model/sentence-judge.ts";
import { sha256 } from "../../sha256.ts";
import type { Runs } from "../run/runs.ts";
import { within } from "../run/within.ts";
import { recordSideAttempt } from "./side-attempt.ts";
import type { OpenTurn } from "./turn.ts";

/** A turn in which a second reader is asked. */
export interface JudgeAsker extends OpenTurn {
  readonly judge: SentenceJudge;
  /** The second reader as a principal: what it said is recorded in its name. */
  readonly reader: Principal;
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
  const { runId, turnId, judge, reader, fence } = turn;
  const nonce = Buffer.from(runs.parts.randomBytes(16)).toString("base64url");
  const modelId = judge.model.slice(judge.model.indexOf("/") + 1);
  const asked = buildJudgeRequest(sentences, { runId, turnId, step, nonce, modelId }, turn.shown, sha256);
  const { output, failure } = await generate(turn, asked);
  const ids = sentences.map(({ sentenceId }) => sentenceId);
  const isTooLong = output !== undefined && output.raw.length > asked.request.outputBytesMax;
  const said = failure || (isTooLong ? "the output is too long" : readJudgeTurn(output?.raw ?? nothing, nonce, ids));
  const isRefused = typeof said === "string";
  await recordSideAttempt(runs, { runId, as: reader, fence }, asked, {
    role: "judge_attempt",
    raw: isTooLong ? undefined : output?.raw,
    inputTokens: output?.inputTokens ?? 0,
    outputTokens: output?.outputTokens ?? 0,
    rejectReason: !isRefused ? "" : failure ? "provider_error" : "judgement_invalid",
    firstFailure: isRefused ? said : "",
    isAccepted: !isRefused,
  });
  if (!isRefused) return said;
  return failure ? NotJudged.NO_ANSWER : NotJudged.ANSWER_REFUSED;
};

const nothing = new Uint8Array();

/** What came, perhaps in part, and why not the whole of it; empty: it is whole. */
interface Generated {
  readonly output: ModelOutput | undefined;
  readonly failure: string;
}

const generate = async (
  { judge, signal }: Pick<JudgeAsker, "judge" | "signal">,
  { request }: ReturnType<typeof buildJudgeRequest>,
): Promise<Generated> => {
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs + 1_000)]);
    return { output: await within(until, (cut) => judge.provider.generate(request, cut)), failure: "" };
  } catch (error) {
    signal.throwIfAborted();
    const isTold = error instanceof ProviderError;
    const failure = isTold ? error.message : "the second reader did not answer";
    return { output: isTold ? error.partial : undefined, failure };
  }
};
