import type { OrderedMap } from "../ordered-map.ts";
import { dataLoss } from "../refusals.ts";
import { after, bytesIn, encodePack, recordsOf } from "./commit-record.ts";
import { commitKey, numberIn } from "./keys.ts";
import type { PackTable } from "./records.ts";
import { sealOf } from "./seal.ts";
import type { Secret, Secrets } from "./secrets/cipher.ts";

/** The most bytes of one pack, unless one record is larger: small enough that any artifact in it opens within a few milliseconds, two for most. */
const packBytesMax = 192 * 1024;
const keysAtOnce = 64;

/** A key as it stood when the packing was readied. */
interface Stood {
  readonly key: string;
  readonly seal: bigint;
}

/** Keys whose records become one value under the first of them. */
export interface NewPack {
  readonly replaced: readonly [Stood, ...Stood[]];
  readonly sealed: Uint8Array;
}

/** The packs that the records of a scope are to become. */
export interface PreparedPacks {
  readonly packs: readonly NewPack[];
  readonly table: PackTable;
}

/** A scope as it is to be packed. */
export interface ToPack {
  /** Number of its last record, of a stream that of its last event. */
  readonly last: number;
  readonly table: PackTable | undefined;
  /** The key that packs are encrypted with; undefined: none. */
  readonly secret: Secret | undefined;
  readonly secrets: Secrets;
}

/**
 * Readies the packing of a scope's records up to number `last`, of which nothing is changed yet. A pack that is there already stays as it is
 * where nothing more fits in. Errors: DATA_LOSS where a record is damaged or missing: a damaged scope is left as it is.
 */
export const preparePacks = async (
  map: OrderedMap,
  owner: string,
  scope: string,
  { last, table, secret, secrets }: ToPack,
): Promise<PreparedPacks> => {
  const packs: NewPack[] = [];
  // The last pack may have room; those before it are as they should be.
  const from = table?.numbers.at(-1) ?? 1;
  const numbers = table?.numbers.slice(0, -1) ?? [];
  let [group, next] = [new Group(), from];
  const close = async (): Promise<void> => {
    const [first] = group.stood;
    if (first && group.parts.length > 1) numbers.push(numberIn(first.key));
    const made = await group.packed(secret);
    if (made) packs.push(made);
    group = new Group();
  };
  for (let gte = commitKey(owner, scope, from); ; ) {
    const page = await map.entries({ gte, lt: commitKey(owner, scope, last + 1), limit: keysAtOnce });
    for (const [key, value] of page) {
      if (numberIn(key) !== next) throw recordLost(owner, scope, next);
      const parts = bytesIn(key, value, secrets);
      for (const one of recordsOf(key, parts)) next = after(one);
      if (group.bytes + sizeOf(parts) > packBytesMax) await close();
      group.add(key, value, parts);
    }
    if (page.length < keysAtOnce) break;
    gte = `${page.at(-1)?.[0]}\0`;
  }
  await close();
  if (next <= last) throw recordLost(owner, scope, next);
  return { packs, table: { numbers, next } };
};

/** Keys that follow one another and fit into one pack. */
class Group {
  readonly stood: Stood[] = [];
  readonly parts: Uint8Array[] = [];
  bytes = 0;

  add(key: string, value: Uint8Array, parts: readonly Uint8Array[]): void {
    this.stood.push({ key, seal: sealOf(value) });
    this.parts.push(...parts);
    this.bytes += sizeOf(parts);
  }

  /** Undefined where there is nothing to gain: a key alone is as it should be. */
  async packed(secret: Secret | undefined): Promise<NewPack | undefined> {
    const [first, ...others] = this.stood;
    if (!first || others.length === 0) return undefined;
    return { replaced: [first, ...others], sealed: await encodePack(first.key, this.parts, secret) };
  }
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const recordLost = (owner: string, scope: string, number: number) =>
  dataLoss(`record ${number} of scope ${scope} of owner ${owner} is missing`, { owner, scope });
