import { sha256Hex } from "../../sha256.ts";
import { atHead } from "../check-commit.ts";
import { encodeEvent } from "../event-chain.ts";
import { checkIdempotency, nextIdempotency } from "../idempotency-rule.ts";
import type { LeaseTable } from "../lease-table.ts";
import { storeLimits } from "../limits.ts";
import { staleHead, streamFull } from "../refusals.ts";
import type { Commit, Head, StoredEvent } from "../store.ts";
import { emptyHead } from "../store.ts";
import type { OwnerData } from "./owner-data.ts";

/** Refuses what does not fit what is there: idempotency first, then fence, then head, then the limit of a stream. */
export const checkAgainst = (data: OwnerData, commit: Commit, leases: LeaseTable): void => {
  if (commit.idempotency) checkIdempotency(data.idempotency.get(commit.idempotency.key), commit.idempotency);
  if (commit.fence) leases.check(commit.owner, commit.fence);
  if (commit.stream === undefined) return;
  const head = headOf(data, commit.stream);
  if (commit.expect && (commit.expect.seq !== head.seq || commit.expect.hash !== head.hash))
    throw staleHead(commit.stream, head);
  if (head.seq + (commit.events?.length ?? 0) > storeLimits.streamEventsMax)
    throw streamFull(commit.stream, storeLimits.streamEventsMax);
};

/** Applies a checked commit, in one synchronous step, and gives the events it added. What it says of its head may refuse it. */
export const applyCommit = (data: OwnerData, commit: Commit): StoredEvent[] => {
  const events = eventsOf(data, commit);
  const { records, answer } = atHead(commit, newHead(data, commit, events.at(-1)));
  for (const blob of commit.blobs ?? []) putBlob(data, blob.slice());
  for (const blob of commit.staged ?? []) putBlob(data, new Uint8Array(Buffer.concat([...blob.read()])));
  for (const change of records) data.setRecord(change);
  if (commit.idempotency)
    data.idempotency.set(commit.idempotency.key, nextIdempotency(commit.idempotency, answer?.slice()));
  for (const event of events) append(data, event);
  return events;
};

/** Keeps bytes that nobody else holds. */
const putBlob = (data: OwnerData, bytes: Uint8Array): void => {
  const digest = sha256Hex(bytes);
  if (!data.blobs.has(digest)) data.blobs.set(digest, bytes);
};

export const headOf = (data: OwnerData, stream: string): Head => {
  const last = data.streams.get(stream)?.at(-1);
  return last ? { seq: last.seq, hash: last.hash } : emptyHead;
};

/** The head that the commit comes to: its last event's, or where the stream stands. */
const newHead = (data: OwnerData, { stream }: Commit, last: StoredEvent | undefined): Head => {
  if (last) return { seq: last.seq, hash: last.hash };
  return stream === undefined ? emptyHead : headOf(data, stream);
};

/** The events of a commit as they will be stored. */
const eventsOf = (data: OwnerData, { owner, stream, events = [] }: Commit): StoredEvent[] => {
  if (stream === undefined) return [];
  let head = headOf(data, stream);
  return events.map((event, at) => {
    const [seq, prevHash] = [head.seq + 1, head.hash];
    const { hash } = encodeEvent(owner, stream, seq, prevHash, event);
    head = { seq, hash };
    const place = { seq, prevHash, hash, position: BigInt(data.events.length + at + 1) };
    return { owner, stream, type: event.type, body: event.body.slice(), ...place };
  });
};

const append = (data: OwnerData, event: StoredEvent): void => {
  const events = data.streams.get(event.stream) ?? [];
  data.streams.set(event.stream, events);
  events.push(event);
  data.events.push(event);
};
