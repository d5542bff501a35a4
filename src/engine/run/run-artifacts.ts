import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ArtifactRecorded, RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { ToolCallIndex } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { Recent } from "../../kit/recent.ts";
import type { EventAt } from "./committed-events.ts";
import { isErased } from "./erased.ts";
import type { Sight } from "./ports.ts";
import type { RunIndex } from "./run-index.ts";
import { RunLists } from "./run-lists.ts";
import { recordedBy } from "./run-spaces.ts";
import type { RunStore } from "./run-store.ts";

/** An artifact as one event of a run recorded it. */
export interface Recorded {
  readonly ref: ArtifactRef;
  readonly role: string;
  readonly parents: readonly ArtifactRef[];
  readonly runId: string;
  /** The event, and the place among its artifacts. */
  readonly seq: number;
  readonly at: number;
  readonly timeIso: string;
}

/** What a run recorded and what each artifact was made from, by its events up to `seq` and by nothing else. */
export class RunArtifacts {
  readonly runId: string;
  /** The last event that is in. */
  seq = 0;
  /** The run that this one is a fork of; "": it is none. */
  parentRunId = "";
  /** Every recording in order; an artifact that was recorded again is there again. */
  readonly recorded: Recorded[] = [];
  readonly lists = new RunLists();
  readonly #first = new Map<string, Recorded>();
  readonly #last = new Map<string, Recorded>();
  readonly #parents = new Map<string, Set<string>>();
  readonly #children = new Map<string, Set<string>>();

  constructor(runId: string) {
    this.runId = runId;
  }

  /** The artifact as the run recorded it first; undefined: it did not. */
  first(digest: string): Recorded | undefined {
    return this.#first.get(digest);
  }

  /** The artifact as the run recorded it last; undefined: it did not. */
  last(digest: string): Recorded | undefined {
    return this.#last.get(digest);
  }

