import type { Command } from "commander";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `telemetry`: what models and tools did, as tables. */
export const addTelemetryCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("telemetry")
    .argument("[run]", "a run id, or latest; else all of yours")
    .description("Counts of what models and tools did: answers taken and refused, why, tokens, tool calls.");
  givesMessage(command, "GetTelemetry");
  withExample(command, "pincite telemetry", "pincite telemetry latest");
  command.action((named: string | undefined, _options: unknown, self: Command) =>
    shell.connected(self, async (connection) => {
      const { runIdOf } = await import("../../../client/run-view.ts");
      const { telemetryLines } = await import("../../print/telemetry.ts");
      const runId = named === undefined ? "" : await runIdOf(connection, named);
      for (const line of telemetryLines(await connection.audit.getTelemetry({ runId }), shell.speech()))
        shell.say(line);
    }),
  );
};
