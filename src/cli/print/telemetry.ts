import type {
  GetTelemetryResponse,
  ModelCounts,
  ReasonCount,
  ToolCounts,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { OrchestratorStateSchema } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type Speech, speechOf } from "../../messages/speech.ts";
import { enumWord } from "../text/enum-word.ts";
import { table } from "../text/table.ts";

/** The counts as lines for a terminal. */
export const telemetryLines = (
  { models, tools, runs, turns }: GetTelemetryResponse,
  { phrase }: Speech = speechOf("en"),
): string[] => [
  phrase("record.run-and-turn-count", { runs, turns }),
  "",
  ...(models.length === 0
    ? [phrase("record.no-model-has-answered-yet")]
    : table([modelHead.map((one) => phrase(one)), ...models.map((one) => modelRow(one, phrase))])),
  "",
  ...(tools.length === 0
    ? [phrase("record.no-tool-was-asked-for-yet")]
    : table([toolHead.map((one) => phrase(one)), ...tools.map(toolRow)])),
];

const modelHead = [
  "record.model",
  "record.stage",
  "record.answers",
  "record.taken",
  "record.mended",
  "record.tool-calls",
  "record.tokens-in",
  "record.out",
  "record.refused-for",
  "record.as",
] as const;

const modelRow = (counts: ModelCounts, phrase: Speech["phrase"]): string[] => [
  counts.model,
  enumWord(OrchestratorStateSchema, counts.state),
  String(counts.attempts),
  String(counts.accepted),
  String(counts.repaired),
  rate(counts.toolCallAccepted, counts.toolCallAttempts, phrase),
  String(counts.inputTokens),
  String(counts.outputTokens),
  reasons(counts.reasons),
  reasons(counts.buckets),
];

const toolHead = [
  "record.tool",
  "record.asked",
  "screen.ok",
  "screen.empty",
  "screen.error",
  "record.refused",
  "record.unknown",
] as const;

const toolRow = ({ toolName, requested, ok, empty, error, refused, outcomeUnknown }: ToolCounts): string[] => [
  toolName,
  ...[requested, ok, empty, error, refused, outcomeUnknown].map(String),
];

/** `3 of 4 (75 %)`: of those asked for in some form, how many were taken. */
const rate = (taken: number, asked: number, phrase: Speech["phrase"]): string =>
  asked === 0 ? "-" : phrase("record.of", { taken, asked, round: Math.round((100 * taken) / asked) });

const reasons = (counts: readonly ReasonCount[]): string =>
  counts.length === 0 ? "-" : counts.map(({ reason, count }) => `${reason} ${count}`).join(", ");
