import { type ComponentType, createElement } from "react";
import { RunLifecycle, OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { Missing } from "./missing.tsx";
import { useRun } from "./run-store.ts";

/** Scripts of the stages, each fetched when a run first stands there: a first page does not wait for the last one. */
const scripts: Readonly<Partial<Record<State, () => Promise<ComponentType>>>> = {
  [State.INTENT_SEED]: async () => (await import("./intent-stage.tsx")).IntentStage,
  [State.SKELETON]: async () => (await import("./outline-stage.tsx")).OutlineStage,
  [State.EVIDENCE_NEEDS]: async () => (await import("./needs-stage.tsx")).NeedsStage,
  [State.EVIDENCE_BINDING]: async () => (await import("./binding-stage.tsx")).BindingStage,
  [State.SPAN_RESOLUTION]: async () => (await import("./quotes-stage.tsx")).QuotesStage,
  [State.DRAFT]: async () => (await import("./draft-stage.tsx")).DraftStage,
};

const finish = async (): Promise<ComponentType> => (await import("./finish.tsx")).Finish;

type Place = Pick<RunContext, "state" | "lifecycle">;

const nameOf = ({ state, lifecycle }: Place): string => (lifecycle === RunLifecycle.FINALISED ? "finish" : `${state}`);

const fetched = new Map<string, ComponentType>();

/** Has the script of a run's stage at hand, so that a state is shown whole or not yet. Errors: the server does not give it. */
export const fetchStage = async (place: Place): Promise<void> => {
  const script = place.lifecycle === RunLifecycle.FINALISED ? finish : scripts[place.state];
  if (script && !fetched.has(nameOf(place))) fetched.set(nameOf(place), await script());
};

/** What the stage at hand is about. */
export const StageAtHand = () => createElement(fetched.get(nameOf(useRun().view.context)) ?? Missing);
