import { existsSync } from "node:fs";
import { join } from "node:path";
import { openIndex, type RebuildReport, rebuildIndexes } from "./engine/run/index-rebuild.ts";
import { packFinalised } from "./engine/run/packing.ts";
import { RunIndex } from "./engine/run/run-index.ts";
import { DomainError } from "./error.ts";
import { type Installation, openInstallation } from "./installation.ts";
import { worded } from "./messages/said.ts";
import type { Store, VerifyReport } from "./store/store.ts";

/** Opens the store in a folder. Errors: those of opening a store. */
type OpenStore = (dir: string, signer: Installation["signer"]) => Promise<Store>;

/** The stores of a data folder. */
const stores = ["runs", "vault", "law"] as const;

/** What an operator does with the stores of a data folder while no server has them open. */
export class StoreCare {
  readonly #open: OpenStore;

  constructor(open: OpenStore) {
    this.#open = open;
  }

  /** Reads all there is in each store and checks it against digests, chains and checkpoints. Errors: FENCED, RUN_NOT_FOUND. */
  async check(dataDir: string): Promise<(VerifyReport & { readonly store: string })[]> {
    const reports = [];
    for (const store of storesIn(dataDir))
      reports.push({ store, ...(await this.#within(dataDir, store, (opened) => opened.verify()).catch(damageOf)) });
    return reports;
  }

  /** Builds the index of the runs anew from their journal. Errors: FENCED, RUN_NOT_FOUND, DATA_LOSS. */
  async rebuild(dataDir: string): Promise<RebuildReport> {
    if (!storesIn(dataDir).includes("runs")) throw nothingIn(dataDir);
    return this.#within(dataDir, "runs", async (store) => {
      let [events, removed, written] = [0, 0, 0];
      for (const owner of await store.owners()) {
        const report = await rebuildIndexes(store, owner);
        events += report.events;
        removed += report.removed;
        written += report.written;
      }
      return { events, removed, written };
    });
  }

  /** Packs every run that is finalised; gives how many were, and how many records went into others. Errors: FENCED, RUN_NOT_FOUND, DATA_LOSS. */
  async pack(dataDir: string): Promise<{ runs: number; records: number }> {
    if (!storesIn(dataDir).includes("runs")) throw nothingIn(dataDir);
    return this.#within(dataDir, "runs", async (store) => {
      let [runs, records] = [0, 0];
      for (const owner of await store.owners()) {
        // Which runs there are is asked of the index, which an older program may have left.
        await openIndex(store, owner);
        const packed = await packFinalised(store, owner, new RunIndex(store, owner).runIds());
        runs += packed.runs;
        records += packed.records;
      }
      return { runs, records };
    });
  }

  async #within<T>(dataDir: string, name: string, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await this.#open(join(dataDir, name), openInstallation(dataDir).signer).catch((cause: unknown) => {
      if (!(cause instanceof DomainError) || cause.facts.cause !== "LEVEL_LOCKED") throw cause;
      throw new DomainError("FENCED", worded("source-error.a-server-has-open-stop-it-first-nothing-was", { dataDir }), {
        data: dataDir,
      });
    });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
}

const storesIn = (dataDir: string): string[] => {
  const found = stores.filter((name) => existsSync(join(dataDir, name, "db")));
  if (found.length === 0) throw nothingIn(dataDir);
  return found;
};

const nothingIn = (dataDir: string): DomainError =>
  new DomainError("RUN_NOT_FOUND", worded("error.there-is-no-store-in-name-the-folder-of-a", { dataDir }));

/** A store that cannot be opened for its damage is one that has this damage. */
const damageOf = (error: unknown): VerifyReport => {
  if (!(error instanceof DomainError) || error.reason !== "DATA_LOSS") throw error;
  return { events: 0, blobs: 0, records: 0, damages: [`it cannot be opened: ${error.message}`] };
};
