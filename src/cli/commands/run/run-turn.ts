import type { Command } from "commander";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import { searchResult } from "../../../client/search-result.ts";
import { takeTurnWith } from "../../follow-turn.ts";
import { searchLines } from "../../print/candidates.ts";
import { showRun } from "../../print/show-run.ts";
import { requestLine, resultLines, turnLines } from "../../print/turn.ts";
import type { Shell } from "../../shell.ts";
import { toolParams } from "../../tool-params.ts";
import { withExample } from "../example.ts";

/** `run guide`, `run exec` and `run search`: turns of the model, and tools. */
export const addTurnCommands = (run: Command, shell: Shell): void => {
  const guide = run
    .command("guide")
    .argument("<run>")
    .argument("[words...]", "what you say; nothing: go on")
    .option("--only <tools...>", "tools the model may ask for, of those the stage allows")
    .option("--no-tools", "no tools in this turn")
    .description("Have the model take a turn. It may search and propose; it confirms nothing.");
  withExample(guide, "pincite run guide latest", 'pincite run guide latest "Zoek de toezegging van het team"');
  guide.action((named: string, words: string[], options: GuideOptions, command: Command) =>
    takeTurn(shell, command, named, words.join(" "), options),
  );
  const exec = run
    .command("exec")
    .argument("<request>", "a waiting tool request, toolreq:…")
    .option("--confirm", "you confirm this very request, where it asks for that")
    .description("Run one recorded tool request, once.");
  withExample(exec, "pincite run exec toolreq:01J…");
  exec.action((requestId: string, options: { confirm?: boolean }, command: Command) =>
    execute(shell, command, requestId, options.confirm ?? false),
  );
  const ask = run
    .command("tool")
    .argument("<run>")
    .argument("<tool>", "vault.search, lawbot.search, vault.resolve_ids, lawbot.resolve_citations, …")
    .argument("<words...>", "query, ids or citations; `;` between several citations")
    .option("--slot <id>", "slot it serves", "")
    .option("--reason <text>", "why", "")
    .option("--confirm", "you confirm it, where the tool asks for that")
    .description("Ask for a tool yourself, and run it.");
  withExample(ask, 'pincite run tool latest vault.search "hybride werken" --slot slot:2');
  ask.action((named: string, tool: string, words: string[], options: ToolOptions, command: Command) =>
    runTool(shell, command, named, tool, words.join(" "), options),
  );
};

interface GuideOptions {
  readonly only?: string[];
  readonly tools: boolean;
}

const takeTurn = (
  shell: Shell,
  command: Command,
  named: string,
  userPrompt: string,
  options: GuideOptions,
): Promise<void> =>
  shell.connected(command, async (connection) => {
    const context = await readRun(connection, named);
    const { runId, version } = context;
    const speech = shell.speech(context);
    const turn = await takeTurnWith(shell, connection, {
      runId,
      userPrompt,
      idempotencyKey: shell.newKey(),
      expectedVersion: version,
      allowedTools: options.only ?? [],
      skipTools: !options.tools,
    });
    for (const line of turnLines(turn, speech)) shell.say(line);
    shell.say();
    for (const line of showRun(await loadRunView(connection, contextOf(turn.runContext)), speech)) shell.say(line);
  });

const execute = (shell: Shell, command: Command, requestId: string, confirmed: boolean): Promise<void> =>
  shell.connected(command, async (connection) => {
    const answer = await connection.orchestrator.executeToolRequest({
      requestId,
      idempotencyKey: shell.newKey(),
      confirmed,
    });
    const speech = shell.speech();
    for (const result of answer.toolResultLog?.results ?? []) {
      const [first = "", ...rest] = resultLines(result, speech);
      for (const line of [`${result.id}  ${first}`, ...rest]) shell.say(line);
      const found = await searchResult(connection, result.outputRef);
      if (found) for (const line of searchLines(found, speech)) shell.say(`  ${line}`);
    }
    const count = answer.evidenceSet?.entries.length ?? 0;
    shell.say(
      speech.phrase(count === 1 ? "screen.one-piece-of-evidence-so-far" : "screen.pieces-of-evidence-so-far", {
        count,
      }),
    );
  });

interface ToolOptions {
  readonly slot: string;
  readonly reason: string;
  readonly confirm?: boolean;
}

const runTool = (
  shell: Shell,
  command: Command,
  named: string,
  toolName: string,
  words: string,
  options: ToolOptions,
): Promise<void> =>
  shell.connected(command, async (connection) => {
    const context = await readRun(connection, named);
    const { runId, version } = context;
    const speech = shell.speech(context);
    const { request } = await connection.tools.requestTool({
      runId,
      idempotencyKey: shell.newKey(),
      expectedVersion: version,
      toolName,
      params: { params: toolParams(toolName, words) },
      reason: options.reason,
      slotId: options.slot,
    });
    if (request === undefined) return;
    shell.say(`${request.id}  ${requestLine(request, speech)}`);
    await execute(shell, command, request.id, options.confirm ?? false);
  });
