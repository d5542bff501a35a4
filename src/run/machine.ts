import { assign, setup } from "xstate";
import { OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { emptySnapshot, foldEvent } from "./fold.ts";
import { type Context, guards, type MachineEvent } from "./guards.ts";
import type { Place } from "./place.ts";
import { stages } from "./stages.ts";

/**
 * The run as an XState v5 machine used as a pure function (ADR 29): events are journal events, the context is the
 * snapshot, no actors, no invoke, no timers. An arrow folds what the event tells into the snapshot, and the state that it
 * leads to writes where the run then stands: stage, phase and lifecycle are written nowhere else. XState's `transition`
 * ignores a refused event silently: see `take`.
 * The version is written into every run and stays that run's; a change of behaviour is a new version.
 */
export const machineVersion = 1;

const definition = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: {
    fold: assign(({ context, event }) => ({ run: foldEvent(context.run, event.event) })),
    stand: assign(({ context }, place: Place) => ({ run: { ...context.run, ...place } })),
  },
  guards,
});

/** A stage's small life: open, proposed, confirmed, and from there on to the next stage or the end. */
const stageNode = (at: number) => {
  const stage = stages[at];
  if (!stage) throw new Error("no such stage");
  const params = { state: stage.state };
  const next = stages[at + 1];
  const propose = [
    { guard: { type: "proposesConfirmed", params }, target: `#${stage.name}.confirmed`, actions: "fold" },
    { guard: { type: "forStage", params }, target: `#${stage.name}.proposed`, actions: "fold" },
  ] as const;
  const decide = [
    { guard: { type: "decidesAll", params }, target: `#${stage.name}.confirmed`, actions: "fold" },
    { guard: { type: "forStage", params }, target: `#${stage.name}.proposed`, actions: "fold" },
  ] as const;
  const onwards = next
    ? ({ stageAdvanced: { guard: "nothingMissing", target: `#${next.name}.open`, actions: "fold" } } as const)
    : ({ runFinalised: { guard: "nothingMissing", target: "#FINALISED", actions: "fold" } } as const);
  const stand = (phase: StagePhase) =>
    ({ type: "stand", params: { state: stage.state, phase, lifecycle: RunLifecycle.ACTIVE } }) as const;
  return definition.createStateConfig({
    id: stage.name,
    initial: "open",
    on: { turnStarted: { guard: "idle", actions: "fold" } },
    states: {
      open: { entry: stand(StagePhase.OPEN), on: { proposalRecorded: propose } },
      proposed: { entry: stand(StagePhase.PROPOSED), on: { proposalRecorded: propose, itemsDecided: decide } },
      confirmed: {
        entry: stand(StagePhase.CONFIRMED),
        on: { proposalRecorded: propose, itemsDecided: decide, ...onwards },
      },
    },
  });
};

/** Names of the phases as the machine writes them. */
const phaseNames = [
  { phase: StagePhase.OPEN, name: "open" },
  { phase: StagePhase.PROPOSED, name: "proposed" },
  { phase: StagePhase.CONFIRMED, name: "confirmed" },
] as const;

const rewinds = stages.flatMap(({ state, name: stage }) =>
  phaseNames.map(
    ({ phase, name }) =>
      ({
        guard: { type: "backTo", params: { state, phase } },
        target: `#${stage}.${name}`,
        actions: "fold",
      }) as const,
  ),
);

/** The machine. Drawn into docs/run-machine.md; a test keeps the drawing true. */
export const runMachine = definition.createMachine({
  id: "run",
  context: () => ({ run: emptySnapshot() }),
  initial: "NEW",
  on: {
    runRewound: rewinds,
    turnEnded: { guard: "ownTurn", actions: "fold" },
    attemptRecorded: { guard: "active", actions: "fold" },
    draftJudged: { guard: "judgesDraft", actions: "fold" },
    candidatesRanked: { guard: "ranksCandidates", actions: "fold" },
    rulesAdopted: { guard: "otherRules", actions: "fold" },
    corpusChanged: { guard: "asksAbsencesAgain", actions: "fold" },
    needsIssued: { guard: "begun", actions: "fold" },
    evidencePinned: { guard: "pinsOpen", actions: "fold" },
    evidenceUnpinned: { guard: "pinsOpen", actions: "fold" },
    evidenceChosen: { guard: "choicesOpen", actions: "fold" },
    toolRequested: { guard: "mayRequest", actions: "fold" },
    toolDecided: { guard: "mayDecide", actions: "fold" },
    toolGrantRevoked: { guard: "granted", actions: "fold" },
    toolStarted: { guard: "mayStart", actions: "fold" },
    toolFinished: { guard: "mayFinish", actions: "fold" },
    turnSuspended: { guard: "mayPause", actions: "fold" },
    turnResumed: { guard: "mayGoOn", actions: "fold" },
  },
  states: {
    NEW: { on: { runCreated: { target: "INTENT_SEED", actions: "fold" } } },
    INTENT_SEED: stageNode(0),
    SKELETON: stageNode(1),
    EVIDENCE_NEEDS: stageNode(2),
    EVIDENCE_BINDING: stageNode(3),
    SPAN_RESOLUTION: stageNode(4),
    DRAFT: stageNode(5),
    FINALISED: {
      id: "FINALISED",
      entry: {
        type: "stand",
        params: { state: OrchestratorState.DRAFT, phase: StagePhase.CONFIRMED, lifecycle: RunLifecycle.FINALISED },
      },
    },
  },
});
