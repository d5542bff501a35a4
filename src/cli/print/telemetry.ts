import type {
  GetTelemetryResponse,
  ModelCounts,
  ReasonCount,
  ToolCounts,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { OrchestratorStateSchema } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { enumWord } from "../text/enum-word.ts";
import { table } from "../text/table.ts";

/** The counts as lines for a terminal. */
export const telemetryLines = ({ models, tools, runs, turns }: GetTelemetryResponse): string[] => [
  `${plural(runs, "run")}, ${plural(turns, "turn")}`,
  "",
  ...(models.length === 0 ? ["No model has answered yet."] : table([modelHead, ...models.map(modelRow)])),
  "",
  ...(tools.length === 0 ? ["No tool was asked for yet."] : table([toolHead, ...tools.map(toolRow)])),
];

const modelHead = [
  "MODEL",
  "STAGE",
  "ANSWERS",
  "TAKEN",
  "MENDED",
  "TOOL CALLS",
  "TOKENS IN",
  "OUT",
  "REFUSED FOR",
  "AS",
];

const modelRow = (counts: ModelCounts): string[] => [
  counts.model,
  enumWord(OrchestratorStateSchema, counts.state),
  String(counts.attempts),
  String(counts.accepted),
  String(counts.repaired),
  rate(counts.toolCallAccepted, counts.toolCallAttempts),
  String(counts.inputTokens),
  String(counts.outputTokens),
  reasons(counts.reasons),
  reasons(counts.buckets),
];

const toolHead = ["TOOL", "ASKED", "OK", "EMPTY", "ERROR", "REFUSED", "UNKNOWN"];

const toolRow = ({ toolName, requested, ok, empty, error, refused, outcomeUnknown }: ToolCounts): string[] => [
  toolName,
  ...[requested, ok, empty, error, refused, outcomeUnknown].map(String),
];

/** `3 of 4 (75 %)`: of those asked for in some form, how many were taken. */
const rate = (taken: number, asked: number): string =>
  asked === 0 ? "-" : `${taken} of ${asked} (${Math.round((100 * taken) / asked)} %)`;

const reasons = (counts: readonly ReasonCount[]): string =>
  counts.length === 0 ? "-" : counts.map(({ reason, count }) => `${reason} ${count}`).join(", ");

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;
