import type { Command } from "commander";
import { readRun } from "../../../client/run-view.ts";
import { searchResult } from "../../../client/search-result.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { searchLines } from "../../print/candidates.ts";
import { explainLines } from "../../print/tool-call.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `tool explain`, `tool hits` and `tool revoke`: what became of a call, what a search found, and the end of a standing permission. */
export const addRecordCommands = (tool: Command, shell: Shell): void => {
  addExplain(tool, shell);
  addHits(tool, shell);
  addRevoke(tool, shell);
};

const addExplain = (tool: Command, shell: Shell): void => {
  const explain = tool
    .command("explain")
    .argument("<id>", "toolreq:… or toolres:…")
    .description("Which tool, why, allowed by whom, with what, what came back, what it was used for.");
  givesMessage(explain, "ExplainToolCall");
  withExample(explain, "pincite tool explain toolreq:01J…");
  explain.action((id: string, _options: unknown, command: Command) =>
    shell.connected(command, async ({ tools }) => {
      const explained = await tools.explainToolCall({ id });
      shell.say(`${explained.request?.id ?? ""}  ${explained.request?.toolName ?? ""}`);
      for (const line of explainLines(explained, shell.speech())) shell.say(line);
    }),
  );
};

/** What a search found is looked at before anybody says that it does not matter. */
const addHits = (tool: Command, shell: Shell): void => {
  const hits = tool
    .command("hits")
    .argument("<id>", "toolreq:… or toolres:… of a search")
    .description("What a recorded search found, each with the id that --dismiss takes.");
  withExample(hits, "pincite tool hits toolres:01J…");
  hits.action((id: string, _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const { outputRef, result } = await connection.tools.explainToolCall({ id });
      const found = await searchResult(connection, outputRef);
      if (!found)
        throw new DomainError("REQUEST_INVALID", worded("help.is-no-search-that-found-or-missed-something", { id }));
      for (const line of [`${result?.id ?? id}  “${found.query}”`, ...searchLines(found, shell.speech())])
        shell.say(line);
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
      shell.say(shell.speech().phrase("screen.asks-for-a-decision-again", { toolName }));
    }),
  );
};
