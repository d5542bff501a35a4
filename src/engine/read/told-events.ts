import { create } from "@bufbuild/protobuf";
import { protoName } from "#kit/proto-name.ts";
import { Recent } from "#kit/recent.ts";
import {
  type WatchRunResponse,
  WatchRunResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { EventAt } from "../run/committed-events.ts";
import { versionOf } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";
import { describeEvent } from "./describe-event.ts";

type Told = readonly WatchRunResponse[];

const eventsAtOnce = 100;
/** Most watchers of a run stand at the same event, so a page a run is what is asked for; some are catching up. */
const pagesKept = 64;

/**
 * Events of runs as watchers are told them. All watchers of a run are woken by the same commit and ask for the same events: these
 * are described once for all of them, as the commit had them. The store is read by who is catching up, and where another process
 * wrote. Nobody may change what is given.
 */
export class ToldEvents {
  readonly #runs: Pick<Runs, "events">;
  readonly #pages = new Recent<string, Promise<Told>>(pagesKept);
  /** Commits that were taken. */
  readonly #taken = new WeakSet<readonly EventAt[]>();

  constructor(runs: Pick<Runs, "events">) {
    this.#runs = runs;
  }

  /** Takes the events of a commit to a run. Every watcher of it may hand over the same ones: they are described once. */
  committed(runId: string, events: readonly EventAt[]): void {
    const [first] = events;
    if (!first || this.#taken.has(events)) return;
    this.#taken.add(events);
    // Also over a reading that was begun: it may be from before the commit.
    this.#pages.set(`${runId}/${first.seq - 1}`, Promise.resolve(events.map(toldOf)));
  }

  /** Some events after `seq`, in order; none when there is none. Errors: DATA_LOSS. */
  async after(runId: string, seq: number): Promise<Told> {
    const key = `${runId}/${seq}`;
    const begun = this.#pages.get(key);
    const told = await (begun ?? this.#read(key, runId, seq));
    // What another watcher began to read may be from before the commit that woke this one.
    return begun && told.length === 0 ? this.#read(key, runId, seq) : told;
  }

  /** Only pages with events stay: what is stored never changes, and what is not there yet may come. */
  #read(key: string, runId: string, seq: number): Promise<Told> {
    const page = this.#described(runId, seq);
    const forget = (): void => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    };
    this.#pages.set(key, page);
    page.then((told) => told.length > 0 || forget(), forget);
    return page;
  }

  async #described(runId: string, after: number): Promise<Told> {
    return (await this.#runs.events(runId, after + 1, eventsAtOnce)).map(toldOf);
  }
}

const toldOf = (one: EventAt): WatchRunResponse => {
  const { seq, event } = one;
  const artifacts = event.artifacts.flatMap(({ ref }) => (ref ? [ref] : []));
  const what = { eventType: protoName(event.event.case ?? ""), description: describeEvent(event) };
  return create(WatchRunResponseSchema, { seq, timeIso: event.timeIso, version: versionOf(one), artifacts, ...what });
};
