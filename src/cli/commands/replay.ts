import type { Command } from "commander";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";
import type { ReplayFlags } from "./replay-run.ts";

/** `replay`: a run derived again from its own journal; or, with one thing changed, taken again in a fork. */
export const addReplayCommand = (program: Command, shell: Shell, deps: CliDeps): void => {
  const command = program
    .command("replay")
    .argument("<run>", "its id, or `latest`")
    .option("--data <dir>", "data folder of the server that has it (else PINCITE_DATA); it is copied, never written to")
    .option("--user <name>", "whose run it is")
    .option("--with <change>", "model=provider/model, profile=NAME or law-date=2024-01-01: a fork on a running server")
    .option("--into <fork>", "go on with a fork that waited for a person")
    .option("--show", "show a running server's record of it event by event; nothing is derived, and nothing written")
    .description("Derive a run again from its own journal, without model, sources or network, and compare every byte.");
  withExample(
    command,
    "pincite replay latest --data ./pincite-data",
    "pincite replay latest --with law-date=2024-01-01",
    "pincite replay latest --show",
  );
  command.action(async (run: string, flags: ReplayFlags) => {
    if (flags.show) {
      const { showReplay } = await import("./replay-show.ts");
      const { ownTerminal } = await import("../show/terminal.ts");
      // What is written elsewhere than to the terminal is read there, whole.
      return showReplay(shell, command, run, () => (deps.stdout ? undefined : ownTerminal(deps.env ?? process.env)));
    }
    const { fork, replay } = await import("./replay-run.ts");
    return flags.with === undefined
      ? replay(shell, deps, run, flags)
      : fork(shell, command, run, flags.with, flags.into);
  });
};
