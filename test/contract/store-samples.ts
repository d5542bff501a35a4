import { DomainError, type Reason } from "../../src/error.ts";
import { sha256Hex } from "../../src/sha256.ts";
import {
  type Commit,
  emptyHead,
  type Head,
  type NewEvent,
  type Store,
  type StoredEvent,
} from "../../src/store/store.ts";

/** Opens an empty store whose leases run by the given clock. */
export type OpenStore = (clock: { now(): number }) => Promise<Store>;

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

export const event = (body: string, type = "noted"): NewEvent => ({ type, body: text(body) });

export const digestOf = (value: string): string => sha256Hex(text(value));

export const payload = digestOf("payload");

/** Appends events one commit each, and gives the head after the last. */
export const append = async (store: Store, owner: string, stream: string, bodies: readonly string[]): Promise<Head> => {
  let head = await store.head(owner, stream);
  for (const body of bodies) head = (await store.commit({ owner, stream, expect: head, events: [event(body)] })).head;
  return head;
};

/** The reason a call was refused for; a call that succeeds gives "none". */
export const reasonOf = async (call: Promise<unknown>): Promise<Reason | "none"> => {
  try {
    await call;
    return "none";
  } catch (error) {
    if (error instanceof DomainError) return error.reason;
    throw error;
  }
};

/** Everything an iterable gives. */
export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

/** The first `count` events of a watch. */
export const take = async (events: AsyncIterable<StoredEvent>, count: number): Promise<StoredEvent[]> => {
  const taken: StoredEvent[] = [];
  for await (const each of events) {
    taken.push(each);
    if (taken.length === count) break;
  }
  return taken;
};

export const bodies = (events: readonly StoredEvent[]): string[] =>
  events.map(({ body }) => new TextDecoder().decode(body));

/** A commit of one event that expects an empty stream. */
export const first = (owner: string, stream: string, extra: Partial<Commit> = {}): Commit => ({
  owner,
  stream,
  expect: emptyHead,
  events: [event("first")],
  ...extra,
});

/** Names that separators, escapes and encodings have tripped over. */
export const oddNames = [
  "!",
  "a!b",
  "a!e!run",
  "%21",
  "%",
  "a/b",
  "../up",
  "a b",
  "ä",
  "é",
  "e\u0301",
  "法",
  "\u{1f600}",
  "\uffff",
  "\u{10ffff}",
  "\u0001",
  "\n",
  "a\\",
  "'\"",
  "A",
  "constructor",
  "__proto__",
  "x".repeat(256),
] as const;
