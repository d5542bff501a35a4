import type { Command } from "commander";
import type {
  GetTelemetryResponse,
  ModelCounts,
  ReasonCount,
  ToolCounts,
} from "../../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { OrchestratorStateSchema } from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { runIdOf } from "../../../client/run-view.ts";
import type { Shell } from "../../shell.ts";
import { enumWord } from "../../text/enum-word.ts";
import { table } from "../../text/table.ts";
import { withExample } from "../example.ts";

/** `telemetry`: what models and tools did, as tables. */
export const addTelemetryCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("telemetry")
    .argument("[run]", "a run id, or latest; else all of yours")
    .description("Counts of what models and tools did: answers taken and refused, why, tokens, tool calls.");
  withExample(command, "pincite telemetry", "pincite telemetry latest");
  command.action((named: string | undefined, _options: unknown, self: Command) =>
    shell.connected(self, async (connection) => {
      const runId = named === undefined ? "" : await runIdOf(connection, named);
      for (const line of telemetryLines(await connection.audit.getTelemetry({ runId }))) shell.say(line);
    }),
  );
};

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
