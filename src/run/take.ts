import { type AnyStateNode, type AnyTransitionDefinition, getNextTransitions, type StateValue } from "xstate";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { emptySnapshot, foldEvent, phaseOf, stageRecord } from "./fold.ts";
import type { Context, MachineEvent } from "./guards.ts";
import { runMachine } from "./machine.ts";
import { type Place, placeKey, placeKeyOf, recordedStage } from "./place.ts";

/**
 * The machine at the speed of a table. XState's public `transition` makes an actor for each event, which costs several times
 * what the fold does; so the machine is asked once, when this is loaded, for each of its places: which events may come there,
 * under which guards, and where each arrow leads. A run stands where the arrow that was taken leads, and nowhere else is it
 * written. What the journal recorded is held against that (`isAsRecorded`). A test holds that `transition` and `take` agree
 * at every place and over every recorded journal.
 */
type Guard = (asked: { readonly context: Context; readonly event: MachineEvent }) => boolean;
/** One arrow of the machine. */
interface Arrow {
  readonly holds: Guard;
  /** Where it leads; absent: the run stays where it stands. */
  readonly to?: Place;
}
/** The events that may come at one place: by event, its arrows in the order in which they are tried. */
type Arrows = ReadonlyMap<string, readonly Arrow[]>;

const guardOf = ({ guard }: AnyTransitionDefinition): Guard => {
  if (guard === undefined) return () => true;
  if (typeof guard === "function") throw new Error("a guard of the machine has no name");
  const { type, params } = typeof guard === "string" ? { type: guard, params: undefined } : guard;
  const named = runMachine.implementations.guards?.[type];
  if (!named) throw new Error(`the machine has no guard ${type}`);
  return (asked) => named(asked, params);
};

/** The state that is entered with this one: itself, or the first one within. */
const leafOf = (node: AnyStateNode): AnyStateNode => {
  const first = node.initial?.target?.[0];
  return first ? leafOf(first) : node;
};

/** Where a run stands in a state: what the state writes when it is entered. Only the state before the first event writes nothing. */
const standingIn = ({ entry }: AnyStateNode): Place | undefined => {
  const actions = entry as readonly { readonly type?: string; readonly params?: Place }[];
  return actions.find(({ type }) => type === "stand")?.params;
};

const arrowOf = (one: AnyTransitionDefinition): Arrow => {
  const holds = guardOf(one);
  const target = one.target?.[0];
  if (!target) return { holds };
  const to = standingIn(leafOf(target));
  if (!to) throw new Error(`the machine's state ${target.id} does not say where a run stands in it`);
  return { holds, to };
};

const arrowsAt = (value: StateValue): Arrows => {
  const state = runMachine.resolveState({ value, context: { run: emptySnapshot() } });
  const byEvent = Map.groupBy(getNextTransitions(state), ({ eventType }) => eventType);
  return new Map([...byEvent].map(([event, ways]) => [event, ways.map(arrowOf)]));
};

const leavesOf = (node: AnyStateNode): AnyStateNode[] => {
  const within: AnyStateNode[] = Object.values(node.states);
  return within.length === 0 ? [node] : within.flatMap(leavesOf);
};

const stateValueOf = ({ path: [first = "", second] }: AnyStateNode): StateValue =>
  second ? { [first]: second } : first;

/** The states of the machine by the number of their place. */
const values = new Map<number, StateValue>(
  leavesOf(runMachine.root).map((leaf) => {
    const place = standingIn(leaf);
    return [place ? placeKey(place) : 0, stateValueOf(leaf)];
  }),
);

const table: ReadonlyMap<number, Arrows> = new Map([...values].map(([key, value]) => [key, arrowsAt(value)]));

const nowhere = ({ state, phase, lifecycle }: RunSnapshot): Error =>
  new Error(`the snapshot names no stage and phase: ${state}.${phase}, lifecycle ${lifecycle}`);

const arrowsOf = (run: RunSnapshot): Arrows => {
  const arrows = table.get(placeKeyOf(run));
  if (!arrows) throw nowhere(run);
  return arrows;
};

/** The state of the machine in which a run stands, for XState's own functions. A stage that does not exist is a broken invariant. */
export const stateOf = (run: RunSnapshot) => {
  const value = values.get(placeKeyOf(run));
  if (value === undefined) throw nowhere(run);
  return runMachine.resolveState({ value, context: { run } });
};

/** The journal event as the machine takes it. */
export const machineEvent = (event: RunEvent): MachineEvent => {
  const type = event.event.case;
  if (!type) throw new Error("an event without content cannot be folded");
  // One of them for every case: more than a compiler goes through to see it.
  return { type, event } as MachineEvent;
};

/** The run where the machine leads after the event; undefined where it refuses it, or the record says otherwise. */
export const take = (run: RunSnapshot, event: RunEvent): RunSnapshot | undefined => {
  const asked = { context: { run }, event: machineEvent(event) };
  const arrow = arrowsOf(run)
    .get(asked.event.type)
    ?.find(({ holds }) => holds(asked));
  if (!arrow) return undefined;
  const after = foldEvent(run, event, arrow.to);
  return arrow.to === undefined || isAsRecorded(after, event) ? after : undefined;
};

/** Whether the stage that the event was recorded for, and the phase that its items come to, are where the run now stands. */
const isAsRecorded = (after: RunSnapshot, event: RunEvent): boolean =>
  (recordedStage(event) ?? after.state) === after.state && phaseOf(stageRecord(after, after.state)) === after.phase;

/** The stage to which a run goes on from where it stands; undefined where it ends there, or cannot go on. */
export const stageOnwards = (run: RunSnapshot): OrchestratorState | undefined =>
  arrowsOf(run).get("stageAdvanced")?.[0]?.to?.state;
