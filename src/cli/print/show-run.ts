import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  OrchestratorStateSchema,
  RunLifecycle,
  StagePhaseSchema,
} from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ItemDecision,
  type ItemState,
  MissingInput_Kind,
  NextAction_Kind,
  type RunContext,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { type PlainId, type Speech, speechOf } from "../../messages/speech.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { settlesDraft } from "../../show/settles-draft.ts";
import { staleAhead } from "../../show/stale.ts";
import { enumWord } from "../text/enum-word.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { besideLines } from "./beside-lines.ts";
import { candidateNotes } from "./candidates.ts";
import { itemText } from "./item-text.ts";
import { lateLetterLines } from "./letter-lines.ts";
import { seenLines } from "./look-words.ts";
import { absenceLines, shortId, slotCandidateLines } from "./slot-candidates.ts";
import { toolWord } from "./tool-word.ts";
import { requestLine } from "./turn.ts";

/**
 * A run as a person wants to read it: where it stands, the one thing to do next, what that needs, what is on the table. In the
 * run's language unless another is asked for.
 */
export const showRun = (view: RunView, speech = speechOf(view.context.locale)): string[] => [
  ...headLines(view.context, speech),
  "",
  ...nextLines(view.context, speech),
  ...commandLines(view.context),
  ...awaitedLines(view.context, speech),
  ...lateLetterLines(view.context, speech),
  ...titled(speech.phrase("screen.missing"), missingLines(view, speech)),
  ...itemLines(view, speech),
  ...titled(speech.phrase("screen.no-longer-holds"), staleLines(view.context, speech)),
  ...titled(speech.phrase("screen.waiting-tool-requests"), pendingLines(view.context, speech)),
  ...titled(speech.phrase("screen.suggested-searches"), suggestedLines(view, speech)),
  ...titled(speech.phrase("screen.a-turn-waits"), suspendedLines(view.context, speech)),
  ...titled(speech.phrase("screen.allowed-without-asking"), grantLines(view.context, speech)),
  ...titled(speech.phrase("screen.evidence"), evidenceLines(view, speech)),
  ...titled(speech.phrase("screen.tools-of-this-stage"), toolLines(view.context, speech)),
];

/** Title, id, the six stages with the current one marked, version. */
export const headLines = (context: RunContext, speech = speechOf(context.locale)): string[] => {
  const phase = speech.sentence(enumWord(StagePhaseSchema, context.phase).toLowerCase());
  return [
    `${context.title || speech.phrase("screen.no-title")}   ${context.runId}`,
    stageBar(context, speech),
    speech.phrase("screen.revision-version", { phase, revision: context.revision, contextVersion: context.version }),
  ];
};

/** The six stages in one line, such as `intent seed ✓  [SKELETON]  evidence needs …`. */
export const stageBar = (context: RunContext, speech = speechOf(context.locale)): string =>
  OrchestratorStateSchema.values
    .filter(({ number }) => number > 0)
    .map(({ number, localName }) => {
      const word = stageWord(localName, speech);
      if (context.lifecycle === RunLifecycle.FINALISED || number < context.state) return `${word} ✓`;
      return number === context.state ? `[${word.toUpperCase()}]` : word;
    })
    .join(" → ");

/** The name of a stage as a person reads it, in small letters. */
export const stageWord = (localName: string, speech: Speech): string =>
  speech.sentence(localName.toLowerCase().replaceAll("_", " "));

/** The call to action, and why it is not possible where it is not. */
export const nextLines = (context: RunContext, speech = speechOf(context.locale)): string[] => {
  const { nextAction } = context;
  if (nextAction === undefined) return [];
  // A finalised run is exported, by this program; what the server can still do is a rewind, and that is not the next thing.
  if (nextAction.kind === NextAction_Kind.DONE)
    return [speech.phrase("screen.next", { phrase: speech.phrase("item.export-the-memo") })];
  const line = speech.phrase("screen.next", {
    phrase: speech.isFirst
      ? nextAction.label
      : speech.sentence(saidOr(nextAction.labelSaid, nextAction.localisedLabel)),
  });
  if (nextAction.possible) return [line];
  return [
    line,
    ...wrap(speech.sentence(saidOr(nextAction.whyNotSaid, nextAction.whyNot))).map((each) => `      ${each}`),
  ];
};

