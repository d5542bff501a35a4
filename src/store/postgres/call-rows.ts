import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { CallCountsRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { type CountedCalls, countCall } from "../call-counts.ts";
import { escapeName } from "../level/keys.ts";
import { seal, unseal } from "../level/seal.ts";
import type { OrderedMap } from "../ordered-map.ts";
import type { CallWindow } from "../store.ts";

/**
 * The key of the row in which the calls of this key are counted, with those of others: 256 rows for an owner, so that nothing is left behind
 * by runs that nobody calls any more. No owner's keys begin so.
 */
export const callsKey = (owner: string, key: string): string =>
  `!calls!${escapeName(owner)}!${sha256Hex(Buffer.from(key)).slice(0, 2)}`;

/** Counted calls as rows, with what one batch changes of them. */
export class CallRows {
  /** The changed rows, by their keys. */
  readonly changed = new Map<string, ReadonlyMap<string, CountedCalls>>();
  readonly #map: Pick<OrderedMap, "get">;

  constructor(map: Pick<OrderedMap, "get">) {
    this.#map = map;
  }

  /** As `countCall`, for one owner: what other processes counted is counted too. */
  count(owner: string, windows: readonly CallWindow[], nowMs: number): number {
    return countCall(
      windows,
      nowMs,
      (key) => this.#row(callsKey(owner, key)).get(key),
      (key, counted) => {
        const at = callsKey(owner, key);
        const others = [...this.#row(at)].filter(([, { idleFromMs }]) => idleFromMs > nowMs);
        this.changed.set(at, new Map(others).set(key, counted));
      },
    );
  }

  #row(at: string): ReadonlyMap<string, CountedCalls> {
    const changed = this.changed.get(at);
    if (changed) return changed;
    const value = this.#map.get(at);
    if (!value) return new Map();
    const { counts } = fromBinary(CallCountsRecordSchema, unseal(at, value));
    return new Map(
      counts.map(({ key, callTimeMs, idleTimeMs }) => [
        key,
        { callsMs: callTimeMs.map(Number), idleFromMs: Number(idleTimeMs) },
      ]),
    );
  }
}

/** A row as it is stored. */
export const encodeCalls = (at: string, row: ReadonlyMap<string, CountedCalls>): Uint8Array => {
  const counts = [...row].map(([key, { callsMs, idleFromMs }]) => ({
    key,
    callTimeMs: callsMs.map((ms) => BigInt(Math.floor(ms))),
    idleTimeMs: BigInt(Math.ceil(idleFromMs)),
  }));
  return seal(at, toBinary(CallCountsRecordSchema, create(CallCountsRecordSchema, { counts })));
};
