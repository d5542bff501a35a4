import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Checkpoint, CheckpointSchema } from "../../gen/pincite/journal/v1/record_pb.ts";
import type { StoreAnchor } from "../anchor/store-anchor.ts";
import type { LevelOfStore } from "../cli/types.ts";
import { requireStoreAddress } from "../config.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { registerKeyIds } from "../store/postgres/key-ids.ts";
import { knownLevel, raiseLevel, readLevel } from "../store/postgres/level.ts";
import { openPostgresStore } from "../store/postgres/open.ts";
import { pgDatabase } from "../store/postgres/pg-database.ts";
import { type RotatedKeys, rotateKeys } from "../store/postgres/rotate-keys.ts";
import { told } from "../store/postgres/trouble.ts";
import type { Store, StoredEvent } from "../store/store.ts";
import { clock } from "./clock.ts";
import { keyIdsOf } from "./key-ids.ts";
import { beginRotation, endRotation, openWrapKeys } from "./wrap-keys.ts";

/** Opens a store by its name in the database at an address, beside other servers that have it open. Errors: STORE_UNAVAILABLE, UNSUPPORTED, DATA_LOSS also where their keys differ. */
export const openSharedStore = (
  address: string,
  name: string,
  dataDir: string,
  installation: Installation = openInstallation(dataDir),
): Promise<Store> =>
  openPostgresStore({
    database: pgDatabase(address),
    schema: schemaOf(name),
    clock,
    wrapping: openWrapKeys(dataDir),
    keyIds: keyIdsOf(dataDir, installation),
  });

const schemaOf = (name: string): string => `pincite_${name}`;

/**
 * Replaces the key that wraps the keys of scopes, in all stores of a database that no server has open; broken off, it goes on. From then on the keys of
 * this folder are those that every server is held to.
 */
export const rotateWrapKeys = async (address: string, dataDir: string): Promise<RotatedKeys> => {
  const wrapping = beginRotation(dataDir);
  const database = pgDatabase(address);
  let [rewrapped, erased] = [0, 0];
  try {
    for (const name of ["runs", "vault", "law"]) {
      const rotated = await rotateKeys(database, schemaOf(name), wrapping);
      rewrapped += rotated.rewrapped;
      erased += rotated.erased;
      await registerKeyIds(database, schemaOf(name), keyIdsOf(dataDir, openInstallation(dataDir)));
    }
  } finally {
    await database.close();
  }
  endRotation(dataDir);
  return { rewrapped, erased };
};

/** Tells at which level each store of a database is, and raises them all to the one that this program knows where it is asked to. Errors: REQUEST_INVALID, STORE_UNAVAILABLE, UNSUPPORTED. */
export const storeLevels = async (address: string, isRaised: boolean): Promise<readonly LevelOfStore[]> => {
  requireStoreAddress(address);
  const database = pgDatabase(address);
  try {
    const found: LevelOfStore[] = [];
    for (const store of ["runs", "vault", "law"]) {
      const now = await readLevel(database, schemaOf(store));
      const to = { level: knownLevel, minReader: knownLevel, minWriter: knownLevel };
      if (now)
        found.push({ store, known: knownLevel, ...(isRaised ? await raiseLevel(database, schemaOf(store), to) : now) });
    }
    return found;
  } catch (error) {
    throw told(error);
  } finally {
    await database.close();
  }
};

/** How often it is kept how far a database is, in milliseconds. */
const keepEveryMs = 5_000;
/** An event that was erased is never given: so long it is waited for. */
const eventMs = 1_000;

/**
 * Shows an anchor how far a database is. What the anchor keeps is a checkpoint of positions and last events, since a database has none of
 * its own; where the kept event stands where it stood, the database is that one, gone on since.
 */
export const showTo = async (anchor: StoreAnchor, store: Store): Promise<void> => {
  const { known } = anchor;
  const now = await standingOf(store);
  const isSame = known === undefined || (await holds(store, known));
  // Where it is another one, all there is to show is that it does not reach what was kept.
  if (isSame) await show(anchor, now.number === known?.number ? known : now);
  else await show(anchor, { ...now, number: now.number < known.number ? now.number : known.number - 1n });
};

/** From here on the server of a folder is held to a database as it is now, whatever it was held to before. */
export const holdTo = async (anchor: StoreAnchor, store: Store): Promise<void> => {
  await show(anchor, await standingOf(store));
  await anchor.accept();
};

const show = async ({ signer }: StoreAnchor, checkpoint: Checkpoint): Promise<void> => {
  const bytes = toBinary(CheckpointSchema, checkpoint);
  await signer.verify?.(signer.keyId, bytes, await signer.sign(bytes));
};

/** Keeps how far a shared store is while it is open. `onBehind` is told once when it is found to be behind what was kept. */
export const keptWhileOpen = (anchor: StoreAnchor, store: Store, onBehind: () => void): Store => {
  anchor.hold();
  let last = anchor.newestShown();
  let isBehind = false;
  const keep = async (): Promise<void> => {
    const now = await standingOf(store);
    if (now.number < last && !isBehind) {
      isBehind = true;
      onBehind();
    }
    if (now.number <= last) return;
    await anchor.signer.sign(toBinary(CheckpointSchema, now));
    last = now.number;
  };
  let keeping: Promise<void> = Promise.resolve();
  const next = (): Promise<void> => (keeping = keeping.then(keep).catch(() => undefined));
  const timer = setInterval(() => void next(), keepEveryMs).unref();
  const close = store.close.bind(store);
  return Object.assign(store, {
    close: async () => {
      clearInterval(timer);
      await next();
      await close();
      await anchor.end();
    },
  });
};

/** How far each owner's journal is, with its last event; numbered by the sum, which only grows. */
const standingOf = async (store: Store): Promise<Checkpoint> => {
  const checkpoint = create(CheckpointSchema, { createTime: timestampFromMs(clock.now()) });
  for (const owner of await store.owners()) {
    const { position } = await store.commit({ owner });
    if (position === 0n) continue;
    checkpoint.number += position;
    checkpoint.positions.push({ $typeName: "pincite.journal.v1.CheckpointPosition", owner, position });
    const event = await eventAt(store, owner, position);
    if (event?.position !== position) continue;
    const { stream, seq } = event;
    const hash = Buffer.from(event.hash, "hex");
    checkpoint.heads.push({ $typeName: "pincite.journal.v1.CheckpointHead", owner, stream, seq, hash });
  }
  checkpoint.eventCount = checkpoint.number;
  checkpoint.batch = checkpoint.number;
  return checkpoint;
};

/** Whether each journal is as far as was kept, and the event that was its last then is where it was, unless it was erased. */
const holds = async (store: Store, { positions, heads }: Checkpoint): Promise<boolean> => {
  for (const { owner, position } of positions) {
    if ((await store.commit({ owner })).position < position) return false;
    const kept = heads.find((head) => head.owner === owner);
    const event = kept && (await eventAt(store, owner, position));
    if (event?.position === position && event.hash !== Buffer.from(kept!.hash).toString("hex")) return false;
  }
  return true;
};

/** The event at a position, or the next one there is. */
const eventAt = async (store: Store, owner: string, position: bigint): Promise<StoredEvent | undefined> => {
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(eventMs)]);
  try {
    for await (const event of store.watch(owner, { after: position - 1n, signal })) return event;
    return undefined;
  } finally {
    enough.abort();
  }
};
