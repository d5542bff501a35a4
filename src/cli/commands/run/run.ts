import type { Command } from "commander";
import type { Shell } from "../../shell.ts";
import { addDecisionCommands } from "./run-decide.ts";
import { addEventsCommand } from "./run-events.ts";
import { addEvidenceCommands } from "./run-evidence.ts";
import { addProposalCommands } from "./run-propose.ts";
import { addReadingCommands } from "./run-read.ts";
import { addTurnCommands } from "./run-turn.ts";

/** `run …`: everything that drives one memo from intent to draft. */
export const addRunCommands = (program: Command, shell: Shell): void => {
  const run = program
    .command("run")
    .description("One memo, from intent to finalised draft. RUN is a run id, or `latest`.");
  addReadingCommands(run, shell);
  addTurnCommands(run, shell);
  addProposalCommands(run, shell);
  addEvidenceCommands(run, shell);
  addDecisionCommands(run, shell);
  addEventsCommand(run, shell);
};
