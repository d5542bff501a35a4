import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import type { Connection } from "../../../client/connection.ts";
import { withWholeIds } from "../../../client/doc-ids.ts";
import { contextOf, loadRunView, type RunView, readRun } from "../../../client/run-view.ts";
import { leftToLookAt } from "../../print/look-words.ts";
import { nextLines, showRun } from "../../print/show-run.ts";
import { type ProposalFile, type ProposalFlags, proposalOf } from "../../proposal/proposal.ts";
import { explainQuote } from "../../proposal/refused-quote.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `run propose`: the person's own proposal for the current stage. */
export const addProposalCommands = (run: Command, shell: Shell): void => {
  const propose = run
    .command("propose")
    .argument("<run>")
    .description("Put something forward for the current stage, by flags or from a file.")
    .option("--confirm", "confirm all of it at once, but for what has looks")
    .option("--file <file>", "outline or draft as text, or any stage's proposal as a binary StageProposal (.pb)")
    .option(
      "--merge",
      "the file is a part: what it does not name stays (flags are always merged, a file is all there is)",
    )
    .option("--goal <text>", "INTENT_SEED: what is to be reached")
    .option("--tone <text>", "INTENT_SEED: tone")
    .option("--section <heading>", "INTENT_SEED: a heading; repeat it", collect)
    .option("--audience <who>", "INTENT_SEED: for whom, a reader of the kind of memo")
    .option("--locale <tag>", "INTENT_SEED: nl or en")
    .option("--reference-date <date>", "INTENT_SEED: day on which the law is read")
    .option("--party <role=Name <address>>", "INTENT_SEED: somebody of the case; repeat it", collect)
    .option("--drop-party <party>", "INTENT_SEED: a party to take out; repeat it", collect)
    .option(
      "--frame <field=text>",
      "INTENT_SEED: what stands around the letter, such as place=Utrecht; repeat it",
      collect,
    )
    .option("--drop-frame <field>", "INTENT_SEED: a field of the frame to empty; repeat it", collect)
    .option("--add <claim=KIND text>", "EVIDENCE_NEEDS: a slot to add; repeat it", collect)
    .option("--drop <slot>", "EVIDENCE_NEEDS: a slot to drop; repeat it", collect)
    .option("--optional <slot>", "EVIDENCE_NEEDS: a slot not to wait for; repeat it", collect)
    .option("--link <slot=evidence>", "EVIDENCE_NEEDS: link something found to a slot; repeat it", collect)
    .option(
      "--bind <slot=evidence>",
      "EVIDENCE_BINDING: vault:…[#place], law:…, toolres:… or statement:words; a place is p3, 5.2, artikel 5 or a heading",
      collect,
    )
    .option(
      "--dismiss <evidence=reason>",
      "EVIDENCE_BINDING: why a hit of the bound search does not matter; once for each hit",
      collect,
    )
    .option("--reason <text>", "EVIDENCE_BINDING: why this evidence serves")
    .option("--quote <binding=words>", "SPAN_RESOLUTION: exact words; NAME#2 takes the second place", collect);
  withExample(
    propose,
    'pincite run propose latest --goal "Reageren op de brief van 9 december" --confirm',
    "pincite run propose latest --party 'opponent=Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>' --confirm",
    "pincite run propose latest --file outline.txt",
    "pincite run propose latest --bind slot:1=vault:<doc_uid> --bind 'slot:2=law:<id>'",
    "pincite run propose latest --bind 'slot:3=vault:<doc_uid>#artikel 12'",
    "pincite run propose latest --bind slot:5=toolres:<ulid> --dismiss 'vault:<doc_uid>=gaat over een ander jaar'",
    "pincite run propose latest --quote 'slot:1=the exact words'",
  );
  propose.action((named: string, flags: Flags, command: Command) => proposeTo(shell, command, named, flags));
};

type Flags = ProposalFlags & { readonly file?: string; readonly confirm?: boolean; readonly merge?: boolean };

/** A flag that may be given again. */
export const collect = (value: string, sofar: readonly string[] = []): string[] => [...sofar, value];

const proposeTo = (shell: Shell, command: Command, named: string, flags: Flags): Promise<void> =>
  shell.connected(command, async (connection) => {
    const view = await loadRunView(connection, await readRun(connection, named));
    const { runId, version } = view.context;
    const proposal = proposalOf(await spelledOut(connection, view, flags), fileOf(shell, flags.file), view);
    const answer = await connection.orchestrator
      .propose({
        runId,
        idempotencyKey: shell.newKey(),
        expectedVersion: version,
        proposal,
        confirm: flags.confirm ?? false,
        merge: flags.merge ?? flags.file === undefined,
      })
      .catch(explainQuote(proposal, view, `pincite run propose ${named} --quote`, shell.speech(view.context)));
    const after = contextOf(answer.runContext);
    const speech = shell.speech(after);
    const shown = flags.confirm ? nextLines(after, speech) : showRun(await loadRunView(connection, after), speech);
    for (const line of shown) shell.say(line);
    if (flags.confirm) for (const line of leftToLookAt(after.items, after, speech)) shell.say(line);
  });

/** The flags with whole ids of documents where lists show their first digits. */
const spelledOut = async ({ docs }: Connection, { context }: RunView, flags: Flags): Promise<Flags> => {
  const whole = (texts: readonly string[] | undefined) =>
    texts === undefined ? undefined : withWholeIds(docs, context.strandId, texts);
  const [bind, link, dismiss] = await Promise.all([whole(flags.bind), whole(flags.link), whole(flags.dismiss)]);
  return { ...flags, ...(bind && { bind }), ...(link && { link }), ...(dismiss && { dismiss }) };
};

const fileOf = (shell: Shell, file: string | undefined): ProposalFile | undefined =>
  file === undefined ? undefined : { name: basename(file), bytes: readFileSync(shell.path(file)) };
