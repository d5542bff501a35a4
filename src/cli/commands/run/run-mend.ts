import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { StageProposalSchema } from "../../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { MissingInput_Kind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { mendDraft } from "../../../client/mend-draft.ts";
import { contextOf, loadRunView, type RunView, readRun } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { itemIdTyped } from "../../../messages/speech.ts";
import { appliedLine, leftLine, markedLine } from "../../print/mend-words.ts";
import { showRun } from "../../print/show-run.ts";
import { framedProposal } from "../../proposal/framed-draft.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";
import { collect } from "./run-propose.ts";

/** `run mend`, `run mark-adverse`, `run dismiss`: what a draft needs before it is finalised, and only a person may do. */
export const addMendingCommands = (run: Command, shell: Shell): void => {
  const mend = run
    .command("mend")
    .argument("<run>")
    .argument("[sentences...]", "mend these sentences or claims, or `title`; default: every finding of the draft")
    .option("--words <text>", "the one sentence that is named, or the title, in other words")
    .option("--frame <field=text>", "a field of the letter's frame, such as place=Utrecht; repeat it", collect)
    .option("--drop-frame <field>", "a field of the letter's frame to empty; repeat it", collect)
    .description("DRAFT: apply what mends the findings: cite the entry that says it, leave out what cannot stay.");
  withExample(mend, "pincite run mend latest", 'pincite run mend latest sentence:3 --words "U wijst op artikel 8."');
  mend.action((named: string, sentences: string[], options: MendOptions, command: Command) =>
    mendRun(shell, command, named, sentences, options),
  );
  const mark = run
    .command("mark-adverse")
    .argument("<run>")
    .argument("<entry>", "the quote, by its entry or slot")
    .argument("<claims...>", "claims of the outline that these words speak against")
    .option("--off", "take the mark away")
    .description("SPAN_RESOLUTION: say that a quote speaks against a claim: the draft must answer it.");
  withExample(mark, "pincite run mark-adverse latest slot:2 claim:1");
  mark.action((named: string, entry: string, claims: string[], options: { off?: boolean }, command: Command) =>
    markAdverse(shell, command, named, { entry, claims, isOff: options.off ?? false }),
  );
  const dismiss = run
    .command("dismiss")
    .argument("<run>")
    .argument("<entry>", "the quote, by its entry or slot")
    .argument("<claim>", "the claim it is adverse to")
    .requiredOption("--reason <text>", "why it needs no answer; at least 10 characters")
    .description("DRAFT: say why adverse evidence needs no answer.");
  withExample(dismiss, 'pincite run dismiss latest slot:2 claim:1 --reason "gaat over een ander jaar"');
  dismiss.action((named: string, entry: string, claimId: string, { reason }: { reason: string }, command: Command) =>
    dismissAdverse(shell, command, named, { entry, claimId, reason }),
  );
};

interface MendOptions {
  readonly words?: string;
  readonly frame?: readonly string[];
  readonly dropFrame?: readonly string[];
}

const mendRun = (shell: Shell, command: Command, named: string, typed: readonly string[], options: MendOptions) =>
  shell.connected(command, async (connection) => {
    const only = typed.map(itemIdTyped);
    const view = await loadRunView(connection, await readRun(connection, named));
    if (options.frame || options.dropFrame) return put(shell, connection, view, framedProposal(view, options).proposal);
    const speech = shell.speech(view.context);
    const draft = draftOf(view);
    const findings = view.context.missingInputs.filter(
      ({ kind, subjectId }) =>
        kind === MissingInput_Kind.DRAFT_CHECK && (only.length === 0 || only.includes(subjectId)),
    );
    const given = new Map(options.words === undefined ? [] : [[theOne(only), options.words]]);
    const { proposal, applied, left } = mendDraft(draft, findings, { ...view, words: given });
    for (const one of applied) shell.say(appliedLine(one, speech));
    for (const one of left) shell.say(leftLine(one, speech));
    if (applied.length === 0 && given.size === 0) return shell.say(speech.phrase("mend.nothing"));
    await put(shell, connection, view, { case: "draftText", value: proposal });
  });

const theOne = (sentences: readonly string[]): string => {
  const [only, ...more] = sentences;
  if (only !== undefined && more.length === 0) return only;
  throw new DomainError("REQUEST_INVALID", worded("command-error.words-are-of-one-sentence-name-it-such-as"));
};

interface Marking {
  readonly entry: string;
  readonly claims: readonly string[];
  readonly isOff: boolean;
}

