import { create } from "@bufbuild/protobuf";
import { assign, setup } from "xstate";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunSnapshot, RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { type OrchestratorState, RunLifecycle, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { allConfirmed, emptySnapshot, foldEvent, stageRecord } from "./fold.ts";
import { missingInputs } from "./missing-inputs.ts";
import { isEarlier, stages } from "./stages.ts";
import { mayDecide, mayFinish, mayRequest, mayStart } from "./tool-rules.ts";

/**
 * The run as an XState v5 machine used as a pure function (ADR 0002): events are journal events, the context is the
 * snapshot, no actors, no invoke, no timers. `transition` ignores a refused event silently: see `take`.
 * The version is written into every run and stays that run's; a change of behaviour is a new version.
 */
export const machineVersion = 1;

type Case = NonNullable<RunEvent["event"]["case"]>;
/** A journal event as the machine sees it: its oneof case is the event type. */
export type MachineEvent = { [C in Case]: { readonly type: C; readonly event: RunEvent } }[Case];
interface Context {
  readonly run: RunSnapshot;
}

const payload = <C extends Case>(
  event: RunEvent,
  name: C,
): Extract<RunEvent["event"], { case: C }>["value"] | undefined =>
  event.event.case === name ? (event.event.value as never) : undefined;

const definition = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: {
    fold: assign(({ context, event }) => ({ run: foldEvent(context.run, event.event) })),
  },
  guards: {
    /** No turn is under way. */
    idle: ({ context }) => context.run.turnId === "",
    /** The turn that ends is the one under way, or the one that waits. */
    ownTurn: ({ context, event }) => {
      const turnId = payload(event.event, "turnEnded")?.turnId ?? "";
      return turnId !== "" && [context.run.turnId, context.run.suspendedTurn?.turnId].includes(turnId);
    },
    /** Only the turn under way can be suspended, and no two turns wait. */
    mayPause: ({ context, event }) =>
      context.run.turnId !== "" &&
      payload(event.event, "turnSuspended")?.turnId === context.run.turnId &&
      context.run.suspendedTurn === undefined,
    /** The suspended turn goes on when nothing it waited for is left and no other turn is under way. */
    mayGoOn: ({ context, event }) => {
      const { suspendedTurn, turnId } = context.run;
      const mine = payload(event.event, "turnResumed")?.turnId === suspendedTurn?.turnId;
      return turnId === "" && suspendedTurn?.requestIds.length === 0 && mine;
    },
    mayRequest: ({ context, event }) => mayRequest(context.run, payload(event.event, "toolRequested")),
    mayDecide: ({ context, event }) => mayDecide(context.run, payload(event.event, "toolDecided")),
    mayStart: ({ context, event }) => mayStart(context.run, payload(event.event, "toolStarted")),
    mayFinish: ({ context, event }) => mayFinish(context.run, payload(event.event, "toolFinished")),
    granted: ({ context, event }) =>
      context.run.toolGrants.some((one) => one.toolName === payload(event.event, "toolGrantRevoked")?.toolName),
    /** The run exists: nothing comes before its creation. */
    begun: ({ context }) => context.run.eventCount > 0,
    /** A finalised run stays under the rules it was finalised under; rules that are in force are not adopted again. */
    otherRules: ({ context: { run }, event }) => {
      const rules = payload(event.event, "rulesAdopted");
      if (!rules || run.eventCount === 0 || run.lifecycle === RunLifecycle.FINALISED) return false;
      return rules.toVersion !== (run.rulesVersion || 1) || rules.toRegisterDigest !== run.registerDigest;
    },
    /** A finalised run asks for nothing; what is still under way there may end. */
    active: ({ context }) => context.run.eventCount > 0 && context.run.lifecycle !== RunLifecycle.FINALISED,
    forStage: ({ event }, params: { state: OrchestratorState }) => stateIn(event.event) === params.state,
    proposesConfirmed: ({ event }, params: { state: OrchestratorState }) =>
      stateIn(event.event) === params.state && allConfirmed(payload(event.event, "proposalRecorded")?.items ?? []),
    decidesAll: ({ context, event }, params: { state: OrchestratorState }) =>
      stateIn(event.event) === params.state &&
      (stageRecord(foldEvent(context.run, event.event), params.state)?.confirmed ?? false),
    /** What Advance waits for: nothing is missing, by the kernel's own count. */
    nothingMissing: ({ context }) => missingInputs(context.run).length === 0,
    backTo: ({ context, event }, params: { state: OrchestratorState; phase: StagePhase }) => {
      const to = payload(event.event, "runRewound")?.to;
      const record = to === undefined ? undefined : stageRecord(context.run, to);
      if (to !== params.state || !record) return false;
      const earlier = isEarlier(to, context.run.state) || context.run.lifecycle === RunLifecycle.FINALISED;
      return earlier && phaseFrom(record.proposal !== undefined, record.confirmed) === params.phase;
    },
    /** Pins may change from INTENT_SEED until bindings are confirmed. */
    pinsOpen: ({ context }) => context.run.eventCount > 0 && pinsAreOpen(context.run),
  },
});

