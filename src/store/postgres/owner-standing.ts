import { Recent } from "#kit/recent.ts";
import { stateKey } from "../level/keys.ts";
import type { BatchPlan } from "../level/plan/batch-plan.ts";
import type { Decoded } from "../level/present.ts";
import { unseal } from "../level/seal.ts";
import { decodeTotals, noTotals, type Totals } from "../level/totals.ts";
import type { FetchedMap, Known } from "./fetched-map.ts";
import { isOftenNew, isSeldomAsked } from "./needs.ts";
import type { OwnerRow } from "./rows.ts";

/** Values that are remembered, and how long one may be. */
const knownMax = 50_000;
const knownBytesMax = 16 * 1024;
/** Heads, and names of keys of scopes, that are kept decoded. */
const decodedMax = 1_000;

/** What a plan came to, as far as it changes where an owner stands. */
export interface Changes {
  readonly rows: ReadonlyMap<string, Uint8Array | undefined>;
  readonly batch: Pick<BatchPlan, "totals" | "heads" | "keys">;
  readonly map: FetchedMap;
}

/**
 * Where an owner stands as far as this process knows, at one version of its row, with the values that were seen there. It is let go of whole once
 * somebody else may have moved the owner.
 */
export class OwnerStanding {
  /** Undefined: nothing is known yet. */
  version: bigint | undefined;
  isThere = false;
  totals: Totals = noTotals;
  /** Decoded forms of the known values, none of which is ever taken for not there. */
  readonly decoded: Decoded = { heads: new Recent(decodedMax), secrets: new Recent(decodedMax) };
  /** Keys of scopes that were opened, by the values that they stood in. */
  readonly opened = new WeakMap<Uint8Array, Uint8Array>();
  #known: Known = new Map();
  readonly #seen: Set<string>;

  /** `seen`: keys under which there was something once, whatever is remembered. */
  constructor(seen: Set<string>) {
    this.#seen = seen;
  }

  /** Whether nothing is to be expected under a key whose value is not known. */
  readonly isNew = (key: string): boolean => isOftenNew(key) && !this.#seen.has(key);

  get known(): Known {
    return this.#known;
  }

  read({ version, isThere, totals }: OwnerRow): void {
    this.version = version;
    this.isThere = isThere;
    this.totals = totals ? decodeTotals(unseal(stateKey, totals)) : noTotals;
  }

  /** Takes over a plan that held and whose changes are written. */
  took({ rows, batch, map }: Changes): void {
    for (const key of map.assumed) this.#known.set(key, null);
    for (const [key, value] of map.fresh) this.#remember(key, value);
    if (rows.size > 0) {
      for (const [key, value] of rows)
        if (isSeldomAsked(key)) this.#known.delete(key);
        else this.#remember(key, value ?? null);
      this.version = (this.version ?? 0n) + 1n;
      this.isThere = true;
      this.totals = batch.totals;
      for (const [key, { head }] of batch.heads) this.decoded.heads.set(key, head);
      for (const [key, record] of batch.keys.changed) this.decoded.secrets.set(key, record);
    }
    if (this.#known.size > knownMax) this.#known = new Map();
    if (this.#seen.size > knownMax) this.#seen.clear();
  }

  #remember(key: string, value: Uint8Array | null): void {
    if (value && isOftenNew(key)) this.#seen.add(key);
    if (value && value.length > knownBytesMax) this.#known.delete(key);
    else this.#known.set(key, value);
  }
}
