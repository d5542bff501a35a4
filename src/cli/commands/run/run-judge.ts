import type { Command } from "commander";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import { judgementLines } from "../../print/judgement.ts";
import { showRun } from "../../print/show-run.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `run judge`: a second reading of the draft. */
export const addJudgeCommand = (run: Command, shell: Shell): void => {
  const judge = run
    .command("judge")
    .argument("<run>")
    .description(
      "Have a second reader, another model, read the draft beside its sources. It can only raise looks; it confirms nothing.",
    );
  withExample(judge, "pincite run judge latest");
  judge.action((named: string, _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const { runId, version } = await readRun(connection, named);
      const answer = await connection.orchestrator.judgeDraft({
        runId,
        idempotencyKey: shell.newKey(),
        expectedVersion: version,
      });
      const context = contextOf(answer.runContext);
      const speech = shell.speech(context);
      for (const line of judgementLines(answer.judgement, speech)) shell.say(line);
      shell.say();
      for (const line of showRun(await loadRunView(connection, context), speech)) shell.say(line);
    }),
  );
};
