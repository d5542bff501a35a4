import type { Command } from "commander";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";

/** `demo`: a whole case with its own server. */
export const addDemoCommand = (program: Command, shell: Shell, deps: CliDeps): void => {
  const command = program
    .command("demo")
    .option("--out <dir>", "folder for the memo (.md, .html, .docx), the artifacts and the store", "out")
    .option("--store <address>", "keep the runs in a database, postgres://…, instead of the folder", "")
    .option("--profile <id>", "another workflow profile, such as one of yours with a live model", "")
    .description("Answer a company's letter of 9 December from a made-up dossier, offline, stage by stage.");
  withExample(command, "pincite demo", "pincite demo --out ./my-demo");
  command.action((options: { out: string; profile: string; store: string }) => {
    if (!deps.demo) throw new Error("this command line was made without the demo");
    return deps.demo(shell, shell.path(options.out), options.profile, options.store);
  });
};
