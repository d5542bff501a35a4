import type { Command } from "commander";
import { readRun } from "../../../client/run-view.ts";
import { explainLines } from "../../print/tool-call.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `tool explain` and `tool revoke`: what became of a call, and the end of a standing permission. */
export const addRecordCommands = (tool: Command, shell: Shell): void => {
  addExplain(tool, shell);
  addRevoke(tool, shell);
};

const addExplain = (tool: Command, shell: Shell): void => {
  const explain = tool
    .command("explain")
    .argument("<id>", "toolreq:… or toolres:…")
    .description("Which tool, why, allowed by whom, with what, what came back, what it was used for.");
  withExample(explain, "pincite tool explain toolreq:01J…");
  explain.action((id: string, _options: unknown, command: Command) =>
    shell.connected(command, async ({ tools }) => {
      const explained = await tools.explainToolCall({ id });
      shell.say(`${explained.request?.id ?? ""}  ${explained.request?.toolName ?? ""}`);
      for (const line of explainLines(explained)) shell.say(line);
    }),
  );
};

const addRevoke = (tool: Command, shell: Shell): void => {
  const revoke = tool
    .command("revoke")
    .argument("<run>")
    .argument("<tool>")
    .description("End the permission that `tool always` gave.");
  withExample(revoke, "pincite tool revoke latest lawbot.case_search");
  revoke.action((named: string, toolName: string, _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const { runId, version } = await readRun(connection, named);
      await connection.tools.revokeToolGrant({
        runId,
        toolName,
        idempotencyKey: shell.newKey(),
        expectedVersion: version,
      });
      shell.say(`${toolName} asks for a decision again`);
    }),
  );
};
