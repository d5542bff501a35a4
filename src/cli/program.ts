import { Command, CommanderError } from "commander";
import { addArtifactCommands } from "./commands/artifact.ts";
import { addDemoCommand } from "./commands/demo.ts";
import { addExportCommand } from "./commands/export.ts";
import { addLawCommands } from "./commands/law/law.ts";
import { addProtoCommands } from "./commands/proto.ts";
import { addKeyCommands } from "./commands/receipt/keys.ts";
import { addReceiptCommands } from "./commands/receipt/receipt.ts";
import { addTelemetryCommand } from "./commands/receipt/telemetry.ts";
import { addReplayCommand } from "./commands/replay.ts";
import { addRunCommands } from "./commands/run/run.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addStoreCommands } from "./commands/store.ts";
import { addToolCommands } from "./commands/tool/tool.ts";
import { addVaultCommands } from "./commands/vault.ts";
import { exitCodes, failureOf } from "./exit-code.ts";
import { createShell, defaultUrl, type Shell } from "./shell.ts";
import type { CliDeps } from "./types.ts";

/**
 * Runs one command line, without the program's own name in front, and resolves to its exit code (see exitCodes). Never
 * rejects for what a server or a person did; a fault of this program itself is thrown with its stack.
 */
export const runCli = async (argv: readonly string[], deps: CliDeps): Promise<number> => {
  const shell = createShell(deps);
  const program = createProgram(shell, deps);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    // --help and --version end that way too, with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const failure = failureOf(error);
    for (const line of failure.lines) shell.note(line);
    return failure.exitCode;
  }
};

/** The whole tree of commands. */
export const createProgram = (shell: Shell, deps: CliDeps): Command => {
  const program = new Command("pincite")
    .description("Legal memos in which every claim is pinned to the exact words of a source.")
    .option("--url <url>", `server to speak to (else PINCITE_URL, else ${defaultUrl})`)
    .addHelpText(
      "after",
      "\nFirst look:\n  pincite demo          a whole case, offline, with its own server\n  pincite serve         a server to work with\n\nExit codes: 0 done, 1 the run's state forbids it, 2 the command line is wrong, 3 not there,\n4 somebody was first or a turn is under way, 5 no server, 6 a fault to look at.",
    );
  prepare(program, shell, deps);
  addServeCommand(program, shell);
  addDemoCommand(program, shell, deps);
  addVaultCommands(program, shell);
  addLawCommands(program, shell);
  addRunCommands(program, shell);
  addToolCommands(program, shell);
  addReplayCommand(program, shell, deps);
  addArtifactCommands(program, shell);
  addReceiptCommands(program, shell);
  addKeyCommands(program, shell, deps);
  addStoreCommands(program, shell, deps);
  addTelemetryCommand(program, shell);
  addExportCommand(program, shell);
  addProtoCommands(program, shell);
  return program;
};

/** Set before any command is added, because commander hands these settings down to a command when it is added. */
const prepare = (program: Command, shell: Shell, deps: CliDeps): void => {
  const stdout = deps.stdout ?? process.stdout;
  program
    .exitOverride()
    .showHelpAfterError("(--help says how it is used)")
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => shell.note(text.trimEnd()),
    });
};
