import { sha256Hex } from "../../sha256.ts";
import { atHead, refuseScope } from "../check-commit.ts";
import { encodeEvent } from "../event-chain.ts";
import { checkIdempotency, nextIdempotency } from "../idempotency-rule.ts";
import type { LeaseTable } from "../lease-table.ts";
import { storeLimits } from "../limits.ts";
import { staleHead, streamFull } from "../refusals.ts";
import type { Commit, Head, ScopePut, StoredEvent } from "../store.ts";
import { emptyHead } from "../store.ts";
import { checkErased, eraseScope, refuseErased } from "./erase.ts";
import type { OwnerData } from "./owner-data.ts";

/** Refuses what does not fit what is there: idempotency first, then fence, then head, then the limit of a stream. */
export const checkAgainst = (data: OwnerData, commit: Commit, leases: LeaseTable): void => {
  if (commit.idempotency) checkIdempotency(data.idempotency.get(commit.idempotency.key), commit.idempotency);
  if (commit.fence) leases.check(commit.owner, commit.fence);
  checkErased(data, commit);
  if (commit.stream !== undefined) checkStream(data, commit.stream, commit);
  checkNames(data, commit);
};

const checkStream = (data: OwnerData, stream: string, commit: Commit): void => {
  const head = data.head(stream);
  if (commit.expect && (commit.expect.seq !== head.seq || commit.expect.hash !== head.hash))
    throw staleHead(stream, head);
  if (head.seq + (commit.events?.length ?? 0) > storeLimits.streamEventsMax)
    throw streamFull(stream, storeLimits.streamEventsMax);
};

/** Refuses a stream and a scope apart of one name. */
const checkNames = (data: OwnerData, { stream, events = [], scopes = [] }: Commit): void => {
  if (stream !== undefined && events.length > 0 && data.apart.has(stream)) refuseScope(stream);
  for (const { scope } of scopes) if (data.streams.has(scope)) refuseScope(scope);
};

/** Applies a checked commit at a time, in one synchronous step, and gives the events it added. The head that the commit expects may refuse it. */
export const applyCommit = (data: OwnerData, commit: Commit, nowMs: number): StoredEvent[] => {
  const events = eventsOf(data, commit);
  const { records, answer } = atHead(commit, newHead(data, commit, events.at(-1)));
  for (const { scope = "", value } of records) if (value) refuseErased(data, scope);
  putBlobs(data, events.length === 0 ? "" : (commit.stream ?? ""), commit);
  for (const put of commit.scopes ?? []) {
    putBlobs(data, put.scope, put);
    if (data.scopes.has(put.scope)) data.apart.add(put.scope);
  }
  for (const change of records) data.setRecord(change);
  for (const change of commit.entries ?? []) data.setEntry(change);
  const [first] = events;
  if (first && commit.id !== undefined) {
    const ids = data.commitIds.get(first.stream) ?? new Map<number, string>();
    data.commitIds.set(first.stream, ids.set(first.seq, commit.id));
  }
  if (commit.idempotency)
    data.idempotency.set(commit.idempotency.key, nextIdempotency(commit.idempotency, answer?.slice()));
  if (answer) data.answerScopes.set(commit.idempotency?.key ?? "", events.length === 0 ? "" : (commit.stream ?? ""));
  for (const event of events) append(data, event);
  for (const one of commit.erase ?? []) eraseScope(data, one, nowMs);
  return events;
};

const putBlobs = (data: OwnerData, scope: string, { blobs = [], staged = [] }: Omit<ScopePut, "scope">): void => {
  for (const blob of blobs) putBlob(data, scope, blob.slice());
  for (const blob of staged) putBlob(data, scope, new Uint8Array(Buffer.concat([...blob.read()])));
};

/** Keeps bytes that nobody else holds. */
const putBlob = (data: OwnerData, scope: string, bytes: Uint8Array): void => {
  const digest = sha256Hex(bytes);
  if (!data.blobs.has(digest)) data.blobs.set(digest, bytes);
  data.scopes.set(scope, (data.scopes.get(scope) ?? new Set()).add(digest));
};

/** The head that the commit comes to: its last event's, or where the stream stands. */
const newHead = (data: OwnerData, { stream }: Commit, last: StoredEvent | undefined): Head => {
  if (last) return { seq: last.seq, hash: last.hash };
  return stream === undefined ? emptyHead : data.head(stream);
};

/** The events of a commit as they will be stored. */
const eventsOf = (data: OwnerData, { owner, stream, events = [] }: Commit): StoredEvent[] => {
  if (stream === undefined) return [];
  let head = data.head(stream);
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
