import { create, fromBinary } from "@bufbuild/protobuf";
import { AccessService } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { AccessDeed_Outcome as Outcome } from "../../gen/pincite/audit/v1/access_entry_pb.ts";
import {
  type AccessEntry,
  AccessEntrySchema,
  type ListAccessRequest,
} from "../../gen/pincite/audit/v1/audit_service_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { accessCountSpace, accessStream } from "../engine/run/erased.ts";
import { inOrder } from "../engine/run/index-space.ts";
import type { Store } from "../store/store.ts";
import type { AccessLog } from "./access-log.ts";
import type { Numbered } from "./log-streams.ts";

/** Which entries are wanted. */
export type LogFilter = Pick<ListAccessRequest, "issuer" | "subject" | "object" | "fromIso" | "beforeIso">;

/** Entries, and where the next page begins. */
export interface LogPage {
  readonly rows: readonly AccessEntry[];
  readonly next: string | undefined;
}

/** One page looks at so many events; where a filter passes over more, it ends before it is full. */
const lookedAtMax = 20_000;
const eventsAtOnce = 250;
/** Clocks of replicas differ by so much at most where they are kept as docs/firm.md says, and that much again. */
const clocksApartMs = 60_000;

/** Pages of the log, newest first: what was noted, and what the journal of relations says was granted and taken back. */
export class LogPages {
  readonly #log: AccessLog;
  readonly #store: Store;
  readonly #owner: string;

  constructor(log: AccessLog, store: Store, owner: string) {
    this.#log = log;
    this.#store = store;
    this.#owner = owner;
  }

  /** The page behind a place that an earlier one gave, or the first. Errors: those of the store. */
  async page(filter: LogFilter, place: string | undefined, limit: number): Promise<LogPage> {
    if (place === undefined) await this.#log.flush();
    const [noted, granted] = await this.#walks(place);
    const earliest = filter.fromIso && new Date(Date.parse(filter.fromIso) - clocksApartMs).toISOString();
    const rows: AccessEntry[] = [];
    for (let looked = 0; looked < lookedAtMax && rows.length < limit; looked++) {
      const [note, grant] = [await noted.next(), await granted.next()];
      const isNote = note !== undefined && (!grant || note.event.timeIso >= grant.event.timeIso);
      const one = isNote ? note : grant;
      if (!one || one.event.timeIso < earliest) return { rows, next: undefined };
      (isNote ? noted : granted).pass();
      const entry = entryOf(one);
      if (entry && isWanted(entry, filter)) rows.push(await this.#counted(entry, one.number));
    }
    const isOver = !(await noted.next()) && !(await granted.next());
    return { rows, next: isOver ? undefined : `${noted.at}:${granted.at}` };
  }

  async #walks(place: string | undefined): Promise<[Backwards, Backwards]> {
    const [noted = 0, granted = 0] =
      place === undefined
        ? [await this.#log.streams.end(), (await this.#store.head(this.#owner, accessStream)).seq]
        : place.split(":").map(Number);
    return [
      new Backwards(noted, (from, count) => this.#log.streams.read(from, count)),
      new Backwards(granted, async (fromSeq, limit) =>
        (await this.#store.read(this.#owner, accessStream, { fromSeq, limit })).map(({ seq, body }) => ({
          number: seq,
          event: fromBinary(RunEventSchema, body),
        })),
      ),
    ];
  }

  async #counted(entry: AccessEntry, number: number): Promise<AccessEntry> {
    if (entry.deed?.outcome !== Outcome.REFUSED) return entry;
    const count = await this.#store.record(this.#owner, accessCountSpace.name, inOrder(number));
    if (count) entry.deed.count = Number(accessCountSpace.value.decode(count));
    return entry;
  }
}

/** Events one by one against their order. */
class Backwards {
  readonly #read: (from: number, count: number) => Promise<readonly Numbered[]>;
  #ahead: Numbered[] = [];
  /** Number of the next event; 0: there is none. */
  at: number;

  constructor(at: number, read: (from: number, count: number) => Promise<readonly Numbered[]>) {
    this.at = at;
    this.#read = read;
  }

  async next(): Promise<Numbered | undefined> {
    if (this.at < 1) return undefined;
    if (this.#ahead.length === 0) {
      const from = Math.max(1, this.at - eventsAtOnce + 1);
      this.#ahead = [...(await this.#read(from, this.at - from + 1))];
    }
    return this.#ahead.at(-1);
  }

  pass(): void {
    this.#ahead.pop();
    this.at--;
  }
}

/** An event as an entry; undefined for one that only raises the count of another. */
const entryOf = ({ event: { event, actor, timeIso } }: Numbered): AccessEntry | undefined => {
  const by = actor?.issuer ? { by: { issuer: actor.issuer, subject: actor.name } } : {};
  if (event.case === "accessNoted" && event.value.deed)
    return event.value.ofEntry > 0 ? undefined : create(AccessEntrySchema, { timeIso, deed: event.value.deed, ...by });
  const { grant, revoke, invite, revokeInvitation, acceptInvitation } = AccessService.method;
  if (event.case === "invitationMade" || event.case === "invitationTakenBack") {
    const value = event.case === "invitationMade" ? event.value.invitation?.runId : event.value.runId;
    const method = nameOf(event.case === "invitationMade" ? invite : revokeInvitation);
    const deed = { method, object: { case: "runId" as const, value: value ?? "" }, outcome: Outcome.DONE, count: 1 };
    return create(AccessEntrySchema, { timeIso, deed, ...by });
  }
  if (event.case !== "relationGranted" && event.case !== "relationRevoked") return undefined;
  const { relation } = event.value;
  if (!relation) return undefined;
  const granted = event.case === "relationGranted" && event.value.invitationId !== "" ? acceptInvitation : grant;
  const method = event.case === "relationGranted" ? granted : revoke;
  const deed = { method: nameOf(method), object: relation.object, outcome: Outcome.DONE, count: 1 };
  return create(AccessEntrySchema, { timeIso, deed, relation, ...by });
};

const nameOf = ({ parent, name }: (typeof AccessService.method)[keyof typeof AccessService.method]): string =>
  `${parent.typeName}/${name}`;

const isWanted = ({ by, deed, timeIso }: AccessEntry, filter: LogFilter): boolean => {
  const { issuer, subject, object, fromIso, beforeIso } = filter;
  return (
    (issuer === "" || by?.issuer === issuer) &&
    (subject === "" || by?.subject === subject) &&
    (object.case === undefined || (deed?.object.case === object.case && deed.object.value === object.value)) &&
    (fromIso === "" || timeIso >= fromIso) &&
    (beforeIso === "" || timeIso < beforeIso)
  );
};
