import { type EncodedEvent, encodeEvent } from "../../event-chain.ts";
import type { Head, NewEvent, StoredEvent } from "../../store.ts";

/** An event in its place in the chain, encoded and hashed once. */
export interface Chained {
  readonly seq: number;
  readonly prevHash: string;
  readonly encoded: EncodedEvent;
  readonly event: NewEvent;
}

export const chained = (owner: string, stream: string, from: Head, events: readonly NewEvent[]): Chained[] => {
  let { seq, hash } = from;
  return events.map((event) => {
    const prevHash = hash;
    const encoded = encodeEvent(owner, stream, ++seq, prevHash, event);
    hash = encoded.hash;
    return { seq, prevHash, encoded, event };
  });
};

export const headOf = (last: Chained | undefined): Head | undefined =>
  last && { seq: last.seq, hash: last.encoded.hash };

/** The events as readers are given them, the first one at a position. Their bodies are still the callers' own bytes. */
export const storedEvents = (owner: string, stream: string, first: bigint, events: readonly Chained[]): StoredEvent[] =>
  events.map(({ seq, prevHash, encoded, event: { type, body } }, at) => {
    const place = { seq, prevHash, hash: encoded.hash, position: first + BigInt(at) };
    return { owner, stream, ...place, type, body };
  });