/** Who is awaited, where somebody else than wrote it does the next thing. */
export const awaitedLines = (context: RunContext, speech: Speech): string[] => [
  ...secondLines(context, speech),
  ...(context.signatureAwaited ? wrap(speech.phrase("screen.signature-awaited")).map((each) => `      ${each}`) : []),
];

const secondLines = ({ secondPerson }: RunContext, speech: Speech): string[] => {
  if (!secondPerson) return [];
  const { itemIds, notBy, onlyBy, finalising } = secondPerson;
  const people = (list: readonly Principal[]) => list.map(({ name }) => name).join(", ");
  const who = {
    notBy: notBy.length > 0 ? people(notBy) : speech.phrase("four-eyes.awaited-by-anybody"),
    named: onlyBy.length > 0 ? speech.phrase("four-eyes.namely", { named: people(onlyBy) }) : "",
  };
  const line = finalising
    ? speech.phrase("four-eyes.awaited-finalising", who)
    : speech.phrase("four-eyes.awaited", { ...who, count: itemIds.length });
  return wrap(line).map((each) => `      ${each}`);
};

/** The command that does the next thing. */
const commandLines = ({ nextAction, runId, current, state }: RunContext): string[] => {
  const proposal = current.find(({ role }) => role === "proposal")?.ref?.digest.slice(0, 12);
  const commands: Readonly<Record<number, string>> = {
    [NextAction_Kind.PROPOSE]: `pincite run ${settlesDraft(nextAction, state) ? "go" : "guide"} ${runId}`,
    [NextAction_Kind.CONFIRM]: `pincite run confirm ${runId} --all --proposal ${proposal}`,
    [NextAction_Kind.ADVANCE]: `pincite run advance ${runId}`,
    [NextAction_Kind.DONE]: `pincite export ${runId} -o memo.md`,
    [NextAction_Kind.REWIND]: `pincite run rewind ${runId} --to evidence-binding`,
    [NextAction_Kind.WAIT]: `pincite run watch ${runId}`,
    [NextAction_Kind.CHOOSE]: `pincite run candidates ${runId} ${nextAction?.subjectId}`,
    [NextAction_Kind.DECIDE]: `pincite tool allow ${nextAction?.requestId}`,
    [NextAction_Kind.EXECUTE]: `pincite tool run ${nextAction?.requestId}`,
    [NextAction_Kind.DELIVER]: `pincite tool submit ${nextAction?.requestId} --output result.binpb`,
  };
  const command = commands[nextAction?.kind ?? 0];
  return command === undefined ? [] : [`      ${command}`];
};

/** What is missing, without the items that are listed below as waiting anyway. */
const missingLines = (view: RunView, speech: Speech): string[] => {
  const { missingInputs, items } = view.context;
  const listed = new Set(items.map(({ itemId }) => itemId));
  return missingInputs
    .filter(({ kind, subjectId }) => kind !== MissingInput_Kind.CONFIRMATION || !listed.has(subjectId))
    .flatMap(({ kind, subjectId, description, said }) => {
      const told = speech.sentence(saidOr(said, description));
      // A sentence that names its subject first needs no name before it.
      const subject = speech.itemName(subjectId);
      const isNamed = subject !== "" && told.startsWith(subject);
      const line = isNamed ? told : `${subject || speech.phrase("screen.the-stage")}: ${told}`;
      return kind === MissingInput_Kind.BINDING ? [line, ...absenceLines(view, subjectId, speech)] : [line];
    });
};

const itemLines = (view: RunView, speech: Speech): string[] => {
  const proposal = view.context.current.find(({ role }) => role === "proposal")?.ref?.digest;
  const title =
    proposal === undefined
      ? speech.phrase("screen.items")
      : speech.phrase("screen.items-of-proposal", { proposal: proposal.slice(0, 12) });
  return titled(
    title,
    view.context.items.flatMap((item) => [
      `${itemMark(item)} ${speech.itemName(item.itemId)}  ${oneLine(itemText(view, item.itemId, speech), 400)}`,
      ...slotCandidateLines(view, item.itemId, speech).map((line) => `    ${line}`),
      ...(item.decision === 0 && item.compareDigests.length > 0
        ? besideLines(view, item.itemId, speech).map((line) => `    ${line}`)
        : []),
      ...seenLines(item, view, speech).map((line) => `    ${line}`),
    ]),
  );
};

