import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { Config } from "../config.ts";
import { restoreStream } from "../engine/run/erased.ts";
import { type Installation, openTenant } from "../installation.ts";
import { openReceiptKeys } from "../receipt-keys.ts";
import { openLevelStore } from "../store/level/open.ts";
import { openMemoryStore } from "../store/memory/memory-store.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../wire/log.ts";
import { heldTo, isStoreThere, openAnchor } from "./anchors.ts";
import { clock } from "./clock.ts";

/** Closes something of a server when it stops; what was opened last is closed first. */
export type Closing = () => void | Promise<void>;

/** A store of this process, and the tenant whose keys in it are meant. */
export type StoreAt = (name: "runs" | "vault" | "law") => { readonly store: Store; readonly owner: string };

/** Opens the stores of this process; a part that is somewhere else has its own there. What was opened is in `closing`, also where this fails. */
export const openStores = async (
  config: Config,
  installation: Installation,
  closing: Closing[],
  log: Log,
  onSeen?: (seenMs: number) => void,
  traced: (name: string, store: Store) => Store = (_, store) => store,
): Promise<{ readonly storeAt: StoreAt; readonly stores: ReadonlyMap<string, Store>; readonly scrubs: Scrubs }> => {
  const stores = new Map<string, Store>();
  const scrubs = new Scrubs(() => clock.now());
  const unknown: { readonly store: string; readonly found: bigint }[] = [];
  for (const name of ["runs", ...(config.vaultUrl ? [] : ["vault"]), ...(config.lawbotUrl ? [] : ["law"])]) {
    const store = await openStore(config, installation, name, log, onSeen, scrubs, (found) =>
      unknown.push({ store: name, found }),
    );
    closing.push(() => store.close());
    stores.set(name, traced(name, store));
  }
  const owners = await Promise.all([...stores.values()].map((store) => store.owners()));
  const owner = openTenant(config.dataDir, config.user, owners.flat());
  await tellUnknown(stores.get("runs"), owner, unknown);
  const storeAt: StoreAt = (name) => {
    const store = stores.get(name);
    if (!store) throw new Error(`this process has no store ${name}`);
    return { store, owner };
  };
  return { storeAt, stores, scrubs };
};

/** Clocks are set right by little steps; what is more than that is told. */
const clockSlackMs = 2_000;

/** Opens a store of this process by its name; `onSeen` hears when it was last written to, by the clock of then; a write that fails ends the process. */
export const openStore = async (
  config: Config,
  installation: Installation,
  name: string,
  log: Log,
  onSeen?: (seenMs: number) => void,
  scrubs?: Scrubs,
  onUnknown?: (found: bigint) => void,
): Promise<Store> => {
  if (config.dataDir === undefined) return openMemoryStore({ clock });
  if (config.store !== undefined) return sharedStore(config.dataDir, config.store, installation, name, log);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const onFailure = (cause: unknown): void => {
    // Fail-stop: what was being written may or may not be on disk, and only a new start can tell.
    log.error(
      { cause: cause instanceof Error ? cause.name : "unknown", store: name },
      "a write failed; the server ends",
    );
    process.exit(70);
  };
  const onDamage = (sentence: string): void =>
    log.error({ store: name }, `${sentence}; stop the server and run pincite store check`);
  const onUnkept = (): void => log.error({ store: name }, "its last checkpoint could not be kept outside it");
  const dir = join(config.dataDir, name);
  const anchor = await openAnchor(config.dataDir, name, installation, onUnkept);
  anchor.requirePresent(isStoreThere(dir));
  if (anchor.seenMs > clock.now() + clockSlackMs)
    log.warn(
      { store: name, seen: new Date(anchor.seenMs).toISOString() },
      "the clock of this machine stands before what was written last: receipts would carry an older day; set it right",
    );
  onSeen?.(anchor.seenMs);
  const { signer } = anchor;
  const told = { onFailure, onDamage, ...(scrubs ? { onScrubbed: scrubs.of(name) } : {}) };
  const store = await heldTo(anchor, await openLevelStore({ dir, clock, signer, ...told }));
  if (anchor.damaged > 0)
    log.warn(
      { store: name, places: anchor.damaged },
      "what was kept of its last checkpoint cannot be read; it is kept anew",
    );
  if (anchor.isUnknown) {
    log.warn(
      { store: name },
      "nothing was kept of it outside it, so that an older copy in its place would not have shown",
    );
    onUnknown?.(anchor.newestShown());
  }
  return store;
};

/** A store in a database, held to what this server kept of it. Errors: STORE_UNAVAILABLE, UNSUPPORTED, DATA_LOSS for one that was turned back. */
const sharedStore = async (
  dataDir: string,
  address: string,
  installation: Installation,
  name: string,
  log: Log,
): Promise<Store> => {
  const { openSharedStore, showTo, keptWhileOpen } = await import("./shared-store.ts");
  const onUnkept = (): void => log.error({ store: name }, "how far it is could not be kept outside it");
  const anchor = await openAnchor(dataDir, name, installation, onUnkept, true);
  // Made now where there is none: others are held to it from the first start on.
  openReceiptKeys(dataDir, new Date(clock.now()).toISOString());
  const store = await openSharedStore(address, name, dataDir, installation);
  try {
    await showTo(anchor, store);
    anchor.requireNewest();
  } catch (error) {
    await store.close();
    throw error;
  }
  return keptWhileOpen(anchor, store, () =>
    log.error({ store: name }, "the database was turned back while the server ran; stop it, and look what was lost"),
  );
};

/** Puts into the journal of the runs which stores were taken although nothing said how far they had been. */
const tellUnknown = async (
  runs: Store | undefined,
  owner: string,
  unknown: readonly { readonly store: string; readonly found: bigint }[],
): Promise<void> => {
  if (!runs || unknown.length === 0) return;
  const actor = { kind: Principal_Kind.KERNEL, name: "kernel" };
  const events = unknown.map(({ store, found }) => {
    const value = { store, checkpointKept: 0n, checkpointFound: found };
    const event = create(RunEventSchema, {
      timeIso: new Date(clock.now()).toISOString(),
      actor,
      event: { case: "storeAccepted", value },
    });
    return { type: "storeAccepted", body: toBinary(RunEventSchema, event) };
  });
  await runs.commit({ owner, stream: restoreStream, expect: await runs.head(owner, restoreStream), events });
};

/** What the reading of a store behind the server's back came to. */
interface Scrub {
  readonly store: string;
  /** When the store was last read to its end; undefined: not yet since the server was started. */
  readonly checkedAtMs: number | undefined;
  /** Damages found since then. */
  readonly damages: number;
}

/** Keeps, for each store of this server that is on disk, when it was last read and what was found. */
class Scrubs {
  readonly #now: () => number;
  readonly #byStore = new Map<string, Scrub>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes a store that is to be read; gives what is to be called each time that it was. */
  of(store: string): (damages: number) => void {
    this.#byStore.set(store, { store, checkedAtMs: undefined, damages: 0 });
    return (damages) => void this.#byStore.set(store, { store, checkedAtMs: this.#now(), damages });
  }

  /** In the order in which the stores were opened. */
  all(): Scrub[] {
    return [...this.#byStore.values()];
  }
}