const stateIn = (event: RunEvent): OrchestratorState | undefined =>
  (payload(event, "proposalRecorded") ?? payload(event, "itemsDecided"))?.state;

const phaseFrom = (proposed: boolean, confirmed: boolean): StagePhase => {
  if (!proposed) return StagePhase.OPEN;
  return confirmed ? StagePhase.CONFIRMED : StagePhase.PROPOSED;
};

/** Whether pins may change: until bindings are confirmed, and never in a finalised run. */
export const pinsAreOpen = (run: RunSnapshot): boolean => {
  if (run.lifecycle === RunLifecycle.FINALISED || run.state > 4) return false;
  return run.state < 4 || run.phase !== StagePhase.CONFIRMED;
};

const stageNode = (at: number) => {
  const stage = stages[at];
  if (!stage) throw new Error("no such stage");
  const { state } = stage;
  const params = { state };
  const next = stages[at + 1]?.name;
  const propose = [
    { guard: { type: "proposesConfirmed", params }, target: `#${stage.name}.confirmed`, actions: "fold" },
    { guard: { type: "forStage", params }, target: `#${stage.name}.proposed`, actions: "fold" },
  ] as const;
  const decide = [
    { guard: { type: "decidesAll", params }, target: `#${stage.name}.confirmed`, actions: "fold" },
    { guard: { type: "forStage", params }, target: `#${stage.name}.proposed`, actions: "fold" },
  ] as const;
  const onwards = next
    ? { stageAdvanced: { guard: "nothingMissing", target: `#${next}.open`, actions: "fold" } }
    : { runFinalised: { guard: "nothingMissing", target: "#FINALISED", actions: "fold" } };
  return {
    id: stage.name,
    initial: "open",
    on: { turnStarted: { guard: "idle", actions: "fold" } },
    states: {
      open: { on: { proposalRecorded: propose } },
      proposed: { on: { proposalRecorded: propose, itemsDecided: decide } },
      confirmed: { on: { proposalRecorded: propose, itemsDecided: decide, ...onwards } },
    },
  } as const;
};

const rewinds = stages.flatMap((stage) =>
  ([StagePhase.OPEN, StagePhase.PROPOSED, StagePhase.CONFIRMED] as const).map((phase) => ({
    guard: { type: "backTo", params: { state: stage.state, phase } } as const,
    target: `#${stage.name}.${phaseName(phase)}` as const,
    actions: "fold" as const,
  })),
);

function phaseName(phase: StagePhase): "open" | "proposed" | "confirmed" {
  if (phase === StagePhase.CONFIRMED) return "confirmed";
  return phase === StagePhase.PROPOSED ? "proposed" : "open";
}

/** The machine. Drawn into docs/run-machine.md; a test keeps the drawing true. */
export const runMachine = definition.createMachine({
  id: "run",
  context: () => ({ run: emptySnapshot() }),
  initial: "NEW",
  on: {
    runRewound: rewinds as never,
    turnEnded: { guard: "ownTurn", actions: "fold" },
    attemptRecorded: { guard: "active", actions: "fold" },
    rulesAdopted: { guard: "otherRules", actions: "fold" },
    needsIssued: { guard: "begun", actions: "fold" },
    evidencePinned: { guard: "pinsOpen", actions: "fold" },
    evidenceUnpinned: { guard: "pinsOpen", actions: "fold" },
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
    INTENT_SEED: stageNode(0) as never,
    SKELETON: stageNode(1) as never,
    EVIDENCE_NEEDS: stageNode(2) as never,
    EVIDENCE_BINDING: stageNode(3) as never,
    SPAN_RESOLUTION: stageNode(4) as never,
    DRAFT: stageNode(5) as never,
    FINALISED: { id: "FINALISED" },
  },
});

