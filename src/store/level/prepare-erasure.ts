import { sha256Hex } from "../../sha256.ts";
import type { OrderedMap } from "../ordered-map.ts";
import type { ScopeErasure } from "../store.ts";
import { artifactKey, commitKey, keysOfKind, locatorKey, packKey, scopeKey, successor } from "./keys.ts";
import type { Records } from "./records.ts";
import { keyIdOf, sealOf } from "./seal.ts";

/** Values may have some MiB each. */
const keysAtOnce = 16;

/** The keys that the erasure of a scope takes away, as they stood when it was readied. */
export interface PreparedErasure extends ScopeErasure {
  readonly timeMs: number;
  /** Number of the scope's last record, of a stream that of its last event; 0 for none. */
  readonly last: number;
  /** Keys of records, of the table of packs and of where the scope stands, with the seals that they had. */
  readonly sealed: readonly { readonly key: string; readonly seal: bigint }[];
  /** Keys of derived records that are encrypted with the scope's key, with their seals. */
  readonly derived: readonly { readonly key: string; readonly seal: bigint }[];
  /** Keys of artifacts that stand by themselves. */
  readonly artifacts: readonly string[];
  /** Keys of locators. */
  readonly locators: readonly string[];
}

/** A scope as it is to be erased. */
export interface ToErase {
  readonly erasure: ScopeErasure;
  readonly last: number;
  /** Name of its key; "" where it has none. */
  readonly keyId: string;
  readonly timeMs: number;
}

/** Readies the erasure of a scope, of which nothing is changed yet. A damaged scope is erased like a whole one. */
export const prepareErasure = async (
  map: OrderedMap,
  records: Records,
  owner: string,
  { erasure, last, keyId, timeMs }: ToErase,
): Promise<PreparedErasure> => {
  const { scope } = erasure;
  const sealed: { key: string; seal: bigint }[] = [];
  const digests = new Set<string>();
  let isReadable = true;
  for await (const [key, value] of entriesOf(map, commitKey(owner, scope, 0).slice(0, -8))) {
    sealed.push({ key, seal: sealOf(value) });
    const brought = digestsIn(records, key, value);
    isReadable &&= brought !== undefined;
    for (const digest of brought ?? []) digests.add(digest);
  }
  for (const key of [packKey(owner, scope), scopeKey(owner, scope)]) {
    const value = map.get(key);
    if (value) sealed.push({ key, seal: sealOf(value) });
  }
  const derived: { key: string; seal: bigint }[] = [];
  if (keyId !== "")
    for await (const [key, value] of entriesOf(map, keysOfKind(owner, "r")))
      if (keyIdOf(value) === keyId) derived.push({ key, seal: sealOf(value) });
  const artifacts: string[] = [];
  for await (const [key] of entriesOf(map, artifactKey(owner, "", scope))) artifacts.push(key);
  const locators = isReadable
    ? [...digests].map((digest) => locatorKey(owner, digest, scope)).filter((key) => map.get(key))
    : await locatorsOf(map, owner, scope);
  return { ...erasure, timeMs, last, sealed, derived, artifacts, locators };
};

/** Digests of the artifacts that the records under a key brought; undefined where those cannot be read. */
const digestsIn = (records: Records, key: string, value: Uint8Array): string[] | undefined => {
  try {
    return records.of(key, value).flatMap(({ record }) => [...record.artifacts.map(sha256Hex), ...record.outside]);
  } catch {
    return undefined;
  }
};

/** All locators of a scope, by all that the owner has: for a scope whose records cannot be read. */
const locatorsOf = async (map: OrderedMap, owner: string, scope: string): Promise<string[]> => {
  const end = locatorKey(owner, "", scope).slice(keysOfKind(owner, "l").length);
  const found: string[] = [];
  for await (const [key] of entriesOf(map, keysOfKind(owner, "l"))) if (key.endsWith(end)) found.push(key);
  return found;
};

async function* entriesOf(map: OrderedMap, prefix: string): AsyncGenerator<[string, Uint8Array]> {
  for (let gte = prefix; ; ) {
    const page = await map.entries({ gte, lt: successor(prefix)!, limit: keysAtOnce });
    yield* page;
    const [last] = page.at(-1) ?? [];
    if (page.length < keysAtOnce || last === undefined) return;
    gte = `${last}\0`;
  }
}