  /** Where in `recorded` those begin that come after the one at this place. */
  indexAfter(seq: number, at: number): number {
    let [low, high] = [0, this.recorded.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const one = this.recorded[middle];
      if (one && (one.seq < seq || (one.seq === seq && one.at <= at))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** What it was made from, as far as the run recorded that too, in order of digest. */
  parents(digest: string): string[] {
    return this.#own(this.#parents.get(digest));
  }

  /** What was made from it, in order of digest. */
  children(digest: string): string[] {
    return this.#own(this.#children.get(digest));
  }

  /** Takes the next event in; one that is in already changes nothing. */
  add(seq: number, event: RunEvent): void {
    if (seq !== this.seq + 1) return;
    this.seq = seq;
    if (event.event.case === "runCreated") this.parentRunId = event.event.value.fork?.runId ?? "";
    this.lists.add({ runId: this.runId, seq, event });
    recordedBy(event).forEach((one, at) => {
      this.#record(one, seq, at, event.timeIso);
    });
  }

  #record({ ref, role, parents }: ArtifactRecorded, seq: number, at: number, timeIso: string): void {
    if (!ref) return;
    const recorded = { ref, role, parents, runId: this.runId, seq, at, timeIso };
    this.recorded.push(recorded);
    if (!this.#first.has(ref.digest)) this.#first.set(ref.digest, recorded);
    this.#last.set(ref.digest, recorded);
    for (const { digest } of parents) {
      joined(this.#parents, ref.digest, digest);
      joined(this.#children, digest, ref.digest);
    }
  }

  #own(digests: ReadonlySet<string> = new Set()): string[] {
    return [...digests].filter((digest) => this.#last.has(digest)).sort();
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const joined = (edges: Map<string, Set<string>>, from: string, to: string): void => {
  const known = edges.get(from);
  if (known) known.add(to);
  else edges.set(from, new Set([to]));
};

/** Recordings kept in memory over all runs, some kilobyte each; a run has one or two an event. */
const recordingsMax = 50_000;
const eventsAtOnce = 500;

/** So many runs are compared by time, though fewer are asked for: who recorded first need not be the first by name. */
const recordersMin = 101;

/** Gives what runs recorded, to whoever may see them. Keeps the runs last asked for in memory, and reads only the events that are new. */
export class RecordedArtifacts {
  readonly #runs: RunStore;
  readonly #index: Pick<RunIndex, "runOfCall">;
  readonly #known = new Recent<string, RunArtifacts>(recordingsMax, ({ recorded }) => 1 + recorded.length);

  readonly #sight: Sight | undefined;

  constructor(runs: RunStore, index: Pick<RunIndex, "runOfCall">, sight?: Sight) {
    this.#runs = runs;
    this.#index = index;
    this.#sight = sight;
  }

  /** What a run recorded up to now. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async of(runId: string): Promise<RunArtifacts> {
    const { head } = await this.#runs.load(runId);
    const artifacts = this.#known.get(runId) ?? new RunArtifacts(runId);
    if (artifacts.seq >= head.seq) return artifacts;
    // It is weighed again when it is whole: a value weighs what it weighed when it was set.
    this.#known.delete(runId);
    while (artifacts.seq < head.seq) {
      const events = await this.#runs.events(runId, artifacts.seq + 1, eventsAtOnce);
      if (events.length === 0) break;
      for (const { seq, event } of events) artifacts.add(seq, event);
    }
    this.#known.set(runId, artifacts);
    return artifacts;
  }

  /** Takes in what was committed to a run in memory, or begins with it, to save a reading; of any other `of` reads it. */
  take(runId: string, committed: readonly EventAt[]): void {
    const [first] = committed;
    const begun = first?.event.event.case === "runCreated" ? new RunArtifacts(runId) : undefined;
    const artifacts = this.#known.get(runId) ?? begun;
    if (!artifacts) return;
    for (const { seq, event } of committed) artifacts.add(seq, event);
    this.#known.set(runId, artifacts);
  }

  /** Lets go of a run that was erased. */
  forget(runId: string): void {
    this.#known.delete(runId);
  }

  /** The runs that recorded an artifact, in the order in which they first did. Among very many, the first by name. */
  async recorders(digest: string, max = 1): Promise<RunArtifacts[]> {
    const all = await this.#runs.holders(digest).catch(async (error: unknown) => {
      // What was erased with a run is told of to whoever could see that run.
      if (!isErased(error) || (await this.#sight?.runs()) === undefined) throw error;
      return [];
    });
    const holders = await this.#seen(all, Math.max(max, recordersMin));
    const whole = await this.#whole(holders);
    const timeOf = (one: RunArtifacts): string => one.first(digest)?.timeIso ?? "";
    return whole
      .filter((one) => one.first(digest))
      .sort((a, b) => compare(timeOf(a), timeOf(b)) || compare(a.runId, b.runId))
      .slice(0, max);
  }

  /** A tool call by the id of its request, its result or its receipt; undefined: there is none of that id. Errors: DATA_LOSS. */
  async call(id: string): Promise<ToolCallIndex | undefined> {
    const runId = await this.#index.runOfCall(id);
    if (runId === undefined || (await this.#seen([runId], 1)).length === 0) return undefined;
    return (await this.of(runId)).lists.call(id);
  }

  /** The first of these runs that whoever is worked for may see. */
  async #seen(runIds: readonly string[], max: number): Promise<readonly string[]> {
    const sees = await this.#sight?.runs();
    if (!sees) return runIds.slice(0, max);
    const seen: string[] = [];
    for (const runId of runIds) {
      if (await sees(runId)) seen.push(runId);
      if (seen.length === max) break;
    }
    return seen;
  }

  /** Of several runs those whose journal is whole: a damaged one costs itself. Errors: DATA_LOSS where all are damaged. */
  async #whole(runIds: readonly string[]): Promise<RunArtifacts[]> {
    const all = await Promise.allSettled(runIds.map((runId) => this.of(runId)));
    const whole = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const [lost] = all.filter((one) => one.status === "rejected");
    if (whole.length === 0 && lost) throw lost.reason;
    return whole;
  }
}
