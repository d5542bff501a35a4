import { create } from "@bufbuild/protobuf";
import {
  type ModelCounts,
  ModelCountsSchema,
  type ReasonCount,
  ReasonCountSchema,
  type ToolCounts,
  ToolCountsSchema,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type Bucket, bucketOf } from "../../model/telemetry.ts";

/** The buckets in the order they are shown. */
const bucketOrder: readonly Bucket[] = [
  "evidence_invalid",
  "quote_not_found",
  "tool_syntax",
  "cot_leak",
  "format_error",
];

/** One answer of a model, as far as it is counted. */
export interface CountedAttempt {
  readonly model: string;
  readonly state: OrchestratorState;
  /** Empty: taken. */
  readonly rejectReason: string;
  readonly heldToolCall: boolean;
  readonly wasRepaired: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The counts of one answer. */
export const attemptCounts = (attempt: CountedAttempt): ModelCounts => {
  const accepted = attempt.rejectReason === "";
  const bucket = bucketOf(attempt.rejectReason);
  return create(ModelCountsSchema, {
    model: attempt.model,
    state: attempt.state,
    attempts: 1,
    accepted: Number(accepted),
    toolCallAttempts: Number(attempt.heldToolCall),
    toolCallAccepted: Number(attempt.heldToolCall && accepted),
    inputTokens: BigInt(attempt.inputTokens),
    outputTokens: BigInt(attempt.outputTokens),
    reasons: accepted ? [] : [once(attempt.rejectReason)],
    buckets: bucket ? [once(bucket)] : [],
    repaired: Number(accepted && attempt.wasRepaired),
  });
};

const once = (reason: string): ReasonCount => create(ReasonCountSchema, { reason, count: 1 });

/** Sums by model and stage, in order of model, then stage. */
export const sumModels = (counts: readonly ModelCounts[]): ModelCounts[] =>
  [...Map.groupBy(counts, ({ model, state }) => `${model} ${state}`).values()]
    .map((same) => same.reduce(addModels))
    .toSorted((a, b) => (a.model === b.model ? a.state - b.state : a.model < b.model ? -1 : 1));

const addModels = (a: ModelCounts, b: ModelCounts): ModelCounts =>
  create(ModelCountsSchema, {
    model: a.model,
    state: a.state,
    attempts: a.attempts + b.attempts,
    accepted: a.accepted + b.accepted,
    toolCallAttempts: a.toolCallAttempts + b.toolCallAttempts,
    toolCallAccepted: a.toolCallAccepted + b.toolCallAccepted,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasons: sumReasons([...a.reasons, ...b.reasons], (x, y) => (x < y ? -1 : 1)),
    buckets: sumReasons([...a.buckets, ...b.buckets], (x, y) => rank(x) - rank(y)),
    repaired: a.repaired + b.repaired,
  });

const rank = (bucket: string): number => bucketOrder.indexOf(bucket as Bucket);

const sumReasons = (counts: readonly ReasonCount[], order: (a: string, b: string) => number): ReasonCount[] =>
  [...Map.groupBy(counts, ({ reason }) => reason)]
    .map(([reason, same]) =>
      create(ReasonCountSchema, { reason, count: same.reduce((sum, { count }) => sum + count, 0) }),
    )
    .toSorted((a, b) => order(a.reason, b.reason));

/** What happened to a request of a tool: that it was made, or how it ended, as ToolFinished names it. */
export const toolCount = (toolName: string, happened: string): ToolCounts =>
  create(ToolCountsSchema, {
    toolName,
    requested: Number(happened === "requested"),
    ok: Number(happened === "OK"),
    empty: Number(happened === "EMPTY"),
    error: Number(happened === "ERROR"),
    refused: Number(happened === "REFUSED"),
    outcomeUnknown: Number(happened === "OUTCOME_UNKNOWN"),
  });

/** Sums by tool, in order of name. */
export const sumTools = (counts: readonly ToolCounts[]): ToolCounts[] =>
  [...Map.groupBy(counts, ({ toolName }) => toolName).values()]
    .map((same) => same.reduce(addTools))
    .toSorted((a, b) => (a.toolName < b.toolName ? -1 : 1));

const addTools = (a: ToolCounts, b: ToolCounts): ToolCounts =>
  create(ToolCountsSchema, {
    toolName: a.toolName,
    requested: a.requested + b.requested,
    ok: a.ok + b.ok,
    empty: a.empty + b.empty,
    error: a.error + b.error,
    refused: a.refused + b.refused,
    outcomeUnknown: a.outcomeUnknown + b.outcomeUnknown,
  });
