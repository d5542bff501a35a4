import { create } from "@bufbuild/protobuf";
import { protoName } from "#kit/proto-name.ts";
import { Recent } from "#kit/recent.ts";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type WatchRunResponse,
  WatchRunResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecisionSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { stageOf } from "../../run/stages.ts";
import type { EventAt } from "../run/committed-events.ts";
import { versionOf } from "../run/run-store.ts";
import type { Runs } from "../run/runs.ts";

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

type Event = RunEvent["event"];
type Value<C extends Event["case"]> = Extract<Event, { case: C }>["value"];
type Describe = { [C in NonNullable<Event["case"]>]: (value: Value<C>) => string };

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? "" : "s"}`;

/** A sentence for each event: ids, counts and stages, never evidence text. */
const sentences: Describe = {
  runCreated: (value) => `Run ${value.runId} began.`,
  rulesAdopted: (value) => `Rules ${value.toVersion} decide from here on; before, rules ${value.fromVersion} did.`,
  corpusChanged: (value) =>
    `The documents have changed since ${count(value.items.length, "absence")} rested on a search of them.`,
  turnStarted: (value) => `${value.turnId} began.`,
  turnEnded: (value) => `${value.turnId} ended: ${value.outcome}${value.reason ? ` (${value.reason})` : ""}.`,
  attemptRecorded: (value) =>
    value.rejectReason
      ? `An answer of the model was refused: ${value.rejectReason}.`
      : "An answer of the model was accepted.",
  draftJudged: (value) =>
    `A second reader was heard: ${count(value.judgedCount, "sentence")} judged, ${value.notJudgedCount} not, ${count(value.doubtCount, "doubt")}.`,
  candidatesRanked: (value) =>
    `A model ordered the passages of ${count(value.rankedCount, "slot")}; ${value.notRankedCount} it did not.`,
  proposalRecorded: (value) => {
    const carried = value.items.filter((item) => item.carriedOver).length;
    const stale = value.stale.length > 0 ? `, ${count(value.stale.length, "confirmation")} no longer hold` : "";
    return `${stageOf(value.state).name}: ${count(value.items.length, "item")} under review, ${carried} carried over${stale}.`;
  },
  itemsDecided: (value) => {
    const confirmed = value.items.filter((item) => item.decision === ItemDecision.CONFIRM).length;
    return `${stageOf(value.state).name}: ${confirmed} confirmed, ${value.items.length - confirmed} rejected.`;
  },
  needsIssued: (value) => `Evidence needs issued: ${count(value.slots.length, "slot")}.`,
  evidencePinned: (value) => `${value.evidenceId} pinned${value.slotId ? ` for ${value.slotId}` : ""}.`,
  evidenceUnpinned: (value) => `${value.evidenceId} unpinned.`,
  evidenceChosen: (value) =>
    value.choice ? `Evidence was chosen for ${value.slotId}.` : `The choice for ${value.slotId} was taken back.`,
  toolRequested: (value) => `${value.toolName} requested by ${value.requestedBy} (${value.requestId}).`,
  toolDecided: (value) => `${value.requestId} decided: ${ToolDecisionSchema.value[value.decision]?.localName}.`,
  toolGrantRevoked: (value) => `The standing permission for ${value.toolName} ended.`,
  turnSuspended: (value) => `${value.turnId} waits for ${count(value.requestIds.length, "tool request")}.`,
  turnResumed: (value) => `${value.turnId} went on.`,
  toolStarted: (value) => `${value.requestId} began to run.`,
  toolFinished: (value) => `${value.requestId} ended: ${value.status}.`,
  stageAdvanced: (value) => `On to ${stageOf(value.to).name}.`,
  runRewound: (value) => `Back to ${stageOf(value.to).name}${value.newRevision ? ", in a new revision" : ""}.`,
  runErased: (value) => `Run ${value.runId} was erased, with its ${count(value.eventCount, "event")}.`,
  storeAccepted: (value) =>
    `The store ${value.store} was accepted at checkpoint ${value.checkpointFound}; ${value.checkpointKept} had been kept.`,
  relationGranted: () => "Somebody was let in, or walled off.",
  relationRevoked: () => "Somebody is no longer let in, or no longer walled off.",
  invitationMade: () => "Somebody made an invitation.",
  invitationTakenBack: () => "An invitation was taken back.",
  accessNoted: () => "Somebody made a call that the log of access keeps.",
  runFinalised: () => "The draft was finalised.",
};

/** The event in a sentence. */
const describeEvent = ({ event }: RunEvent): string =>
  event.case ? (sentences[event.case] as (value: unknown) => string)(event.value) : "An event without content.";
