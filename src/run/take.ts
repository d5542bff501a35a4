import { create } from "@bufbuild/protobuf";
import { type AnyTransitionDefinition, getNextTransitions, type StateValue } from "xstate";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunSnapshot, RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { emptySnapshot, foldEvent } from "./fold.ts";
import type { Context, MachineEvent } from "./guards.ts";
import { phaseNames, runMachine } from "./machine.ts";
import { stages } from "./stages.ts";

/**
 * The machine at the speed of its fold. XState's public `transition` makes an actor for each event, which costs several
 * times what the fold does; so the machine is asked once, for each of its places, which events may come there under which
 * guards. Where a transition leads is what the fold makes of the event, so that nothing else has to be kept. A test holds
 * that `transition` and `take` agree at every place and over every recorded journal.
 */
type Guard = (asked: { readonly context: Context; readonly event: MachineEvent }) => boolean;
/** What may come at one place: by event, the guards of which one must hold. */
type Admitted = ReadonlyMap<string, readonly Guard[]>;

/** Where a run stands: NEW, FINALISED, or stage and phase by their numbers. */
const placeOf = ({ eventCount, lifecycle, state, phase }: RunSnapshot): string => {
  if (eventCount === 0) return "NEW";
  return lifecycle === RunLifecycle.FINALISED ? "FINALISED" : `${state}.${phase}`;
};

const values = new Map<string, StateValue>([
  ["NEW", "NEW"],
  ["FINALISED", "FINALISED"],
  ...stages.flatMap((stage) =>
    phaseNames.map(({ phase, name }): [string, StateValue] => [`${stage.state}.${phase}`, { [stage.name]: name }]),
  ),
]);

const guardOf = ({ guard }: AnyTransitionDefinition): Guard => {
  if (guard === undefined) return () => true;
  if (typeof guard === "function") throw new Error("a guard of the machine has no name");
  const { type, params } = typeof guard === "string" ? { type: guard, params: undefined } : guard;
  const named = runMachine.implementations.guards?.[type];
  if (!named) throw new Error(`the machine has no guard ${type}`);
  return (asked) => named(asked, params);
};

const admittedAt = (value: StateValue): Admitted => {
  const state = runMachine.resolveState({ value, context: { run: emptySnapshot() } });
  return new Map(
    [...Map.groupBy(getNextTransitions(state), ({ eventType }) => eventType)].map(([event, ways]) => [
      event,
      ways.map(guardOf),
    ]),
  );
};

const table: ReadonlyMap<string, Admitted> = new Map([...values].map(([place, value]) => [place, admittedAt(value)]));

/** The state of the machine in which a run stands, for XState's own functions. A stage that does not exist is a broken invariant. */
export const stateOf = (run: RunSnapshot) => {
  const value = values.get(placeOf(run));
  if (value === undefined) throw new Error(`the snapshot names no stage and phase: ${placeOf(run)}`);
  return runMachine.resolveState({ value, context: { run } });
};

/** The journal event as the machine takes it. */
export const machineEvent = (event: RunEvent): MachineEvent => {
  const type = event.event.case;
  if (!type) throw new Error("an event without content cannot be folded");
  return { type, event };
};

/** Whether the run can take this event now. */
export const canTake = (run: RunSnapshot, event: RunEvent): boolean => {
  const asked = { context: { run }, event: machineEvent(event) };
  const admitted = table.get(placeOf(run));
  if (!admitted) throw new Error(`the snapshot names no stage and phase: ${placeOf(run)}`);
  return admitted.get(asked.event.type)?.some((guard) => guard(asked)) ?? false;
};

/** The run after the event, or undefined where the machine refuses it. */
export const take = (run: RunSnapshot, event: RunEvent): RunSnapshot | undefined =>
  canTake(run, event) ? foldEvent(run, event) : undefined;

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
