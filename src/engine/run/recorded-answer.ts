import { create, type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import type { EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  ErrorFactSchema,
  type RecordedAnswer,
  RecordedAnswerSchema,
} from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { type RunContext, RunContextSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError, type Reason, reasons } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { runContext } from "../../run/run-context.ts";
import { answerSpace } from "./kept-spaces.ts";
import { type LoadedRun, versionOf } from "./run-store.ts";
import type { Runs } from "./runs.ts";
import type { Written } from "./write.ts";

// What a repeated call is answered with. Most of an answer says where the run stood, which its journal says as well: kept
// whole for every command, such answers were a quarter of what a run stored.

/** What nearly every response has. */
interface Standing {
  runContext?: RunContext | undefined;
  evidenceSet?: EvidenceSet | undefined;
}

/** What a write answers, kept under the command's key. */
export const answered = <D extends DescMessage>(
  schema: D,
  answer: (after: LoadedRun) => MessageShape<D>,
): Pick<Written<MessageShape<D>>, "answer" | "record"> => ({
  answer,
  record: (response) => successAnswer(schema, response),
});

/** The bytes recorded as the answer of a command that succeeded: without what the journal tells again. */
export const successAnswer = <D extends DescMessage>(schema: D, response: MessageShape<D>): Uint8Array =>
  encode(recordedSuccess(schema, response));

/** The bytes recorded under the key of a command whose answer is a record of its own. */
export const answerKeptApart = (): Uint8Array => encode({ keptApart: true });

/** The same as a message. */
export const recordedSuccess = <D extends DescMessage>(schema: D, response: MessageShape<D>): Part => {
  const { runContext: context, evidenceSet } = response as Standing;
  if (!context) return { typeName: schema.typeName, value: toBinary(schema, response) };
  const { runId, version, allowedTools } = context;
  const short: Standing = { runContext: create(RunContextSchema, { runId, version, allowedTools }) };
  const value = toBinary(schema, { ...response, evidenceSet: undefined, ...short });
  const evidenceSetDerived = evidenceSet !== undefined;
  return { typeName: schema.typeName, value, contextDerived: true, evidenceSetDerived };
};

/** The bytes recorded as the answer of a command that failed after it had begun to act. */
export const failureAnswer = (error: DomainError): Uint8Array =>
  encode({
    errorReason: error.reason,
    errorMessage: error.message,
    errorFacts: Object.entries(error.facts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => create(ErrorFactSchema, { name, value })),
  });

type Part = Partial<Omit<RecordedAnswer, "$typeName" | "$unknown">>;

const encode = (answer: Part): Uint8Array => toBinary(RecordedAnswerSchema, create(RecordedAnswerSchema, answer));

/** The recorded answer, given again: the same response, or the same failure. Errors: that failure, DATA_LOSS. */
export const repeatedAnswer = async <D extends DescMessage>(
  runs: Runs,
  schema: D,
  { bytes, key }: { readonly bytes: Uint8Array; readonly key: string },
): Promise<MessageShape<D>> => {
  const recorded = fromBinary(RecordedAnswerSchema, bytes);
  const answer = recorded.keptApart ? await keptAnswer(runs, key) : recorded;
  if (answer.errorReason !== "") throw repeatedFailure(answer);
  const response = fromBinary(schema, answer.value);
  if (answer.contextDerived) await complete(runs, response as Standing, answer.evidenceSetDerived);
  return response;
};

/** Errors: ERASED where the run was, DATA_LOSS. */
const keptAnswer = async (runs: Runs, key: string): Promise<RecordedAnswer> => {
  const answer = await runs.index.get(answerSpace, key);
  if (answer) return answer;
  const [runId = ""] = key.split("/");
  await runs.load(runId);
  throw new DomainError("DATA_LOSS", worded("erasure-error.the-answer-of-a-call-on-run-is-gone-restore", { runId }), {
    run_id: runId,
  });
};

/** Puts back what was left out: the run as it stood at the version that the answer names. */
const complete = async (runs: Runs, response: Standing, withEvidenceSet: boolean): Promise<void> => {
  const { runId = "", version = "", allowedTools = [] } = response.runContext ?? {};
  const run = await runs.at(runId, Number(version.split("-")[0]));
  if (versionOf(run.head) !== version)
    throw new DomainError(
      "DATA_LOSS",
      worded("error.the-journal-of-run-has-no-version-restore-the", { runId, version }),
      { run_id: runId },
    );
  response.runContext = runContext(
    run.snapshot,
    version,
    allowedTools,
    await runs.titleOf(run),
    await runs.shownOf(run),
  );
  if (withEvidenceSet) response.evidenceSet = await runs.evidenceOf(run);
};

const repeatedFailure = (answer: RecordedAnswer): DomainError => {
  const reason = reasons.find((one) => one === answer.errorReason) ?? ("INTERNAL" satisfies Reason);
  return new DomainError(reason, answer.errorMessage, {
    ...Object.fromEntries(answer.errorFacts.map(({ name, value }) => [name, value])),
    repeated: "true",
  });
};
