import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type Principal, Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { namedBlob } from "../../store/named-blob.ts";
import type { Store, StoredEvent } from "../../store/store.ts";

/** One event as it was recorded. */
export interface RecordedEvent {
  readonly seq: number;
  /** The bytes that were hashed. */
  readonly body: Uint8Array;
  readonly event: RunEvent;
}

/** A run as its journal and artifacts hold it: everything a replay may know. */
export interface RunRecording {
  readonly runId: string;
  readonly owner: string;
  /** Events from seq 1, without a gap. */
  readonly events: readonly RecordedEvent[];
  /** The stored bytes under a digest; undefined where the run recorded none. */
  bytes(digest: string): Uint8Array | undefined;
}

/** A run as its store holds it. */
export interface StoredRun {
  /** Events from seq 1, without a gap. */
  readonly events: readonly (StoredEvent & { readonly event: RunEvent })[];
  /** Every artifact that an event names, by digest. */
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
}

/** Reads a whole run, at most 50,000 events, each byte checked. Errors: RUN_NOT_FOUND, DATA_LOSS. */
export const readStoredRun = async (store: Store, owner: string, runId: string): Promise<StoredRun> => {
  const events: (StoredEvent & { event: RunEvent })[] = [];
  for (let more = true; more; ) {
    const read = await store.read(owner, runId, { fromSeq: events.length + 1, limit: 1_000 });
    events.push(...read.map((stored) => ({ ...stored, event: fromBinary(RunEventSchema, stored.body) })));
    more = read.length === 1_000;
  }
  if (events.length === 0)
    throw new DomainError("RUN_NOT_FOUND", worded("error.there-is-no-run-here-pincite-run-list-shows", { runId }), {
      run_id: runId,
    });
  const artifacts = new Map<string, Uint8Array>();
  for (const { event } of events)
    for (const { ref } of event.artifacts)
      if (ref && !artifacts.has(ref.digest)) artifacts.set(ref.digest, await namedBlob(store, owner, ref.digest));
  return { events, artifacts };
};

/** Reads a run for a replay. Errors: as readStoredRun. */
export const readRecording = async (store: Store, owner: string, runId: string): Promise<RunRecording> => {
  const { events, artifacts } = await readStoredRun(store, owner, runId);
  return { runId, owner, events, bytes: (digest) => artifacts.get(digest) };
};

/** The first event of a kind after the first `after`, searched in place: a run may have 50,000 events. */
export const nextOf = (
  { events }: RunRecording,
  after: number,
  name: RunEvent["event"]["case"],
): RecordedEvent | undefined => {
  for (let at = after; at < events.length; at++) if (events[at]?.event.event.case === name) return events[at];
  return undefined;
};

/** Returns the person who acts next after the first `after` events; where nobody does any more, the owner. */
export const userAt = ({ events, owner }: RunRecording, after: number): Pick<Principal, "name" | "issuer"> => {
  for (let at = after; at < events.length; at++) {
    const actor = events[at]?.event.actor;
    if (actor?.kind === Principal_Kind.USER) return actor;
  }
  return { name: owner, issuer: "" };
};

/** The artifact an event recorded in a role, decoded; undefined where it recorded none. */
export const recordedAs = <D extends DescMessage>(
  recording: RunRecording,
  event: RunEvent,
  role: string,
  schema: D,
): MessageShape<D> | undefined => {
  const ref = event.artifacts.find((one) => one.role === role)?.ref;
  const bytes = ref && ref.kind === schema.typeName ? recording.bytes(ref.digest) : undefined;
  return bytes && fromBinary(schema, bytes);
};

/** The message under a digest. Errors: DATA_LOSS where the run recorded none: the kernel names none else. */
export const recordedUnder = <D extends DescMessage>(
  recording: RunRecording,
  schema: D,
  digest: string | undefined,
): MessageShape<D> => {
  const bytes = recording.bytes(digest ?? "");
  if (!bytes)
    throw new DomainError(
      "DATA_LOSS",
      worded("record-error.the-run-names-and-its-store-has-no-such", { digest: String(digest) }),
    );
  return fromBinary(schema, bytes);
};
