import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import { showRun } from "../../print/show-run.ts";
import { currentText, proposalOf } from "../../proposal/proposal.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `run edit`: the outline, the needs or the draft as a text, changed by hand and put forward again. */
export const addEditCommand = (run: Command, shell: Shell): void => {
  const edit = run
    .command("edit")
    .argument("<run>")
    .option("--print", "write the text to standard output, and change nothing")
    .description("Change the outline, the needs or the draft in your editor, and put it forward.");
  withExample(edit, "pincite run edit latest", "pincite run edit latest --print > draft.txt");
  edit.action((named: string, options: { print?: boolean }, command: Command) =>
    editRun(shell, command, named, options.print ?? false),
  );
};

const editRun = (shell: Shell, command: Command, named: string, isPrinted: boolean): Promise<void> =>
  shell.connected(command, async (connection) => {
    const view = await loadRunView(connection, await readRun(connection, named));
    const { runId, version } = view.context;
    const speech = shell.speech(view.context);
    const before = `${currentText(view, speech)}\n`;
    if (isPrinted) return shell.write(new TextEncoder().encode(before));
    const folder = mkdtempSync(join(tmpdir(), "pincite-"));
    const path = join(folder, "edit.txt");
    writeFileSync(path, before, { mode: 0o600 });
    try {
      await shell.edit(path);
      const bytes = readFileSync(path);
      if (bytes.toString() === before) {
        shell.say(speech.phrase("screen.nothing-was-changed"));
      } else {
        const proposal = proposalOf({}, { name: "edit.txt", bytes }, view);
        const { runContext } = await connection.orchestrator.propose({
          runId,
          idempotencyKey: shell.newKey(),
          expectedVersion: version,
          proposal,
        });
        for (const line of showRun(await loadRunView(connection, contextOf(runContext)), speech)) shell.say(line);
      }
    } catch (error) {
      // What a person wrote is not thrown away with the mistake that is in it.
      shell.note(speech.phrase("screen.your-text-is-in-mend-it-then-pincite-run", { path, runId }));
      throw error;
    }
    rmSync(folder, { recursive: true });
  });
