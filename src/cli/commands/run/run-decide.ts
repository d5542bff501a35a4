import type { Command } from "commander";
import {
  type OrchestratorState,
  OrchestratorStateSchema,
} from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, NextAction_Kind, type RunContext } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { contextOf, loadRunView, readRun } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { type Speech, speechOf } from "../../../messages/speech.ts";
import { wantsOwnYes } from "../../../show/compare.ts";
import { advance } from "../../go/act.ts";
import { signatureOf } from "../../go/signed.ts";
import { besideLines } from "../../print/beside-lines.ts";
import { itemText } from "../../print/item-text.ts";
import { leftToLookAt, lookLine } from "../../print/look-words.ts";
import { headLines, nextLines, showRun, stageWord, titled } from "../../print/show-run.ts";
import type { Shell } from "../../shell.ts";
import { type SignOption, signHelp, signingWith } from "../../signing.ts";
import { kindValue } from "../../text/kind-word.ts";
import { oneLine } from "../../text/plain.ts";
import { withExample } from "../example.ts";

/** `run confirm`, `run advance`, `run rewind`: what only a person may do. */
export const addDecisionCommands = (run: Command, shell: Shell): void => {
  const confirm = run
    .command("confirm")
    .argument("<run>")
    .argument("[items...]", "confirm these items, as --item does; the beginning of an id is enough")
    .option("--all", "confirm every item that has no looks and is not rejected here or before")
    .option("--item <ids...>", "confirm these items")
    .option("--looks", "confirm one item and name the looks it has; read them first with `run show`")
    .option("--reject <ids...>", "reject these items")
    .option("--advance", "go on to the next stage at once, where nothing is missing then")
    .option("--sign <key>", signHelp)
    .option("--proposal <digest>", "only if this proposal is still under review; its first characters are enough")
    .description("Decide about items of the proposal under review.");
  withExample(
    confirm,
    "pincite run confirm latest --all --proposal 3f2a9c01",
    "pincite run confirm latest --all --reject claim:4",
    "pincite run confirm latest --all --advance",
    "pincite run confirm latest binding:3 --looks",
    "pincite run confirm latest --all --sign ~/.ssh/id_ed25519",
  );
  confirm.action((named: string, items: string[], options: ConfirmOptions, command: Command) =>
    decide(shell, command, named, { ...options, item: [...items, ...(options.item ?? [])] }),
  );
  const advance = run
    .command("advance")
    .argument("<run>")
    .option("--sign <key>", signHelp)
    .description("Go on to the next stage; from DRAFT: finalise.");
  withExample(advance, "pincite run advance latest");
  advance.action((named: string, options: SignOption, command: Command) => goOn(shell, command, named, options));
  const rewind = run
    .command("rewind")
    .argument("<run>")
    .requiredOption("--to <stage>", "intent-seed, skeleton, evidence-needs, evidence-binding, span-resolution or draft")
    .option("--reason <text>", "why", "")
    .description("Go back to an earlier stage and keep what still holds.");
  withExample(rewind, 'pincite run rewind latest --to skeleton --reason "claim 2 says too much"');
  rewind.action((named: string, options: RewindOptions, command: Command) => goBack(shell, command, named, options));
};

interface ConfirmOptions extends SignOption {
  readonly all?: boolean;
  readonly looks?: boolean;
  readonly advance?: boolean;
  readonly item?: string[];
  readonly reject?: string[];
  readonly proposal?: string;
}

const decide = (shell: Shell, command: Command, named: string, options: ConfirmOptions): Promise<void> =>
  shell.connected(command, async (connection) => {
    const view = await loadRunView(connection, await readRun(connection, named));
    const speech = shell.speech(view.context);
    const items = decisionsOf(view.context, options, speech);
    for (const { itemId, lookFingerprints, shownDigests } of items) {
      for (const look of view.context.items.find((item) => item.itemId === itemId)?.looks ?? [])
        if (lookFingerprints.length > 0) shell.say(`${speech.itemName(itemId)}: ${lookLine(look, speech)}`);
      if (shownDigests.length > 0) for (const line of besideLines(view, itemId, speech)) shell.say(line);
    }
    const lines = items.map(({ itemId, decision }) => {
      const words = oneLine(itemText(view, itemId, speech), 200);
      return speech.phrase(decision === ItemDecision.CONFIRM ? "screen.confirm" : "screen.reject", {
        itemId: speech.itemName(itemId),
        words,
      });
    });
    for (const line of titled(speech.phrase("screen.you-decide"), lines)) shell.say(line);
    const { runId, version: expectedVersion } = view.context;
    const acting = { shell, connection, ...signingWith(shell, options) };
    const value = { proposalDigest: reviewedDigest(view.context, options.proposal), items };
    const { runContext } = await connection.orchestrator.confirm({
      runId,
      idempotencyKey: shell.newKey(),
      expectedVersion,
      ...value,
      ...(await signatureOf(acting, { runId, expectedVersion, act: { case: "decisions", value } })),
    });
    const confirmed = contextOf(runContext);
    const goesOn = options.advance === true && confirmed.nextAction?.kind === NextAction_Kind.ADVANCE;
    const after = goesOn ? await advance(acting, confirmed) : confirmed;
    for (const line of [...(goesOn ? headLines(after, speech) : []), ...nextLines(after, speech)]) shell.say(line);
    if (options.all) for (const line of leftToLookAt(after.items, after, speech)) shell.say(line);
  });

