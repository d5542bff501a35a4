import type { Command } from "commander";
import { RunLifecycle } from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { watchMemo } from "../../../client/law-watch.ts";
import { readRun, runIdOf } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { watchedLines } from "../../print/law-watch.ts";
import type { Shell } from "../../shell.ts";
import { atLawBot } from "../at-service.ts";
import { withExample } from "../example.ts";

/** `law watch`. */
export const addLawWatchCommand = (law: Command, shell: Shell): void => {
  const watch = law
    .command("watch")
    .argument("[run]", "a finalised run: its id, or `latest`")
    .option("--all", "every finalised run of yours")
    .description("Hold the law that a finalised memo quotes against the newest text loaded.");
  withExample(watch, "pincite law watch latest", "pincite law watch --all");
  watch.action((named: string | undefined, { all }: { all?: boolean }, command: Command) =>
    atLawBot(shell, command, async (connection) => {
      if ((named === undefined) === !all)
        throw new DomainError("REQUEST_INVALID", worded("command-error.name-a-run-latest-is-the-newest-or-say-all"));
      const ids = named === undefined ? await finalised(connection) : [await runIdOf(connection, named)];
      for (const id of ids)
        for (const line of watchedLines(await watchMemo(connection, await readRun(connection, id)))) shell.say(line);
      if (ids.length === 0)
        shell.say(shell.speech().sentence("No run of yours is finalised; `pincite run list` shows where each stands."));
    }),
  );
};

/** The ids of all finalised runs, newest first. */
const finalised = async ({ orchestrator }: Connection): Promise<string[]> => {
  const ids: string[] = [];
  for (let pageToken = ""; ; ) {
    const page = await orchestrator.listRuns({ pageSize: 200, pageToken });
    ids.push(...page.runs.flatMap(({ runId, lifecycle }) => (lifecycle === RunLifecycle.FINALISED ? [runId] : [])));
    pageToken = page.nextPageToken;
    if (pageToken === "") return ids;
  }
};
