import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import type { Command } from "commander";
import {
  SentenceChange_Kind as Kind,
  type SentenceChange,
} from "../../../../gen/pincite/export/v1/export_service_pb.ts";
import { StageProposalSchema } from "../../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import type { MessageWith, Speech } from "../../../messages/speech.ts";
import { showRun } from "../../print/show-run.ts";
import type { Shell } from "../../shell.ts";
import { oneLine } from "../../text/plain.ts";
import { withExample } from "../example.ts";

/** `run read-back`: an edited Word file, told sentence by sentence and put forward. */
export const addReadBackCommand = (run: Command, shell: Shell): void => {
  const command = run
    .command("read-back")
    .argument("<run>")
    .argument("<file>", "the Word file that was exported and edited")
    .option("--print", "say what differs, and put nothing forward")
    .description("DRAFT: read an edited Word file back: what became of each sentence, put forward as a draft.");
  withExample(command, "pincite run read-back latest brief.docx");
  command.action((named: string, file: string, options: { print?: boolean }, self: Command) =>
    readBack(shell, self, { named, file, isPrinted: options.print ?? false }),
  );
};

interface Asked {
  readonly named: string;
  readonly file: string;
  readonly isPrinted: boolean;
}

const readBack = (shell: Shell, command: Command, { named, file, isPrinted }: Asked): Promise<void> =>
  shell.connected(command, async (connection) => {
    const { runId, version, locale } = await readRun(connection, named);
    const speech = shell.speech({ locale });
    const docx = new Uint8Array(readFileSync(shell.path(file)));
    const { proposal, changes, comments, tracked } = await connection.memoExport.readBack({ runId, docx });
    for (const change of changes) shell.say(changeLine(change, speech));
    for (const comment of comments) shell.say(speech.phrase("letter.comment", { comment: oneLine(comment, 300) }));
    if (tracked) shell.say(speech.phrase("letter.the-file-holds-tracked-changes-they-were-read"));
    if (changes.length === 0) return shell.say(speech.phrase("screen.nothing-was-changed"));
    if (isPrinted || !proposal) return;
    const { runContext } = await connection.orchestrator.propose({
      runId,
      idempotencyKey: shell.newKey(),
      expectedVersion: version,
      proposal: create(StageProposalSchema, { proposal: { case: "draftText", value: proposal } }),
    });
    for (const line of showRun(await loadRunView(connection, contextOf(runContext)), speech)) shell.say(line);
  });

const phrases: Readonly<Record<number, MessageWith<"sentence" | "text">>> = {
  [Kind.CHANGED]: "letter.changed",
  [Kind.MOVED]: "letter.moved",
  [Kind.DELETED]: "letter.deleted",
  [Kind.NEW]: "letter.new",
  [Kind.UNMAPPED]: "letter.no-part-of-the-draft",
};

const changeLine = ({ kind, sentenceId, text }: SentenceChange, { phrase, itemName }: Speech): string =>
  phrase(phrases[kind] ?? "letter.new", { sentence: itemName(sentenceId), text: oneLine(text, 300) });
