import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { DomainError } from "../../error.ts";
import { tellingExhibits } from "../../export/telling-exhibits.ts";
import { worded } from "../../messages/said.ts";
import { extractsOf, goingLines } from "../print/exhibit-lines.ts";
import type { Shell } from "../shell.ts";
import { withExample } from "./example.ts";

interface ExportOptions {
  readonly format: string;
  readonly citations: "short" | "full";
  readonly output?: string;
  readonly redact?: boolean;
  readonly provenance?: "behind" | "alone";
  readonly extract?: readonly number[];
  readonly whole?: readonly number[];
}

/** Written out, because the help asks no server. */
const formats = ["md", "html", "docx", "pdf", "zip", "pincite"];

/** One of the numbers that exhibits go by. Errors: REQUEST_INVALID. */
const exhibitNumber = (typed: string, before: readonly number[] = []): number[] => {
  if (!/^[1-9]\d{0,2}$/u.test(typed))
    throw new DomainError("REQUEST_INVALID", worded("command.is-no-number-of-an-exhibit", { typed }));
  return [...before, Number(typed)];
};

/** `export`: the memo as a file for people. */
export const addExportCommand = (program: Command, shell: Shell): void => {
  const command = program
    .command("export")
    .argument("<run>", "a run id, or latest")
    .addOption(new Option("--format <format>", "form of the file").choices(formats).default("md"))
    .addOption(new Option("--citations <style>", "style of law citations").choices(["short", "full"]).default("short"))
    .option(
      "--redact",
      "with --format pincite: of the sources only what the memo cites, with the words shown around it",
    )
    .addOption(
      new Option("--provenance <where>", "add the sheet that tells how to check it, or write that alone").choices([
        "behind",
        "alone",
      ]),
    )
    .option(
      "--extract <numbers...>",
      "with --format zip: of these exhibits only the quoted words go along",
      exhibitNumber,
    )
    .option("--whole <numbers...>", "with --format zip: these exhibits go along whole, a table too", exhibitNumber)
    .option("-o, --output <file>", "write to a file instead of standard output")
    .description("Write the memo with footnotes and exhibits.");
  withExample(
    command,
    "pincite export latest --format md -o memo.md",
    "pincite export latest --format docx -o brief.docx",
    "pincite export latest --format pdf --provenance alone -o provenance.pdf",
    "pincite export latest --format zip --extract 3 5 -o producties.zip",
    "pincite export latest --format pincite -o memo.pincite",
    "pincite export latest --format pincite --redact -o memo-redacted.pincite",
  );
  command.action((run: string, options: ExportOptions, self: Command) => {
    const { redact = false } = options;
    if (redact && options.format !== "pincite")
      throw new DomainError("REQUEST_INVALID", worded("command.redact-is-about-proofs-say-format-pincite"));
    return shell.connected(self, async (connection) => {
      const { exportMemo, exportProof } = await import("../../client/memo-export.ts");
      const { loadRunView, readRun } = await import("../../client/run-view.ts");
      const { exhibitsSaying } = await import("../../client/exhibits-saying.ts");
      const context = await readRun(connection, run);
      const { format, citations, provenance } = options;
      const view = format === "zip" ? await loadRunView(connection, context) : undefined;
      const telling = view ? tellingExhibits(view, await exhibitsSaying(connection.docs, view)) : [];
      const extracts = extractsOf(telling, options);
      const order = { runId: context.runId, format, citations, extracts, ...(provenance ? { provenance } : {}) };
      const { bytes, head } =
        options.format === "pincite"
          ? await exportProof(connection, context.runId, redact)
          : await exportMemo(connection, order);
      for (const line of goingLines(telling, extracts, shell.speech(context))) shell.note(line);
      if (options.output === undefined) return shell.write(bytes);
      const path = shell.path(options.output);
      writeFileSync(path, bytes);
      const { phrase } = shell.speech(context);
      shell.say(
        options.format === "pincite"
          ? phrase("proof.the-proof-is-in-pincite-verify-checks-it", { path, output: options.output })
          : options.format === "zip"
            ? phrase("go.exhibits-are-in", { path })
            : phrase("go.draft", { path, draftDigest: head.draftDigest }),
      );
    });
  });
};
