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
import { enumWord } from "../text/enum-word.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { itemText } from "./item-text.ts";
import { seenLines } from "./look-words.ts";

/** A run as a person wants to read it: where it stands, the one thing to do next, what that needs, what is on the table. */
export const showRun = (view: RunView): string[] => [
  ...headLines(view.context),
  "",
  ...nextLines(view.context),
  ...commandLines(view.context),
  ...titled("Missing", missingLines(view.context)),
  ...itemLines(view),
  ...titled(
    "No longer holds",
    view.context.staleItems.map(({ itemId, explanation }) => `${itemId}: ${explanation}`),
  ),
  ...titled("Waiting tool requests", pendingLines(view.context)),
  ...titled("A turn waits", suspendedLines(view.context)),
  ...titled("Allowed without asking", grantLines(view.context)),
  ...titled("Evidence", evidenceLines(view)),
  ...titled("Tools of this stage", toolLines(view.context)),
];

/** Title, id, the six stages with the current one marked, version. */
export const headLines = (context: RunContext): string[] => [
  `${context.title || "(no title)"}   ${context.runId}`,
  stageBar(context),
  `${enumWord(StagePhaseSchema, context.phase).toLowerCase()}, revision ${context.revision}, version ${context.version}`,
];

/** The six stages in one line, such as `intent seed ✓  [SKELETON]  evidence needs …`. */
export const stageBar = ({ state, lifecycle }: RunContext): string =>
  OrchestratorStateSchema.values
    .filter(({ number }) => number > 0)
    .map(({ number, localName }) => {
      const word = localName.toLowerCase().replaceAll("_", " ");
      if (lifecycle === RunLifecycle.FINALISED || number < state) return `${word} ✓`;
      return number === state ? `[${localName.replaceAll("_", " ")}]` : word;
    })
    .join(" → ");

/** The call to action, and why it is not possible where it is not. */
export const nextLines = ({ nextAction }: RunContext): string[] => {
  if (nextAction === undefined) return [];
  const translated = nextAction.localisedLabel === nextAction.label ? "" : ` (${nextAction.localisedLabel})`;
  const line = `Next: ${nextAction.label}${translated}`;
  return nextAction.possible ? [line] : [line, ...wrap(nextAction.whyNot).map((each) => `      ${each}`)];
};

/** The command that does the next thing. */
const commandLines = ({ nextAction, runId, current }: RunContext): string[] => {
  const proposal = current.find(({ role }) => role === "proposal")?.ref?.digest.slice(0, 12);
  const commands: Readonly<Record<number, string>> = {
    [NextAction_Kind.PROPOSE]: `pincite run guide ${runId}, or pincite run propose ${runId} …`,
    [NextAction_Kind.CONFIRM]: `pincite run confirm ${runId} --all --proposal ${proposal}`,
    [NextAction_Kind.ADVANCE]: `pincite run advance ${runId}`,
    [NextAction_Kind.DONE]: `pincite export ${runId} -o memo.md`,
    [NextAction_Kind.WAIT]: `pincite run watch ${runId}`,
  };
  const command = commands[nextAction?.kind ?? 0];
  return command === undefined ? [] : [`      ${command}`];
};

/** What is missing, without the items that are listed below as waiting anyway. */
const missingLines = ({ missingInputs, items }: RunContext): string[] => {
  const listed = new Set(items.map(({ itemId }) => itemId));
  return missingInputs
    .filter(({ kind, subjectId }) => kind !== MissingInput_Kind.CONFIRMATION || !listed.has(subjectId))
    .map(({ subjectId, description }) => `${subjectId || "stage"}: ${description}`);
};

const itemLines = (view: RunView): string[] => {
  const proposal = view.context.current.find(({ role }) => role === "proposal")?.ref?.digest;
  const title = proposal === undefined ? "Items" : `Items of proposal ${proposal.slice(0, 12)}`;
  return titled(
    title,
    view.context.items.flatMap((item) => [
      `${itemMark(item)} ${item.itemId}  ${oneLine(itemText(view, item.itemId), 400)}`,
      ...seenLines(item, view.context).map((line) => `    ${line}`),
    ]),
  );
};

/** `[x]` confirmed, `[~]` confirmed earlier and carried over, `[-]` rejected, `[ ]` waiting, `( )` waiting and optional. */
export const itemMark = ({ decision, carriedOver, required }: ItemState): string => {
  if (decision === ItemDecision.REJECT) return "[-]";
  if (decision === ItemDecision.CONFIRM) return carriedOver ? "[~]" : "[x]";
  return required ? "[ ]" : "( )";
};

const pendingLines = (context: RunContext): string[] =>
  context.pendingToolRequests.map(({ requestId, toolName, slotId, waitsFor, started }) =>
    [requestId, toolName, slotId, started ? "" : waitsWords[waitsFor]].filter(Boolean).join("  "),
  );

const waitsWords: Readonly<Partial<Record<WaitsFor, string>>> = {
  [WaitsFor.DECISION]: "waits for your decision",
  [WaitsFor.EXECUTION]: "waits to be run",
  [WaitsFor.CLIENT]: "waits for a client",
  [WaitsFor.REVIEW]: "was cut off: look at what became of it",
};

/** The turn that goes on once what it asked for has come to something. */
const suspendedLines = ({ suspendedTurn }: RunContext): string[] =>
  suspendedTurn ? [`${suspendedTurn.turnId} goes on after ${suspendedTurn.requestIds.join(", ") || "this call"}`] : [];

const grantLines = ({ toolGrants }: RunContext): string[] =>
  toolGrants.map(({ toolName, expiresAtIso }) => `${toolName} until ${expiresAtIso}`);

const evidenceLines = ({ evidence }: RunView): string[] =>
  (evidence?.entries ?? []).map(({ candidate, pinned, slotIds }) => {
    const about = [candidate?.occurredAtIso.slice(0, 10), candidate?.address, oneLine(candidate?.title ?? "", 60)];
    const serves = slotIds.length === 0 ? "" : ` → ${slotIds.join(", ")}`;
    return `${pinned ? "pinned " : ""}${about.filter(Boolean).join("  ")}${serves}  ${candidate?.evidenceId ?? ""}`;
  });

const toolLines = ({ allowedTools }: RunContext): string[] =>
  allowedTools.map(({ toolName, autoRun, requiresUserConfirm }) =>
    [
      toolName,
      autoRun ? "(runs at once when the model asks)" : "",
      requiresUserConfirm ? "(needs your confirmation)" : "",
    ]
      .filter(Boolean)
      .join(" "),
  );

/** A heading with indented, wrapped lines under it; nothing at all for none. */
export const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines.flatMap(indented)];

const indented = (line: string): string[] => wrap(line).map((each, at) => `${at === 0 ? "  " : "      "}${each}`);
