import { type Command, InvalidArgumentError } from "commander";
import { PinRole } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunContext } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { letterNamed, withWholeIds } from "../../../client/doc-ids.ts";
import { claimOfSlot, passagesMost, passagesShown } from "../../../client/passages.ts";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import { itemIdTyped } from "../../../messages/speech.ts";
import { asksPlace, choosePassage, passagesFor, passagesNumbered } from "../../go/choose.ts";
import { clauseLines } from "../../print/clause-lines.ts";
import { lateLetterLines, shortenedLines } from "../../print/letter-lines.ts";
import { passageLines } from "../../print/passage-lines.ts";
import { orderSaid } from "../../print/ranking.ts";
import { nextLines, titled } from "../../print/show-run.ts";
import type { Shell } from "../../shell.ts";
import { wrap } from "../../text/plain.ts";
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
      const whole = options.answered
        ? await letterNamed(connection.docs, strandId, evidenceId)
        : ((await withWholeIds(connection.docs, strandId, [evidenceId]))[0] ?? evidenceId);
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
      for (const line of [...pinned, ...shortenedLines(view, speech), ...late, ...nextLines(view.context, speech)])
        shell.say(line);
    }),
  );
  addChoiceCommands(run, shell);
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

/** `run candidates` and `run choose`: the passages that may serve a slot, and which of them says it. */
const addChoiceCommands = (run: Command, shell: Shell): void => {
  const list = run
    .command("candidates")
    .argument("<run>")
    .argument("<slot>", "the slot, such as slot:3")
    .option("--query <words>", "look for these words in place of the claim's", "")
    .option("--paper <evidence>", "the sentences of this paper alone, in its order, vault:…", "")
    .option("--part <number>", "of a long paper the next 200 sentences are part 2, and so on", numberOf, 1)
    .option("--unranked", "in the order that they have without a model that orders them")
    .option("--all", "twenty and not five")
    .description("Show the passages that may serve a slot, best first, from all papers.");
  withExample(
    list,
    "pincite run candidates latest slot:3",
    'pincite run candidates latest slot:3 --query "loon november"',
    "pincite run candidates latest slot:3 --paper vault:<doc_uid>",
    "pincite run candidates latest slot:3 --unranked",
    "pincite run candidates latest slot:3 --all",
  );
  list.action(
    (
      named: string,
      slot: string,
      { query, paper, part, unranked = false, all = false }: ListOptions,
      command: Command,
    ) =>
      shell.connected(command, async (connection) => {
        const context = await readRun(connection, named);
        const slotId = itemIdTyped(slot);
        const view = await loadRunView(connection, context);
        const speech = shell.speech(context);
        const evidenceId = await evidenceIdOf(connection, context, paper);
        const most = all ? passagesMost : passagesShown;
        const sought = { slotIds: [slotId], most, query, evidenceId, ownOrder: unranked, partNumber: part };
        const listed = (await passagesFor(connection, context.runId, sought)).get(slotId);
        const { candidates = [], order, clausesElsewhere = [], standing, partCount = 0 } = listed ?? {};
        const stands = { chosen: view.choices.get(slotId), standing };
        const lines = passageLines(candidates, stands, claimOfSlot(view.needs, slotId), speech);
        for (const line of wrap(orderSaid(order, speech))) shell.say(line);
        if (lines.length === 0) shell.note(speech.phrase("choose.nothing-shares-a-word"));
        for (const line of [...lines, ...clauseLines(clausesElsewhere, speech)]) shell.say(line);
        if (partCount > 1) shell.note(speech.phrase("choose.part-of-paper", { number: part, count: partCount }));
        const more = `${query === "" ? "" : ` --query "${query}"`}${paper === "" ? "" : ` --paper ${paper}`}${part === 1 ? "" : ` --part ${part}`}${unranked ? " --unranked" : ""}`;
        if (lines.length > 0) shell.note(`  pincite run choose ${named} ${speech.itemTyped(slotId)} 1${more}`);
      }),
  );
  const pick = run
    .command("choose")
    .argument("<run>")
    .argument("<slot>", "the slot, such as slot:3")
    .argument("[number]", "the number of the passage among those shown", numberOf)
    .option("--query <words>", "the words with which it was shown", "")
    .option("--paper <evidence>", "the paper whose sentences were shown", "")
    .option("--part <number>", "the part of that paper that was shown", numberOf, 1)
    .option("--unranked", "it was shown in the order without a model")
    .option("--withdraw", "take the choice for the slot back")
    .description("Choose the passage that says it. It confirms nothing, and the guide leaves the slot alone.");
  withExample(pick, "pincite run choose latest slot:3 2", "pincite run choose latest slot:3 --withdraw");
  pick.action((named: string, slot: string, number: number | undefined, options: PickOptions, command: Command) =>
    shell.connected(command, async (connection) => {
      const context = await readRun(connection, named);
      const slotId = itemIdTyped(slot);
      const acting = { shell, connection };
      if (options.withdraw) {
        const after = await withdraw(acting, context, slotId);
        for (const line of nextLines(after, shell.speech(after))) shell.say(line);
        return;
      }
      const { needs } = await loadRunView(connection, context);
      const evidenceId = await evidenceIdOf(connection, context, options.paper);
      const sought = {
        query: options.query,
        evidenceId,
        ownOrder: options.unranked ?? false,
        partNumber: options.part,
      };
      const numbered = [{ slotId, number: number ?? 1 }];
      const chosen = await passagesNumbered(connection, context.runId, numbered, sought);
      let after = context;
      for (const one of chosen)
        after = await choosePassage(acting, after, { ...one, isPlace: asksPlace(needs, slotId) });
      const speech = shell.speech(after);
      // Between showing and choosing papers may have come: what was chosen is said, and can be taken back.
      shell.say(speech.phrase("choose.chosen-is", { slot: speech.itemTyped(slotId) }));
      for (const line of passageLines(
        chosen.map(({ passage }) => passage),
        {},
        claimOfSlot(needs, slotId),
        speech,
      ))
        shell.say(line);
      for (const line of nextLines(after, speech)) shell.say(line);
    }),
  );
};

interface ListOptions {
  readonly query: string;
  readonly paper: string;
  readonly part: number;
  readonly unranked?: boolean;
  readonly all?: boolean;
}

interface PickOptions extends ListOptions {
  readonly withdraw?: boolean;
}

/** A paper by its whole id; empty: none is named. */
const evidenceIdOf = async (connection: Connection, { strandId }: RunContext, typed: string): Promise<string> =>
  typed === "" ? "" : ((await withWholeIds(connection.docs, strandId, [typed]))[0] ?? typed);

const numberOf = (written: string): number => {
  const number = Number(written);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("it is a whole number from 1.");
};

const withdraw = async (
  { shell, connection }: { readonly shell: Shell; readonly connection: Connection },
  { runId, version }: RunContext,
  slotId: string,
): Promise<RunContext> => {
  const { runContext } = await connection.orchestrator.chooseEvidence({
    runId,
    idempotencyKey: shell.newKey(),
    expectedVersion: version,
    slotId,
    choice: { case: "withdrawn", value: true },
  });
  return contextOf(runContext);
};