/** Where the machine stands for a snapshot: NEW, FINALISED, or stage and phase, such as `SKELETON.open`. */
const placeName = (run: RunSnapshot): string => {
  if (run.eventCount === 0) return "NEW";
  if (run.lifecycle === RunLifecycle.FINALISED) return "FINALISED";
  const stage = stages[run.state - 1];
  if (!stage) throw new Error(`snapshot names no stage: ${run.state}`);
  return `${stage.name}.${phaseName(run.phase)}`;
};

/** A place of the machine, resolved once: there are some twenty, and finding its nodes costs as much as leaving it. */
type Place = ReturnType<typeof runMachine.resolveState>;
const places = new Map<string, Place>();

const placeOf = (run: RunSnapshot): Place => {
  const name = placeName(run);
  const known = places.get(name);
  if (known) return known;
  const [stage, phase] = name.split(".");
  const value = phase ? { [String(stage)]: phase } : name;
  const place = runMachine.resolveState({ value: value as never, context: { run: emptySnapshot() } });
  places.set(name, place);
  return place;
};

/** XState's snapshots are plain data that nothing changes, so a run stands at its place with a context of its own. */
const resolve = (run: RunSnapshot): Place => ({ ...placeOf(run), context: { run } });

const machineEvent = (event: RunEvent): MachineEvent => {
  if (!event.event.case) throw new Error("an event without content cannot be folded");
  return { type: event.event.case, event } as MachineEvent;
};

/**
 * What a transition needs of an actor when there is none. XState's own `transition` makes a whole actor for this at every
 * call, which costs as much as the transition; the machine spawns, sends and emits nothing, so one inert scope serves all.
 */
const inertScope = {
  self: { send: () => undefined },
  id: "run",
  sessionId: "run",
  logger: () => undefined,
  defer: () => undefined,
  emit: () => undefined,
  stopChild: () => undefined,
  actionExecutor: () => undefined,
  system: { _sendInspectionEvent: () => undefined },
} as never;

/** Whether the run can take this event now. */
export const canTake = (run: RunSnapshot, event: RunEvent): boolean => resolve(run).can(machineEvent(event));

/**
 * The run after the event, or undefined where the machine refuses it. The machine chooses the transition by its guards, every
 * time; where that transition leads from this place is the same for every run and is asked of the machine once. Every
 * transition folds and does nothing else, which a test holds, as it does that this is what XState's own transition gives.
 */
export const take = (run: RunSnapshot, event: RunEvent): RunSnapshot | undefined => {
  const before = resolve(run);
  const one = machineEvent(event);
  const [chosen] = runMachine.getTransitionData(before, one);
  if (!chosen) return undefined;
  const known = leadsFrom(placeName(run));
  const position = known.get(chosen) ?? positionOf(runMachine.transition(before, one, inertScope).value);
  known.set(chosen, position);
  return { ...foldEvent(run, event), ...position };
};

type Transition = ReturnType<typeof runMachine.getTransitionData>[number];
type Position = Pick<RunSnapshot, "state" | "phase">;

/** Where transitions lead, by the place they are taken from: one that has no target leads back there. */
const leads = new Map<string, Map<Transition, Position>>();

const leadsFrom = (name: string): Map<Transition, Position> => {
  const known = leads.get(name) ?? new Map<Transition, Position>();
  leads.set(name, known);
  return known;
};

/** Stage and phase as the snapshot has them; a finalised run stays at DRAFT, confirmed. */
const positionOf = (value: string | Record<string, unknown>): Position => {
  const [name, phase] = typeof value === "string" ? [value, "confirmed"] : (Object.entries(value)[0] ?? []);
  const stage = stages.find((one) => one.name === (name === "FINALISED" ? "DRAFT" : name));
  if (!stage) throw new Error(`the machine stands at no stage: ${name}`);
  return { state: stage.state, phase: phaseNumber(String(phase)) };
};

const phaseNumber = (name: string): StagePhase => {
  if (name === "confirmed") return StagePhase.CONFIRMED;
  return name === "proposed" ? StagePhase.PROPOSED : StagePhase.OPEN;
};

/** The run folded from all of its events; a journal the machine refuses is damaged. */
export const replay = (events: Iterable<RunEvent>, from: RunSnapshot = create(RunSnapshotSchema, emptySnapshot())) => {
  let run = from;
  for (const event of events) {
    const next = take(run, event);
    if (!next) throw new Error(`the machine refuses event ${run.eventCount + 1} (${event.event.case})`);
    run = next;
  }
  return run;
};
