import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { CitationStyle } from "../../client/memo-export.ts";
import type { Shell } from "../shell.ts";
import { withExample } from "./example.ts";

/** `export`: the memo as a file for people. */
export const addExportCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("export")
    .argument("<run>", "a run id, or latest")
    .addOption(new Option("--format <format>", "form of the file").choices(["md"]).default("md"))
    .addOption(new Option("--citations <style>", "style of law citations").choices(["short", "full"]).default("short"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .description("Write the memo with footnotes, exhibits and provenance.");
  withExample(command, "pincite export latest --format md -o memo.md");
  command.action((run: string, options: { citations: CitationStyle; output?: string }, self: Command) =>
    shell.connected(self, async (connection) => {
      const { exportMemo } = await import("../../client/memo-export.ts");
      const { readRun } = await import("../../client/run-view.ts");
      const { markdown, draftDigest } = await exportMemo(connection, await readRun(connection, run), options.citations);
      if (options.output === undefined) return shell.write(new TextEncoder().encode(markdown));
      writeFileSync(shell.path(options.output), markdown);
      shell.say(`${shell.path(options.output)}  (draft ${draftDigest})`);
    }),
  );
};
