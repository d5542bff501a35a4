import type { StateNode } from "xstate";
import { machineVersion, runMachine } from "../../src/run/machine.ts";

/**
 * The machine as a page with a picture, read off the machine itself: what the page shows is what decides. Mermaid cannot
 * draw an arrow from inside one composite state into another, so arrows between stages start at the stage's border and
 * say in which phase they are taken (its labels hold no second colon); events that may come in every stage, and the rewinds, stand in tables beside it.
 */
interface Arrow {
  readonly event: string;
  readonly guard: string;
  readonly from: readonly string[];
  /** Path of the state it leads to; empty when the run stays where it is. */
  readonly to: readonly string[];
}

const node = runMachine.root as unknown as StateNode<never, never>;

/** The transitions of one state, in the order in which they are tried. */
const arrowsOf = (from: StateNode<never, never>): Arrow[] =>
  [...from.transitions.values()].flat().map((one) => ({
    event: String(one.eventType),
    guard: guardName(one.guard),
    from: from.path,
    to: (one.target?.[0] as { path: string[] } | undefined)?.path ?? [],
  }));

const guardName = (guard: unknown): string => {
  if (typeof guard === "string") return guard;
  return (guard as { type?: string } | undefined)?.type ?? "";
};

const label = ({ event, guard }: Arrow): string => (guard === "" ? event : `${event} [${guard}]`);

const states = Object.values(node.states) as StateNode<never, never>[];
const phasesOf = (stage: StateNode<never, never>): StateNode<never, never>[] => Object.values(stage.states);

/** Arrows with equal ends are one line in the picture. */
const lines = (arrows: readonly Arrow[], draw: (arrow: Arrow) => string): string[] => [...new Set(arrows.map(draw))];

const composite = (stage: StateNode<never, never>): string[] => {
  const id = (phase: string): string => `${stage.key}_${phase}`;
  const inner = phasesOf(stage)
    .flatMap(arrowsOf)
    .filter((arrow) => arrow.to[0] === stage.key);
  return [
    `  state ${stage.key} {`,
    ...phasesOf(stage).map((phase) => `    state "${phase.key}" as ${id(phase.key)}`),
    `    [*] --> ${id("open")}`,
    ...lines(inner, (arrow) => `    ${id(arrow.from[1] ?? "")} --> ${id(arrow.to[1] ?? "")}: ${label(arrow)}`),
    "  }",
  ];
};

const between = (): string[] => {
  const outer = states.flatMap((state) => [state, ...phasesOf(state)].flatMap(arrowsOf));
  const leaving = outer.filter((arrow) => arrow.to.length > 0 && arrow.to[0] !== arrow.from[0]);
  const phase = (arrow: Arrow): string => (arrow.from[1] ? `${arrow.from[1]}, ` : "");
  return lines(leaving, (arrow) => `  ${arrow.from[0]} --> ${arrow.to[0]}: ${phase(arrow)}${label(arrow)}`);
};

/** The picture: a mermaid stateDiagram-v2. */
export const machineDiagram = (): string =>
  [
    "stateDiagram-v2",
    "  [*] --> NEW",
    ...states.filter((state) => phasesOf(state).length > 0).flatMap(composite),
    ...between(),
    "",
  ].join("\n");

/** What each guard asks, for people; a guard without a sentence fails the test of this page. */
const guardSentences: Readonly<Record<string, string>> = {
  "": "always",
  active: "the run has begun and is not finalised",
  asksAbsencesAgain: "the run is in DRAFT, and the event names bindings of it",
  backTo: "the stage was reached before and lies earlier, or the run is finalised; its phase is the one it had",
  begun: "the run has begun",
  decidesAll: "after these decisions every required item is decided and something stands",
  forStage: "it is about the current stage",
  idle: "no turn is under way",
  nothingMissing: "the kernel's list of missing inputs is empty",
  granted: "the run has a standing permission for the tool",
  mayDecide:
    "the request waits for a decision, and tool and parameters are those that were shown; a look is for one that may have acted",
  mayFinish:
    "the request has no result yet; a refusal only before it began, anything else only after, or from the client",
  mayGoOn: "it is the suspended turn, nothing it waited for is left, and no other turn is under way",
  mayPause: "it is the turn under way, and no other one is suspended",
  judgesDraft: "a turn is under way in DRAFT, and the event is about the draft under review",
  ranksCandidates: "a turn is under way that was begun for this, where a choice could be made",
  mayRequest: "the run has begun, is not finalised, and knows no request of that id",
  mayStart: "the request waits to be run by the server; one that changes something starts once",
  ownTurn: "the turn that ends is the one under way, or the suspended one",
  choicesOpen: "EVIDENCE_NEEDS was reached, EVIDENCE_BINDING is not left yet and the run is not finalised",
  pinsOpen: "EVIDENCE_BINDING is not left yet and the run is not finalised",
  otherRules: "the run is not finalised, and other rules than these are in force",
  proposesConfirmed: "it is about the current stage, and everything required in it is confirmed already",
};

const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const anywhere = (): string[] => {
  const stage = states.find((state) => phasesOf(state).length > 0);
  const inStages = (stage ? arrowsOf(stage) : []).filter((arrow) => arrow.to.length === 0);
  const staying = arrowsOf(node).filter((arrow) => arrow.to.length === 0);
  return [...inStages, ...staying].map((arrow) => row(`\`${arrow.event}\``, `\`${arrow.guard || "–"}\``));
};

const rewinds = (): string[] => {
  const targets = arrowsOf(node).filter((arrow) => arrow.to.length > 0);
  return lines(targets, (arrow) => row(`\`${arrow.event}\``, `\`${arrow.guard}\``, `${arrow.to[0]}, ${arrow.to[1]}`));
};

const guards = (): string[] => {
  const all = [node, ...states, ...states.flatMap(phasesOf)].flatMap(arrowsOf).map((arrow) => arrow.guard);
  const named = [...new Set(all)].filter((guard) => guard !== "").toSorted();
  return named.map((guard) => row(`\`${guard}\``, guardSentences[guard] ?? "(not explained)"));
};

/** The page docs/run-machine.md. */
export const machinePage = (): string =>
  [
    "# The machine of a run",
    "",
    `Generated from \`src/run/machine.ts\` (version ${machineVersion}) by \`node test/run/write-drawing.ts\`; a test fails when this page and the machine`,
    "differ.",
    "",
    "A run is its journal folded through this machine. Six stages have the same small life, open, proposed, confirmed, and only",
    "`stageAdvanced` out of a confirmed stage leads on, when nothing is missing. Arrows carry the journal event and, in brackets, what",
    "must hold for it. Of several arrows with the same event the first that holds is taken, and where it leads is where the run then",
    "stands: nothing else writes that. An event without an arrow that holds is refused, as is one that was recorded for another stage",
    "or phase than the arrow leads to; a journal that contains one is damaged.",
    "",
    "```mermaid",
    machineDiagram().trimEnd(),
    "```",
    "",
    "## Events that change no stage",
    "",
    "They may come in every stage as far as the guard allows, and leave stage and phase as they are.",
    "",
    row("event", "guard"),
    row("---", "---"),
    ...anywhere(),
    "",
    "## Rewinds",
    "",
    "From any stage to every earlier one that was reached, into the phase in which it was left; from FINALISED to all six.",
    "",
    row("event", "guard", "to"),
    row("---", "---", "---"),
    ...rewinds(),
    "",
    "## Guards",
    "",
    row("guard", "holds when"),
    row("---", "---"),
    ...guards(),
    "",
  ].join("\n");
