import { create } from "@bufbuild/protobuf";
import {
  type AccessDeed,
  AccessDeedSchema,
  AccessDeed_Outcome as Outcome,
} from "../../gen/pincite/audit/v1/access_entry_pb.ts";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { accessCountSpace } from "../engine/run/erased.ts";
import { DomainError } from "../error.ts";
import type { LogStreams } from "./log-streams.ts";

/** A call as it is handed in: who made it, and what became of it. */
export interface Noted {
  readonly by: Principal;
  readonly deed: Pick<AccessDeed, "method" | "object" | "outcome" | "reason">;
  /** Whether one entry stands for all of its like in an hour. */
  readonly folds: boolean;
}

/** What the log rests on. */
export interface AccessLogParts {
  readonly streams: LogStreams;
  readonly nowIso: () => string;
  /** So many different entries of each kind one person makes in an hour; what comes after that is counted together. */
  readonly max?: Readonly<Record<"done" | "refused", number>>;
}

/** Reads are as many as the work has objects. A person is refused something by mistake a few times; a program that tries out names goes on. */
const differentMax = { done: 2_000, refused: 256 };
/** Another process may get in between so often before something else is wrong. */
const racesMax = 8;
const eventsAtOnce = 500;

/** An entry of this hour, with what was refused since it was last written. */
interface Known {
  readonly number: number;
  readonly hour: string;
  readonly by: Principal;
  readonly deed: AccessDeed;
  count: number;
  pending: number;
  lastIso: string;
}

/** What waits to be written: all of its like at once. */
interface Waiting {
  readonly noted: Noted;
  readonly timeIso: string;
  readonly settle: (error?: unknown) => void;
}

/**
 * Who made which call: events that are only appended. What folds has one entry for each person, method, object, outcome, reason and hour, however
 * often it happens and through however many processes; of what was refused the count is written when it has doubled, when somebody lists it,
 * and at the end.
 */
export class AccessLog {
  readonly streams: LogStreams;
  readonly #nowIso: () => string;
  readonly #max: Readonly<Record<"done" | "refused", number>>;
  readonly #known = new Map<string, Known>();
  /** How many different entries somebody has in an hour. */
  readonly #different = new Map<string, number>();
  #upTo: number | undefined;
  #queue: Waiting[] = [];
  #isWriting = false;

  constructor({ streams, nowIso, max = differentMax }: AccessLogParts) {
    this.streams = streams;
    this.#nowIso = nowIso;
    this.#max = max;
  }

  /** Resolves once an entry stands for the call. Errors: those of the store. */
  note(noted: Noted): Promise<void> {
    const timeIso = this.#nowIso();
    const known = noted.folds ? this.#known.get(this.#placeOf(noted, hourOf(timeIso)).key) : undefined;
    if (known && noted.deed.outcome !== Outcome.REFUSED) return Promise.resolve();
    if (known && known.pending + 1 < known.count) {
      known.pending++;
      known.lastIso = timeIso;
      return Promise.resolve();
    }
    return this.#wait({ noted, timeIso });
  }

  /** Writes the counts that were not yet. Errors: those of the store. */
  async flush(): Promise<void> {
    while ([...this.#known.values()].some(({ pending }) => pending > 0)) await this.#wait(undefined);
  }

  #wait(one: Pick<Waiting, "noted" | "timeIso"> | undefined): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      this.#queue.push({ ...(one ?? { noted: nothing, timeIso: "" }), settle });
    });
    if (!this.#isWriting) void this.#work();
    return written;
  }

