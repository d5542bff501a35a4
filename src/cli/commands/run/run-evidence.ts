import type { Command } from "commander";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import { nextLines, titled } from "../../print/show-run.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `run pin` and `run unpin`: evidence the person vouches for. */
export const addEvidenceCommands = (run: Command, shell: Shell): void => {
  const pin = run
    .command("pin")
    .argument("<run>")
    .argument("<evidence>", "vault:… or law:…, as the searches print it")
    .option("--slot <id>", "link it to this slot", "")
    .option("--note <text>", "a note for yourself", "")
    .description("Pin evidence. A pin binds nothing.");
  withExample(pin, "pincite run pin latest vault:<doc_uid> --slot slot:1");
  pin.action((named: string, evidenceId: string, options: { slot: string; note: string }, command: Command) =>
    shell.connected(command, async (connection) => {
      const { runId, version } = await readRun(connection, named);
      const { runContext } = await connection.orchestrator.pinEvidence({
        runId,
        idempotencyKey: shell.newKey(),
        expectedVersion: version,
        evidenceId,
        slotId: options.slot,
        note: options.note,
      });
      const view = await loadRunView(connection, contextOf(runContext));
      const speech = shell.speech(view.context);
      const pins = (view.evidence?.entries ?? []).filter(({ pinned }) => pinned);
      const lines = pins.map(({ candidate }) => `${candidate?.title ?? ""}  ${candidate?.evidenceId ?? ""}`);
      for (const line of [...titled(speech.phrase("Pinned"), lines), ...nextLines(view.context, speech)])
        shell.say(line);
    }),
  );
  const unpin = run.command("unpin").argument("<run>").argument("<evidence>").description("Take a pin back.");
  withExample(unpin, "pincite run unpin latest vault:<doc_uid>");
  unpin.action((named: string, evidenceId: string, _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const { runId, version } = await readRun(connection, named);
      const key = { runId, idempotencyKey: shell.newKey(), expectedVersion: version };
      const { runContext } = await connection.orchestrator.unpinEvidence({ ...key, evidenceId });
      const after = contextOf(runContext);
      for (const line of nextLines(after, shell.speech(after))) shell.say(line);
    }),
  );
};
