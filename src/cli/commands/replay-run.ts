import type { Command } from "commander";
import { contextOf, loadRunView, readRun } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { parseChange } from "../fork/change.ts";
import { claimDifferences } from "../fork/claim-differences.ts";
import { type Forked, forkRun } from "../fork/fork-run.ts";
import { readRunEvents } from "../fork/inputs.ts";
import { forkLines, outcomeLines, placeOf } from "../print/replay.ts";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";

/** The flags of `replay`, as they are typed. */
export interface ReplayFlags {
  readonly data?: string;
  readonly user?: string;
  readonly with?: string;
  readonly into?: string;
  readonly show?: boolean;
}

/** Derives a run again from the folder of a server. Errors: REQUEST_INVALID; DATA_LOSS where anything comes out otherwise. */
export const replay = async (shell: Shell, deps: CliDeps, run: string, options: ReplayFlags): Promise<void> => {
  const dataDir = options.data ?? (deps.env ?? process.env).PINCITE_DATA;
  if (!dataDir) throw new DomainError("REQUEST_INVALID", worded("command.which-folder-name-the-servers-data-folder"));
  if (!deps.replay) throw new Error("this command line was made without a replay");
  const user = options.user === undefined ? {} : { user: options.user };
  const outcome = await deps.replay({ dataDir: shell.path(dataDir), run, ...user });
  for (const line of outcomeLines(outcome, shell.speech())) shell.say(line);
  const { difference } = outcome;
  if (!difference) return;
  throw new DomainError(
    "DATA_LOSS",
    worded("command.replay-with-the-version-that-made-the-run", {
      placeOf: placeOf(difference),
      what: difference.what,
    }),
  );
};

/** Takes a run again on a running server, with one thing changed, and tells what came out otherwise. */
export const fork = (
  shell: Shell,
  command: Command,
  named: string,
  words: string,
  into: string | undefined,
): Promise<void> =>
  shell.connected(command, async (connection) => {
    const change = parseChange(words);
    const parentContext = await readRun(connection, named);
    const { runId } = parentContext;
    const parent = await readRunEvents(connection, runId);
    const parentView = await loadRunView(connection, parentContext);
    const { runContext } = into
      ? await connection.orchestrator.getRun({ runId: into })
      : await connection.orchestrator.createRun({
          ...change.create,
          idempotencyKey: shell.newKey(),
          fork: { runId, change: change.words, ...change.fork },
        });
    const forked: Forked = await forkRun(connection, parent, parentView, change, contextOf(runContext));
    const view = await loadRunView(connection, forked.context);
    const differences = await claimDifferences(connection, parentView, view, change.lawDate);
    const made = { parentId: runId, change: words, forked, view, differences };
    for (const line of forkLines(made, shell.speech(parentContext))) shell.say(line);
  });