/** `[x]` confirmed, `[~]` confirmed earlier and carried over, `[-]` rejected, `[ ]` waiting, `( )` waiting and optional. */
export const itemMark = ({ decision, carriedOver, required }: ItemState): string => {
  if (decision === ItemDecision.REJECT) return "[-]";
  if (decision === ItemDecision.CONFIRM) return carriedOver ? "[~]" : "[x]";
  return required ? "[ ]" : "( )";
};

/** What must be confirmed again, with the path; what is gone altogether is named in one line, as nothing is to be done. */
const staleLines = (context: RunContext, speech: Speech): string[] => {
  const staleItems = staleAhead(context);
  const { itemName } = speech;
  const isGone = ({ itemId, path }: { readonly itemId: string; readonly path: readonly string[] }): boolean =>
    path.length === 1 && path[0] === `${itemId}/gone`;
  const gone = staleItems.filter(isGone).map(({ itemId }) => itemId);
  return [
    ...staleItems
      .filter((one) => !isGone(one))
      .map(({ itemId, explanation, said }) => `${itemName(itemId)}: ${speech.sentence(saidOr(said, explanation))}`),
    ...(gone.length === 0 ? [] : [speech.phrase("screen.no-longer-there", { gone: gone.map(itemName).join(", ") })]),
  ];
};

const pendingLines = (context: RunContext, speech: Speech): string[] =>
  context.pendingToolRequests.map(({ requestId, toolName, slotId, waitsFor, started }) => {
    const waits = started ? undefined : waitsWords[waitsFor];
    const asked = [requestId, toolWord(toolName, speech), speech.itemName(slotId)];
    return [...asked, waits && speech.phrase(waits)].filter(Boolean).join("  ");
  });

const waitsWords: Readonly<Partial<Record<WaitsFor, PlainId>>> = {
  [WaitsFor.DECISION]: "screen.waits-for-your-decision",
  [WaitsFor.EXECUTION]: "screen.waits-to-be-run",
  [WaitsFor.CLIENT]: "screen.waits-for-a-client",
  [WaitsFor.REVIEW]: "screen.was-cut-off-look-at-what-became-of-it",
};

/** Searches that the guide left to a person, with the command that runs one. */
const suggestedLines = ({ needs, context }: RunView, speech: Speech): string[] =>
  (needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ suggestedSearches }) => suggestedSearches)
    .flatMap((one) => [requestLine(one, speech), `    pincite tool run ${one.id} --run ${context.runId}`]);

/** The turn that goes on once what it asked for has come to something. */
const suspendedLines = ({ suspendedTurn }: RunContext, { phrase }: Speech): string[] => {
  if (!suspendedTurn) return [];
  const { turnId, requestIds } = suspendedTurn;
  return [phrase("screen.goes-on-after", { turnId, requestIds: requestIds.join(", ") || phrase("screen.this-call") })];
};

const grantLines = ({ toolGrants }: RunContext, speech: Speech): string[] =>
  toolGrants.map(({ toolName, expiresAtIso }) =>
    speech.phrase("screen.until", { toolWord: toolWord(toolName, speech), expiresAtIso }),
  );

const evidenceLines = ({ evidence }: RunView, speech: Speech): string[] =>
  (evidence?.entries ?? []).map(({ candidate, pinned, slotIds }) => {
    const about = [candidate?.occurredAtIso.slice(0, 10), candidate?.address, oneLine(candidate?.title ?? "", 60)];
    const serves = slotIds.length === 0 ? "" : ` → ${slotIds.map(speech.itemName).join(", ")}`;
    const mark = pinned ? `${speech.phrase("screen.pinned")} ` : "";
    const notes = candidate ? candidateNotes(candidate, speech).map((note) => ` (${note})`) : [];
    return `${mark}${about.filter(Boolean).join("  ")}${serves}  ${shortId(candidate?.evidenceId ?? "")}${notes.join("")}`;
  });

const toolLines = ({ allowedTools }: RunContext, speech: Speech): string[] =>
  allowedTools.map(({ toolName, autoRun, requiresUserConfirm }) =>
    [
      toolWord(toolName, speech),
      autoRun ? speech.phrase("screen.runs-at-once-when-the-model-asks") : "",
      requiresUserConfirm ? speech.phrase("screen.needs-your-confirmation") : "",
    ]
      .filter(Boolean)
      .join(" "),
  );

/** A heading with indented, wrapped lines under it; nothing at all for none. */
export const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines.flatMap(indented)];

const indented = (line: string): string[] => wrap(line).map((each, at) => `${at === 0 ? "  " : "      "}${each}`);
