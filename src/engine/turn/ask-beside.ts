import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { PromptedCall } from "../../model/manifest-prompts.ts";
import { type ModelOutput, ProviderError } from "../../model/provider.ts";
import type { SideModel } from "../../model/side-model.ts";
import type { SideCall } from "../../model/side-request.ts";
import type { Runs } from "../run/runs.ts";
import { within } from "../run/within.ts";
import { recordSideAttempt, type SideAttempt } from "./side-attempt.ts";
import type { OpenTurn } from "./turn.ts";

/** A turn in which a model beside the drafter is asked. */
export interface SideTurn extends OpenTurn {
  readonly side: SideModel;
  /** That model as a principal: what it said is recorded in its name. */
  readonly speaker: Principal;
}

/** One question: how it is put, how the answer is read, and what stands in the record of it. */
export interface SideAsk<A> {
  readonly step: number;
  build(at: SideCall): PromptedCall;
  /** Reads the output; a sentence says what was wrong with it. */
  read(raw: Uint8Array, nonce: string): A | string;
  readonly role: SideAttempt["role"];
  /** Canonical reason where the output is not what was asked for. */
  readonly invalid: string;
}

/** What came of a question. */
export interface SideAnswer<A> {
  /** Undefined: nothing that could be read. */
  readonly said?: A;
  /** Whether the model did not answer at all. */
  readonly isAway: boolean;
}

/** Asks a model beside the turn's own once; what it was shown and said is recorded, whatever became of it. */
const askBeside = async <A extends object>(
  runs: Runs,
  turn: SideTurn,
  { step, build, read, role, invalid }: SideAsk<A>,
): Promise<SideAnswer<A>> => {
  const { runId, turnId, side, speaker, fence } = turn;
  const nonce = Buffer.from(runs.parts.randomBytes(16)).toString("base64url");
  const modelId = side.model.slice(side.model.indexOf("/") + 1);
  const asked = build({ runId, turnId, step, nonce, modelId });
  const { output, failure } = await generate(turn, asked);
  const isTooLong = output !== undefined && output.raw.length > asked.request.outputBytesMax;
  const said = failure || (isTooLong ? "the output is too long" : read(output?.raw ?? nothing, nonce));
  const isRefused = typeof said === "string";
  await recordSideAttempt(runs, { runId, as: speaker, fence }, asked, {
    role,
    raw: isTooLong ? undefined : output?.raw,
    inputTokens: output?.inputTokens ?? 0,
    outputTokens: output?.outputTokens ?? 0,
    rejectReason: !isRefused ? "" : failure ? "provider_error" : invalid,
    firstFailure: isRefused ? said : "",
    isAccepted: !isRefused,
  });
  return isRefused ? { isAway: failure !== "" } : { said, isAway: false };
};

/** Asks in batches, the number of a batch as the step; once the model does not answer it is not asked any more. Gives what came of each. */
export const askInBatches = async <T, A extends object>(
  runs: Runs,
  turn: SideTurn,
  batches: readonly T[][],
  askOf: (batch: T[]) => Omit<SideAsk<A>, "step">,
): Promise<ReadonlyMap<T, SideAnswer<A>>> => {
  const answers = new Map<T, SideAnswer<A>>();
  let isAway = false;
  for (const [step, batch] of batches.entries()) {
    const answer: SideAnswer<A> = isAway ? { isAway } : await askBeside(runs, turn, { step, ...askOf(batch) });
    isAway = answer.isAway;
    for (const one of batch) answers.set(one, answer);
  }
  return answers;
};

const nothing = new Uint8Array();

/** What came, perhaps in part, and why not the whole of it; empty: it is whole. */
interface Generated {
  readonly output: ModelOutput | undefined;
  readonly failure: string;
}

const generate = async (
  { side, signal }: Pick<SideTurn, "side" | "signal">,
  { request }: PromptedCall,
): Promise<Generated> => {
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs + 1_000)]);
    return { output: await within(until, (cut) => side.provider.generate(request, cut)), failure: "" };
  } catch (error) {
    signal.throwIfAborted();
    const isTold = error instanceof ProviderError;
    const failure = isTold ? error.message : "the model did not answer";
    return { output: isTold ? error.partial : undefined, failure };
  }
};