  /** One commit after another, each with all that waits by then. */
  async #work(): Promise<void> {
    this.#isWriting = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, eventsAtOnce);
      try {
        await this.#write(batch);
        for (const { settle } of batch) settle();
      } catch (error) {
        for (const { settle } of batch) settle(error);
      }
    }
    // At once: whoever was told that it is written may be the next to write.
    this.#isWriting = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    let left = batch;
    for (let race = 1; left.length > 0; ) {
      const end = await this.#catchUp();
      const now = left.slice(0, this.streams.room);
      const { events, uncounted } = this.#eventsOf(now, Math.min(this.streams.room, eventsAtOnce));
      try {
        if (events.length > 0) await this.streams.append(events, events.flatMap(countOf));
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== "RUN_VERSION_STALE" || race++ >= racesMax) throw error;
        continue;
      }
      for (const [at, event] of events.entries()) this.#take(event, end + at + 1);
      this.#upTo = end + events.length;
      for (const [known, { count, lastIso }] of uncounted)
        Object.assign(known, { pending: known.pending + count, lastIso });
      this.#forget();
      left = left.slice(now.length);
    }
  }

  /** The events that say what waits, at most `room`, and what is only counted for now. */
  #eventsOf(batch: readonly Waiting[], room: number) {
    const withCounts = batch.some(({ noted }) => noted === nothing);
    const news = new Map<string, { event: RunEvent; deed: AccessDeed }>();
    const more = new Map<Known, { count: number; lastIso: string }>();
    const different = new Map<string, number>();
    for (const { noted, timeIso } of batch.filter((one) => one.noted !== nothing)) {
      const { key, person, deed, isTogether } = this.#placeOf(noted, hourOf(timeIso), different, news);
      const [known, fresh] = noted.folds ? [this.#known.get(key), news.get(key)] : [];
      if (known && noted.deed.outcome === Outcome.REFUSED)
        more.set(known, { count: (more.get(known)?.count ?? 0) + 1, lastIso: timeIso });
      else if (fresh && noted.deed.outcome === Outcome.REFUSED) fresh.deed.count++;
      if (known || fresh) continue;
      const told = create(AccessDeedSchema, { ...deed, count: 1 });
      news.set(noted.folds ? key : `${key} ${news.size}`, { event: eventOf(timeIso, noted.by, told, 0), deed: told });
      if (!isTogether && noted.folds) different.set(person, (different.get(person) ?? 0) + 1);
    }
    const hour = hourOf(this.#nowIso());
    const counts: RunEvent[] = [];
    const uncounted = new Map(more);
    for (const known of this.#known.values()) {
      const since = known.pending + (more.get(known)?.count ?? 0);
      const isDue = since >= known.count || withCounts || known.hour !== hour;
      if (since === 0 || !isDue || news.size + counts.length >= room) continue;
      uncounted.delete(known);
      const told = create(AccessDeedSchema, { ...known.deed, count: known.count + since });
      counts.push(eventOf(more.get(known)?.lastIso ?? known.lastIso, known.by, told, known.number));
    }
    return { events: [...[...news.values()].map(({ event }) => event), ...counts], uncounted };
  }

  /** Under which key a call is folded: its own, or that of all that one person does beyond what is kept apart. */
  #placeOf(
    { by, deed, folds }: Noted,
    hour: string,
    also: ReadonlyMap<string, number> = none,
    waiting: ReadonlyMap<string, unknown> = none,
  ) {
    const kind = deed.outcome === Outcome.REFUSED ? "refused" : "done";
    const person = JSON.stringify([hour, by.issuer, by.name, kind]);
    const key = keyOf(hour, by, deed);
    const isKnown = this.#known.has(key) || waiting.has(key);
    const isTogether =
      folds && !isKnown && (this.#different.get(person) ?? 0) + (also.get(person) ?? 0) >= this.#max[kind];
    if (!isTogether) return { key, person, deed, isTogether };
    const together = { ...deed, method: "", object: { case: undefined } } as const;
    return { key: keyOf(hour, by, together), person, deed: together, isTogether };
  }

  /** Takes in what this and other processes wrote in this hour. Gives the number of the last event. */
  async #catchUp(): Promise<number> {
    const end = await this.streams.end();
    this.#upTo ??= await this.#beginOfHour(end);
    while (this.#upTo < end) {
      const read = await this.streams.read(this.#upTo + 1, Math.min(eventsAtOnce, end - this.#upTo));
      for (const { number, event } of read) this.#take(event, number);
      this.#upTo += read.length;
    }
    return end;
  }

  /** The last event before this hour: times stand in the order of numbers, but for replicas whose clocks differ by a second. */
  async #beginOfHour(end: number): Promise<number> {
    const hour = hourOf(this.#nowIso());
    let at = end;
    while (at > 0) {
      const from = Math.max(1, at - eventsAtOnce + 1);
      const [first] = await this.streams.read(from, 1);
      at = from - 1;
      if (first && hourOf(first.event.timeIso) < hour) break;
    }
    return at;
  }

  #take({ event, actor, timeIso }: RunEvent, number: number): void {
    const deed = event.case === "accessNoted" ? event.value.deed : undefined;
    if (!deed || !actor || event.case !== "accessNoted") return;
    const hour = hourOf(timeIso);
    const key = keyOf(hour, actor, deed);
    const known = this.#known.get(key);
    if (event.value.ofEntry > 0) {
      if (known) Object.assign(known, { count: deed.count, pending: 0, lastIso: timeIso });
      return;
    }
    this.#known.set(key, { number, hour, by: actor, deed, count: deed.count, pending: 0, lastIso: timeIso });
    if (deed.method === "") return;
    const kind = deed.outcome === Outcome.REFUSED ? "refused" : "done";
    const person = JSON.stringify([hour, actor.issuer, actor.name, kind]);
    this.#different.set(person, (this.#different.get(person) ?? 0) + 1);
  }

  /** Of hours that are over nothing is needed once their counts are written. */
  #forget(): void {
    const hour = hourOf(this.#nowIso());
    for (const [key, known] of this.#known) if (known.hour < hour && known.pending === 0) this.#known.delete(key);
    for (const person of this.#different.keys()) if (!person.startsWith(`["${hour}`)) this.#different.delete(person);
  }
}

const none: ReadonlyMap<string, number> = new Map();

/** Asks for nothing but the counts. */
const nothing = {} as Noted;

const hourOf = (iso: string): string => iso.slice(0, 13);

const keyOf = (
  hour: string,
  by: Principal,
  { method, object, outcome, reason }: Pick<AccessDeed, "method" | "object" | "outcome" | "reason">,
): string => JSON.stringify([hour, by.issuer, by.name, method, object.case, object.value, outcome, reason]);

const eventOf = (timeIso: string, actor: Principal, deed: AccessDeed, ofEntry: number): RunEvent =>
  create(RunEventSchema, { timeIso, actor, event: { case: "accessNoted", value: { deed, ofEntry } } });

const countOf = (event: RunEvent) => accessCountSpace.derive({ runId: "", seq: 0, event });