/** Puts the quotes of a binding forward again, word for word, with their marks: what is named takes the place of what is there. */
const markAdverse = (shell: Shell, command: Command, named: string, { entry, claims, isOff }: Marking) =>
  shell.connected(command, async (connection) => {
    const view = await loadRunView(connection, await readRun(connection, named));
    const marked = quotesNamed(view, entry);
    const ids = new Set(marked.map(({ entryId }) => entryId));
    const bindings = new Set(marked.map(({ bindingId }) => bindingId));
    const spans = (view.ledger?.entries ?? [])
      .filter(({ bindingId, span }) => bindings.has(bindingId) && span !== undefined)
      .map((one) => ({
        bindingId: one.bindingId,
        span: { case: "locator" as const, value: locatorOf(one) },
        adverseClaimIds: ids.has(one.entryId) ? marksOf(one, claims, isOff) : one.adverseClaimIds,
      }));
    for (const { entryId } of marked) shell.say(markedLine(entryId, claims, isOff, shell.speech(view.context)));
    await put(shell, connection, view, { case: "citationLedger", value: { spans } });
  });

const marksOf = ({ adverseClaimIds }: LedgerEntry, claims: readonly string[], isOff: boolean): string[] =>
  isOff ? adverseClaimIds.filter((id) => !claims.includes(id)) : [...new Set([...adverseClaimIds, ...claims])];

/** The quote's own characters, with what stands before and after them: they stand there once more, and nowhere else. */
const locatorOf = ({ span }: LedgerEntry) => ({
  docUid: span?.docUid ?? "",
  exactQuote: span?.excerpt ?? "",
  ...(span?.locator?.occurrenceIndex === undefined
    ? { contextBefore: span?.shownBefore ?? "", contextAfter: span?.shownAfter ?? "" }
    : { chunkUid: span.locator.chunkUid, occurrenceIndex: span.locator.occurrenceIndex }),
});

interface Dismissal {
  readonly entry: string;
  readonly claimId: string;
  readonly reason: string;
}

const dismissAdverse = (shell: Shell, command: Command, named: string, { entry, claimId, reason }: Dismissal) =>
  shell.connected(command, async (connection) => {
    const view = await loadRunView(connection, await readRun(connection, named));
    const adverseDismissals = quotesNamed(view, entry)
      .filter(({ adverseClaimIds }) => adverseClaimIds.includes(claimId))
      .map(({ entryId }) => ({ entryId, claimId, reason }));
    if (adverseDismissals.length === 0)
      throw new DomainError(
        "ITEM_UNKNOWN",
        worded("command.is-not-marked-as-adverse-to-nothing-to", { entry, claimId }),
      );
    const { title, sections } = mendDraft(draftOf(view), [], view).proposal;
    const { phrase, itemName } = shell.speech(view.context);
    for (const { entryId } of adverseDismissals)
      shell.say(phrase("mend.dismissed", { entry: itemName(entryId), claim: itemName(claimId) }));
    await put(shell, connection, view, { case: "draftText", value: { title, sections, adverseDismissals } });
  });

const draftOf = ({ draft }: RunView): DraftText => {
  if (draft) return draft;
  throw new DomainError("NOTHING_PROPOSED", worded("command-error.there-is-no-draft-yet-pincite-run-guide-or"));
};

/** The quotes of the ledger that a name stands for: one entry by its id, or all of a slot. Errors: ITEM_UNKNOWN. */
const quotesNamed = ({ ledger }: RunView, name: string): LedgerEntry[] => {
  const found = (ledger?.entries ?? []).filter(
    ({ entryId, slotId, span }) => span !== undefined && (entryId === name || slotId === name),
  );
  if (found.length > 0) return found;
  throw new DomainError("ITEM_UNKNOWN", worded("command.no-quote-is-in-the-ledger-pincite-run-show", { name }), {
    id: name,
  });
};

type Proposal = NonNullable<MessageInitShape<typeof StageProposalSchema>["proposal"]>;

const put = async (shell: Shell, connection: Connection, view: RunView, proposal: Proposal): Promise<void> => {
  const { runContext } = await connection.orchestrator.propose({
    runId: view.context.runId,
    idempotencyKey: shell.newKey(),
    expectedVersion: view.context.version,
    proposal: create(StageProposalSchema, { proposal }),
    // Quotes of other bindings stay under review; a draft is put forward whole.
    merge: proposal.case === "citationLedger",
  });
  const after = await loadRunView(connection, contextOf(runContext));
  for (const line of showRun(after, shell.speech(after.context))) shell.say(line);
};