interface Decision {
  readonly itemId: string;
  readonly decision: ItemDecision;
  readonly lookFingerprints: string[];
  readonly shownDigests: string[];
}

/**
 * The decisions that flags ask for: what is rejected wins over --all, and --all leaves earlier decisions and everything with
 * looks alone. Looks are named by --looks, of one item.
 */
const decisionsOf = (context: RunContext, options: ConfirmOptions, speech: Speech): Decision[] => {
  const named = (options.item ?? []).map((id) => itemNamed(context, id));
  const rejected = new Set((options.reject ?? []).map((id) => itemNamed(context, id)));
  const waiting = context.items.filter((item) => item.decision === ItemDecision.UNSPECIFIED && !wantsOwnYes(item, {}));
  const confirmed = [...named, ...(options.all ? waiting.map(({ itemId }) => itemId) : [])];
  if (options.looks && (named.length !== 1 || options.all || rejected.size > 0))
    throw new DomainError("REQUEST_INVALID", worded("help.looks-confirms-one-item-in-a-call-of-its-own"));
  const looksOf = (id: string): string[] =>
    options.looks
      ? (context.items.find(({ itemId }) => itemId === id)?.looks ?? []).map((look) => look.fingerprint)
      : [];
  // Whoever names a sentence has its words and those it rests on before them: they are printed with the call.
  const comparedOf = (id: string): string[] =>
    named.includes(id) ? (context.items.find(({ itemId }) => itemId === id)?.compareDigests ?? []) : [];
  const items = [
    ...[...new Set(confirmed)]
      .filter((id) => !rejected.has(id))
      .map((itemId) => ({
        itemId,
        decision: ItemDecision.CONFIRM,
        lookFingerprints: looksOf(itemId),
        shownDigests: comparedOf(itemId),
      })),
    ...[...rejected].map((itemId) => ({
      itemId,
      decision: ItemDecision.REJECT,
      lookFingerprints: [],
      shownDigests: [],
    })),
  ];
  if (items.length > 0) return items;
  const left = leftToLookAt(context.items, context, speech);
  const why = options.all ? "every item is decided already" : "nothing is decided: give --all, --item or --reject";
  throw new DomainError("REQUEST_INVALID", options.all && left.length > 0 ? left.join("\n") : why);
};

/** The item whose id this is, or begins with; what fits none or several is left for the kernel to refuse. */
const itemNamed = ({ items }: RunContext, id: string): string => {
  const [only, ...more] = items.filter(({ itemId }) => itemId.startsWith(`${id}:`));
  return only && more.length === 0 && !items.some(({ itemId }) => itemId === id) ? only.itemId : id;
};

/** Digest of the proposal under review, which must be the one the person names, if they name one. */
const reviewedDigest = (context: RunContext, named: string | undefined): string => {
  const digest = context.current.find(({ role }) => role === "proposal")?.ref?.digest;
  if (digest === undefined) throw new DomainError("NOTHING_PROPOSED", worded("help.nothing-is-under-review"));
  if (named === undefined || digest.startsWith(named)) return digest;
  throw new DomainError(
    "PROPOSAL_SUPERSEDED",
    worded("help.proposal-is-under-review-not", { digest: digest.slice(0, 12), named }),
  );
};

const goOn = (shell: Shell, command: Command, named: string, options: SignOption): Promise<void> =>
  shell.connected(command, async (connection) => {
    const after = await advance(
      { shell, connection, ...signingWith(shell, options) },
      await readRun(connection, named),
    );
    for (const line of [...headLines(after, shell.speech(after)), ...nextLines(after, shell.speech(after))])
      shell.say(line);
  });

interface RewindOptions {
  readonly to: string;
  readonly reason: string;
}

const goBack = (shell: Shell, command: Command, named: string, options: RewindOptions): Promise<void> =>
  shell.connected(command, async (connection) => {
    const { runId, version } = await readRun(connection, named);
    const { runContext } = await connection.orchestrator.rewind({
      runId,
      idempotencyKey: shell.newKey(),
      expectedVersion: version,
      toState: stageOf(options.to),
      reason: options.reason,
    });
    const view = await loadRunView(connection, contextOf(runContext));
    for (const line of showRun(view, shell.speech(view.context))) shell.say(line);
  });

/** A stage by its name, as people type it. */
export const stageOf = (word: string): OrchestratorState => {
  const value = kindValue(OrchestratorStateSchema, word) ?? stageInDutch(word);
  if (value !== undefined) return value as OrchestratorState;
  const stages = OrchestratorStateSchema.values
    .slice(1)
    .map(({ localName }) => localName.toLowerCase().replaceAll("_", "-"));
  throw new DomainError("REQUEST_INVALID", worded("help.is-no-stage", { word, stages: stages.join(", ") }));
};

/** A stage by the name that a Dutch screen shows, such as `benodigd bewijs`. */
const stageInDutch = (word: string): number | undefined =>
  OrchestratorStateSchema.values.find(
    ({ number, localName }) =>
      number !== 0 && stageWord(localName, speechOf("nl")) === word.toLowerCase().replaceAll("-", " "),
  )?.number;
