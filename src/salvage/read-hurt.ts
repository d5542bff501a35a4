import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "../sha256.ts";
import type { CheckpointSigner } from "../store/checkpoint-signer.ts";
import { BlobFiles } from "../store/level/blob-files.ts";
import { type Checkpoint, openCheckpoint } from "../store/level/checkpoint.ts";
import { CheckpointFile } from "../store/level/checkpoint-file.ts";
import { parseKey, stateKey } from "../store/level/keys.ts";
import { unseal } from "../store/level/seal.ts";
import type { Secrets } from "../store/level/secrets/cipher.ts";
import { keyFolder, keyLost, numberOf } from "../store/level/secrets/key-file.ts";
import { decodeSlot, slotBytes } from "../store/level/secrets/key-slot.ts";
import { decodeTotals, formatVersion, type StoredTotals } from "../store/level/totals.ts";
import type { Content, HeldArtifact } from "../store/store.ts";
import { Account } from "./account.ts";
import { type FindsFrom, OwnerFinds } from "./owner-finds.ts";
import { RawMap } from "./raw-map.ts";

/** What was read of a store that is hurt, and put into a new one. */
export interface SalvagedStore {
  readonly store: string;
  readonly events: number;
  readonly blobs: number;
  readonly records: number;
  /** A run, a part of the Vault or a law that is not whole, or of which that cannot be told. */
  readonly short: readonly SalvagedStream[];
  readonly whole: number;
  /** A sentence for each thing that is lost or cannot be told. */
  readonly lost: readonly string[];
}

/** A stream of a hurt store. */
export interface SalvagedStream {
  readonly owner: string;
  readonly stream: string;
  /** Events whose chain holds from the first on. */
  readonly held: number;
  /** Events of which anything tells. */
  readonly known: number;
  readonly artifactsLost: number;
  /** All of it is held, and the store's own word about all streams says that nothing came after. */
  readonly isWhole: boolean;
}

/** What came of reading a hurt store. */
export interface Salvaged {
  readonly streams: readonly SalvagedStream[];
  /** A sentence for each thing that is lost or cannot be told; none: the store was whole. */
  readonly lost: readonly string[];
  /** All that holds, in the order in which an empty store takes it in. */
  contents(): AsyncIterable<Content>;
  /** An artifact that `contents` named, hashed again. Errors: an Error where it is not. */
  read(digest: string): Promise<Uint8Array>;
}

export interface SalvageOptions {
  /** Checks the signatures of checkpoints. */
  readonly signer?: CheckpointSigner;
  /** The newest checkpoint that was kept outside the store. */
  readonly known?: Checkpoint;
}

/**
 * Reads the folder of a store that may be hurt in any way and writes nothing to it: every value by its check, every event by its
 * chain, every artifact by its digest, and all of it against totals and checkpoints. Errors: an Error where there is no
 * database, and for another layout.
 */
export const salvageLevel = async (dir: string, { signer, known }: SalvageOptions = {}): Promise<Salvaged> => {
  if (!existsSync(join(dir, "db"))) throw new Error("its database is gone");
  const map = new RawMap(join(dir, "db"));
  const lost = [...map.damages];
  const stored = totalsIn(map, lost);
  if (stored && stored.formatVersion !== formatVersion)
    throw new Error(`it is of layout ${stored.formatVersion}, and only layout ${formatVersion} can be read so`);
  const checkpoints = await checkpointsIn(join(dir, "checkpoints"), lost, signer);
  const own = checkpoints.all.at(-1);
  const all = known && known.number > (own?.number ?? 0n) ? [...checkpoints.all, known] : checkpoints.all;
  const secrets = await readKeys(dir);
  const from = { map, files: new BlobFiles(join(dir, "blobs"), secrets), secrets };
  const finds = await findsIn(from, all, lost);
  const last = all.at(-1);
  lost.push(...finds.account.missing(stored, last));
  // Where two ends are torn, the newest word of both may have gone with them.
  const isSure = !(map.isTorn && checkpoints.isTorn);
  return report(finds, isSure && finds.account.hasAllHeads(stored, last), lost);
};

const totalsIn = (map: RawMap, lost: string[]): StoredTotals | undefined => {
  const value = map.get(stateKey);
  try {
    return value && decodeTotals(unseal(stateKey, value));
  } catch {
    lost.push("the record of totals is damaged");
    return undefined;
  }
};

const checkpointsIn = async (
  path: string,
  lost: string[],
  signer?: CheckpointSigner,
): Promise<{ readonly all: readonly Checkpoint[]; readonly isTorn: boolean }> => {
  try {
    const entries = (await CheckpointFile.read(path)) ?? [];
    const all = await Promise.all(entries.map((entry) => openCheckpoint(entry, signer)));
    const isTorn = (await CheckpointFile.isTorn(path)) ?? true;
    if (isTorn) lost.push("the file of checkpoints is gone, or ends in the middle of one");
    return { all, isTorn };
  } catch {
    lost.push("the file of checkpoints is damaged, or not signed by the key of this folder");
    return { all: [], isTorn: true };
  }
};

interface Finds {
  readonly owners: readonly OwnerFinds[];
  readonly account: Account;
  /** Of each owner and scope, the digests that no place has whole. */
  readonly artifactsLost: ReadonlyMap<OwnerFinds, ReadonlyMap<string, number>>;
}

