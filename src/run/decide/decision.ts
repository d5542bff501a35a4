import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { refuseUnknownPerson } from "../four-eyes.ts";
import type { Changes, DecisionInput, Material, NewArtifact } from "../kernel.ts";
import { stageOf } from "../stages.ts";
import { take } from "../take.ts";

/** A decision of several events, each folded when it is added: the next is decided on that run, and the machine has the last word. */
export class Decision {
  readonly #events: RunEvent[] = [];
  readonly #artifacts: NewArtifact[] = [];
  #input: DecisionInput;

  constructor({ begun, ...input }: DecisionInput) {
    this.#input = begun ? { ...input, uncommitted: begun.events } : input;
    this.#events.push(...(begun?.events ?? []));
    this.#artifacts.push(...(begun?.artifacts ?? []));
  }

  /** The input as the run stands after the events so far. */
  get input(): DecisionInput {
    return this.#input;
  }

  /** Adds an event; `material` holds the contents that the event changed. Errors: STAGE_FORBIDS where the machine refuses the event. */
  add(step: { event: RunEvent; artifacts?: readonly NewArtifact[] }, material: Partial<Material> = {}): this {
    refuseUnknownPerson(this.#input.material.profile, step.event.actor);
    const after = take(this.#input.snapshot, step.event);
    if (!after) throw stageForbids(this.#input.snapshot, step.event);
    this.#events.push(step.event);
    this.#artifacts.push(...(step.artifacts ?? []));
    const { uncommitted = [] } = this.#input;
    this.#input = {
      ...this.#input,
      snapshot: after,
      material: { ...this.#input.material, ...material },
      uncommitted: [...uncommitted, step.event],
    };
    return this;
  }

  /** Adds a later decision that began from `this.input`. */
  append(later: Decision): this {
    this.#events.push(...later.#events);
    this.#artifacts.push(...later.#artifacts);
    this.#input = later.#input;
    return this;
  }

  /** Changes the contents that the next event is decided on. */
  revise(change: (material: Material) => Material): this {
    this.#input = { ...this.#input, material: change(this.#input.material) };
    return this;
  }

  /** Events and artifacts, to be committed together. */
  get changes(): Changes & { readonly snapshot: RunSnapshot } {
    return { events: this.#events, artifacts: this.#artifacts, snapshot: this.#input.snapshot };
  }
}

const stageForbids = (run: RunSnapshot, event: RunEvent): DomainError =>
  new DomainError(
    "STAGE_FORBIDS",
    worded("error.run-is-in-and-cannot-take-read-the-run-and-do", {
      runId: run.runId,
      stageOfName: run.state ? stageOf(run.state).name : "no stage",
      case: String(event.event.case),
    }),
    { run_id: run.runId, event: String(event.event.case) },
  );
