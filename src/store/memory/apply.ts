import { sha256Hex } from "../../sha256.ts";
import { encodeEvent } from "../event-chain.ts";
import { nextIdempotency } from "../idempotency-rule.ts";
import type { LeaseTable } from "../lease-table.ts";
import { storeLimits } from "../limits.ts";
import { staleHead, streamFull } from "../refusals.ts";
import type { Commit, Head, StoredEvent } from "../store.ts";
import { emptyHead } from "../store.ts";
import type { OwnerData } from "./owner-data.ts";

/** Refuses what does not fit what is there: idempotency first, then fence, then head, then the limit of a stream. */
export const checkAgainst = (data: OwnerData, commit: Commit, leases: LeaseTable): void => {
  if (commit.idempotency) nextIdempotency(data.idempotency.get(commit.idempotency.key), commit.idempotency);
  if (commit.fence) leases.check(commit.owner, commit.fence);
  if (commit.stream === undefined) return;
  const head = headOf(data, commit.stream);
  if (commit.expect && (commit.expect.seq !== head.seq || commit.expect.hash !== head.hash))
    throw staleHead(commit.stream, head);
  if (head.seq + (commit.events?.length ?? 0) > storeLimits.streamEventsMax)
    throw streamFull(commit.stream, storeLimits.streamEventsMax);
};

/** Applies a checked commit, in one synchronous step, and gives the events it added. */
export const applyCommit = (data: OwnerData, commit: Commit): StoredEvent[] => {
  for (const blob of commit.blobs ?? []) putBlob(data, blob.slice());
  for (const blob of commit.staged ?? []) putBlob(data, new Uint8Array(Buffer.concat([...blob.read()])));
  for (const change of commit.records ?? []) data.setRecord(change);
  if (commit.idempotency) {
    const next = nextIdempotency(data.idempotency.get(commit.idempotency.key), commit.idempotency);
    data.idempotency.set(commit.idempotency.key, next.answer ? { ...next, answer: next.answer.slice() } : next);
  }
  return appendEvents(data, commit);
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

const appendEvents = (data: OwnerData, commit: Commit): StoredEvent[] => {
  if (!commit.events?.length || commit.stream === undefined) return [];
  const { owner, stream } = commit;
  const events = data.streams.get(stream) ?? [];
  data.streams.set(stream, events);
  return commit.events.map((event) => {
    const { seq, hash: prevHash } = headOf(data, stream);
    const { hash } = encodeEvent(owner, stream, seq + 1, prevHash, event);
    const place = { seq: seq + 1, prevHash, hash, position: BigInt(data.events.length + 1) };
    const stored = { owner, stream, type: event.type, body: event.body.slice(), ...place };
    events.push(stored);
    data.events.push(stored);
    return stored;
  });
};