const findsIn = async (from: FindsFrom, checkpoints: readonly Checkpoint[], lost: string[]): Promise<Finds> => {
  const { map } = from;
  const owners = new Map<string, OwnerFinds>();
  const account = new Account();
  const of = (owner: string): OwnerFinds => {
    const known = owners.get(owner) ?? new OwnerFinds(from, owner);
    owners.set(owner, known);
    return known;
  };
  for (const key of map.keys()) {
    const parsed = parseKey(key);
    const value = map.get(key);
    if (!parsed || !value || key === stateKey) continue;
    account.key(parsed.kind, value);
    of(parsed.owner).take(parsed.kind, parsed.rest, key, value);
  }
  for (const { owner, stream, seq, hash } of checkpoints.flatMap(({ heads }) => heads))
    of(owner).witness(stream, { seq, hash: Buffer.from(hash).toString("hex") });
  const artifactsLost = new Map<OwnerFinds, ReadonlyMap<string, number>>();
  for (const owner of owners.values()) {
    owner.follow();
    for (const { head } of [...owner.streams().values(), ...owner.erased()]) account.stream(head.seq, head.hash);
    artifactsLost.set(owner, await lookedAt(owner));
    lost.push(...owner.lost, ...lossesOf(owner, artifactsLost.get(owner)!));
  }
  return { owners: [...owners.values()], account, artifactsLost };
};

/** Reads every artifact once; gives how many of each scope are lost. */
const lookedAt = async (owner: OwnerFinds): Promise<Map<string, number>> => {
  const lost = new Map<string, number>();
  for (const scope of owner.artifacts.scopes())
    for (const digest of owner.artifacts.of(scope))
      if (!(await owner.artifacts.read(digest))) lost.set(scope, (lost.get(scope) ?? 0) + 1);
  return lost;
};

const lossesOf = (finds: OwnerFinds, artifacts: ReadonlyMap<string, number>): string[] => {
  const { owner, lists } = finds;
  const inLists = lists.names().flatMap((list) => {
    const numbers = lists.lostOf(list);
    return numbers.length === 0
      ? []
      : [`${numbers.length} entries of the list ${list} of owner ${owner} are lost: ${some(numbers)}`];
  });
  const commands = [...finds.commands()].filter(({ state }) => !state).map(({ key }) => key);
  const apart = [...artifacts].filter(([scope]) => !finds.streams().has(scope));
  return [
    ...apart.map(([scope, count]) => `${count} artifacts of ${scope || "no run"} of owner ${owner} are lost`),
    ...inLists,
    ...(commands.length > 0 ? [`answers to ${commands.length} commands of owner ${owner} are lost`] : []),
  ];
};

/** So many numbers are written out. */
const writtenOut = 20;

const some = (numbers: readonly number[]): string =>
  numbers.slice(0, writtenOut).join(", ") + (numbers.length > writtenOut ? ", …" : "");

const report = ({ owners, artifactsLost }: Finds, hasAllHeads: boolean, lost: readonly string[]): Salvaged => {
  const streams = owners.flatMap((finds) =>
    [...finds.streams()].map(([stream, { head, known }]) => {
      const missing = artifactsLost.get(finds)?.get(stream) ?? 0;
      const isWhole = hasAllHeads && head.seq === known && missing === 0;
      return { owner: finds.owner, stream, held: head.seq, known, artifactsLost: missing, isWhole };
    }),
  );
  return {
    streams,
    lost,
    contents: () => contentsOf(owners),
    read: async (digest) => {
      for (const { artifacts } of owners) {
        const bytes = await artifacts.read(digest);
        if (bytes && sha256Hex(bytes) === digest) return bytes;
      }
      throw new Error(`artifact ${digest} is lost`);
    },
  };
};

async function* contentsOf(owners: readonly OwnerFinds[]): AsyncGenerator<Content> {
  for (const finds of owners) {
    yield { kind: "owner", owner: finds.owner };
    for (const erased of finds.erased()) yield { kind: "erased", erased };
    for (const [stream, { head }] of finds.streams()) if (head.seq > 0) yield* scopeOf(finds, stream, head.seq);
    for (const event of finds.events()) yield { kind: "event", event };
    for (const scope of finds.apart()) yield* scopeOf(finds, scope, 0);
    yield* finds.kept();
    for (const list of finds.lists.names())
      for (const entry of finds.lists.of(list)) yield { kind: "entry", list, entry };
    for (const { key, state } of finds.commands()) if (state) yield { kind: "command", key, state };
  }
}

/** So many artifacts are named at once. */
const artifactsAtOnce = 1_000;

async function* scopeOf({ artifacts }: OwnerFinds, scope: string, eventCount: number): AsyncGenerator<Content> {
  let held: HeldArtifact[] = [];
  let isNamed = false;
  for (const digest of artifacts.of(scope)) {
    const bytes = await artifacts.read(digest);
    if (bytes) held.push({ digest, sizeBytes: bytes.length });
    if (held.length < artifactsAtOnce) continue;
    yield { kind: "scope", scope, eventCount, artifacts: held };
    [held, isNamed] = [[], true];
  }
  if (held.length > 0 || (eventCount > 0 && !isNamed)) yield { kind: "scope", scope, eventCount, artifacts: held };
}

/** The keys of a store's folder, as far as they can be read. Nothing is written; a file that is gone has none. */
const readKeys = async (dir: string): Promise<Secrets> => {
  const stored = await readFile(join(dir, keyFolder, "keys")).catch(() => Buffer.alloc(0));
  const slotOf = (id: string) => {
    const number = numberOf(id);
    return decodeSlot(number, stored.subarray(number * slotBytes, (number + 1) * slotBytes));
  };
  return {
    find: (id) => {
      const slot = slotOf(id);
      if (typeof slot !== "object") throw keyLost(numberOf(id));
      return slot;
    },
    isDestroyed: (id) => slotOf(id) === "destroyed",
  };
};
