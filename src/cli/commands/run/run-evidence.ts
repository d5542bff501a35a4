import type { Command } from "commander";
import { PinRole } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { withWholeIds } from "../../../client/doc-ids.ts";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import { cutLines, lateLetterLines } from "../../print/letter-lines.ts";
import { nextLines, titled } from "../../print/show-run.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

interface PinOptions {
  readonly slot: string;
  readonly note: string;
  readonly answered?: boolean;
}

/** `run pin` and `run unpin`: evidence the person vouches for. */
export const addEvidenceCommands = (run: Command, shell: Shell): void => {
  const pin = run
    .command("pin")
    .argument("<run>")
    .argument("<evidence>", "vault:… (its first digits are enough) or law:…, as the searches print it")
    .option("--slot <id>", "link it to this slot", "")
    .option("--note <text>", "a note for yourself", "")
    .option("--answered", "it is the letter that the memo answers; one in a run")
    .description("Pin evidence. A pin binds nothing.");
  withExample(
    pin,
    "pincite run pin latest vault:<doc_uid> --answered",
    "pincite run pin latest vault:<doc_uid> --slot slot:1",
  );
  pin.action((named: string, evidenceId: string, options: PinOptions, command: Command) =>
    shell.connected(command, async (connection) => {
      const { runId, version, strandId } = await readRun(connection, named);
      const [whole = evidenceId] = await withWholeIds(connection.docs, strandId, [evidenceId]);
      const { runContext } = await connection.orchestrator.pinEvidence({
        runId,
        idempotencyKey: shell.newKey(),
        expectedVersion: version,
        evidenceId: whole,
        slotId: options.slot,
        note: options.note,
        role: options.answered ? PinRole.ANSWERED : PinRole.EVIDENCE,
      });
      const view = await loadRunView(connection, contextOf(runContext));
      const speech = shell.speech(view.context);
      const pins = (view.evidence?.entries ?? []).filter(({ pinned }) => pinned);
      const lines = pins.map(({ candidate }) => `${candidate?.title ?? ""}  ${candidate?.evidenceId ?? ""}`);
      const pinned = titled(speech.phrase("screen.pinned-2"), lines);
      const late = options.answered ? lateLetterLines(view.context, speech) : [];
      for (const line of [...pinned, ...cutLines(view, speech), ...late, ...nextLines(view.context, speech)])
        shell.say(line);
    }),
  );
  const unpin = run.command("unpin").argument("<run>").argument("<evidence>").description("Take a pin back.");
  withExample(unpin, "pincite run unpin latest vault:<doc_uid>");
  unpin.action((named: string, evidenceId: string, _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const { runId, version, strandId } = await readRun(connection, named);
      const [whole = evidenceId] = await withWholeIds(connection.docs, strandId, [evidenceId]);
      const key = { runId, idempotencyKey: shell.newKey(), expectedVersion: version };
      const { runContext } = await connection.orchestrator.unpinEvidence({ ...key, evidenceId: whole });
      const after = contextOf(runContext);
      for (const line of nextLines(after, shell.speech(after))) shell.say(line);
    }),
  );
};
