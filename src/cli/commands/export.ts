import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { CitationStyle, ExportFormat } from "../../client/memo-export.ts";
import type { Shell } from "../shell.ts";
import { withExample } from "./example.ts";

interface ExportOptions {
  readonly format: ExportFormat;
  readonly citations: CitationStyle;
  readonly output?: string;
}

/** Written out, because the printers are loaded only once the command runs. */
const formats: ExportFormat[] = ["md", "html", "docx"];

/** `export`: the memo as a file for people. */
export const addExportCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("export")
    .argument("<run>", "a run id, or latest")
    .addOption(new Option("--format <format>", "form of the file").choices(formats).default("md"))
    .addOption(new Option("--citations <style>", "style of law citations").choices(["short", "full"]).default("short"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .description("Write the memo with footnotes, exhibits and provenance.");
  withExample(
    command,
    "pincite export latest --format md -o memo.md",
    "pincite export latest --format docx -o brief.docx",
  );
  command.action((run: string, options: ExportOptions, self: Command) =>
    shell.connected(self, async (connection) => {
      const { exportMemo } = await import("../../client/memo-export.ts");
      const { readRun } = await import("../../client/run-view.ts");
      const context = await readRun(connection, run);
      const { bytes, draftDigest } = await exportMemo(connection, context, options.citations, options.format);
      if (options.output === undefined) return shell.write(bytes);
      writeFileSync(shell.path(options.output), bytes);
      shell.say(`${shell.path(options.output)}  (${shell.speech(context).phrase("draft {1}", draftDigest)})`);
    }),
  );
};
