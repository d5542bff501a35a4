import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { StoreItem } from "../../gen/pincite/backup/v1/store_item_pb.ts";
import { itemOf } from "../backup/items.ts";
import { restoreStore } from "../backup/restore-store.ts";
import { rebuildIndexes } from "../engine/run/index-rebuild.ts";
import { DomainError } from "../error.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { worded } from "../messages/said.ts";
import { type Salvaged, type SalvagedStore, type SalvageOptions, salvageLevel } from "../salvage/read-hurt.ts";
import { writeSecret } from "../secret-file.ts";
import { openLevelStore } from "../store/level/open.ts";
import type { Store } from "../store/store.ts";
import { acceptRestore } from "./accept-restore.ts";
import { openAnchor } from "./anchors.ts";
import { filesIn } from "./backed-up.ts";
import { clock } from "./clock.ts";
import { scopeOfRecord } from "./scope-of-record.ts";

const stores = ["runs", "vault", "law"] as const;

/**
 * Makes a new data folder of what holds in a hurt one, which is only read. It gets its name when it is done, and a file
 * `salvaged` in it says what was lost, so that the loss stays told. Errors: ALREADY_EXISTS, RUN_NOT_FOUND.
 */
export const salvageFolder = async (dataDir: string, into: string): Promise<SalvagedStore[]> => {
  const found = stores.filter((name) => existsSync(join(dataDir, name)));
  if (found.length === 0)
    throw new DomainError("RUN_NOT_FOUND", worded("error.there-is-no-store-in-name-the-folder-of-a", { dataDir }));
  if (existsSync(into) && readdirSync(into).length > 0)
    throw new DomainError(
      "ALREADY_EXISTS",
      worded("keeping-error.holds-something-name-a-folder-that-does-not", { dataDir: into }),
    );
  const half = `${resolve(into)}.salvaging`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o700 });
  for (const { path, content } of filesIn(dataDir)) {
    await mkdir(dirname(join(half, path)), { recursive: true, mode: 0o700 });
    writeSecret(join(half, path), content);
  }
  const { installation, lost } = await keysOf(half);
  const salvaged: SalvagedStore[] = [];
  for (const name of found) {
    const { signer, known } = await openAnchor(dataDir, name, installation, () => undefined);
    const options = { signer, ...(known ? { known } : {}) };
    salvaged.push(await salvageStore(name, join(dataDir, name), join(half, name), options).catch(nothingOf(name)));
  }
  const [first] = salvaged;
  if (first) salvaged[0] = { ...first, lost: [...lost, ...first.lost] };
  writeSecret(join(half, "salvaged"), `${salvaged.flatMap(linesOf).join("\n")}\n`);
  await rm(into, { recursive: true, force: true });
  await rename(half, into);
  await acceptRestore(into, {});
  return salvaged;
};

/** The keys that came along; where one is damaged, new ones, with which no older checkpoint can be checked. */
const keysOf = async (dir: string): Promise<{ installation: Installation; lost: string[] }> => {
  try {
    return { installation: openInstallation(dir), lost: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    for (const name of ["token.key", "checkpoint.pem"]) await rm(join(dir, "keys", name), { force: true });
    return {
      installation: openInstallation(dir),
      lost: ["a key of the folder is damaged: the new folder has new ones"],
    };
  }
};

/** A store of which nothing can be read is lost as a whole; the others are salvaged all the same. */
const nothingOf =
  (store: string) =>
  (error: unknown): SalvagedStore => ({
    store,
    events: 0,
    blobs: 0,
    records: 0,
    short: [],
    whole: 0,
    lost: [`nothing of it could be read: ${(error as Error).message}`],
  });

const linesOf = ({ store, events, blobs, records, short, whole, lost }: SalvagedStore): string[] => [
  `${store}: ${events} events, ${blobs} artifacts, ${records} records; ${whole} whole, ${short.length} not`,
  ...short.map(
    ({ stream, held, known, artifactsLost }) =>
      `  ${stream}: ${held} of ${known} events, ${artifactsLost} artifacts lost`,
  ),
  ...lost.map((sentence) => `  ${sentence}`),
];

/**
 * Puts what holds of a hurt store into a new folder, through the commits of its port: each event is hashed and chained again.
 * Derived records of runs are made anew from the events, since a damaged block may have left older ones.
 */
export const salvageStore = async (
  name: string,
  from: string,
  to: string,
  options: SalvageOptions = {},
): Promise<SalvagedStore> => {
  const found = await salvageLevel(from, options);
  const store = await openLevelStore({ dir: to, clock, ...(options.signer ? { signer: options.signer } : {}) });
  try {
    await restoreStore(store, itemsOf(found), found.read, scopeOfRecord);
    if (name === "runs") for (const owner of await store.owners()) await rebuildIndexes(store, owner);
    return await reportOf(name, found, store);
  } finally {
    await store.close();
  }
};

async function* itemsOf(found: Salvaged): AsyncGenerator<StoreItem> {
  for await (const content of found.contents()) yield itemOf(content);
}

/** What was written is read again: what is not whole there was not salvaged. */
const reportOf = async (name: string, { streams, lost }: Salvaged, store: Store): Promise<SalvagedStore> => {
  const { events, blobs, records, damages } = await store.verify();
  const held = streams.reduce((sum, stream) => sum + stream.held, 0);
  if (damages.length > 0 || held !== events)
    throw new Error(
      `the new store ${name} is not what was put into it: ${damages[0] ?? `${events} of ${held} events`}`,
    );
  const short = streams.filter(({ isWhole }) => !isWhole);
  return { store: name, events, blobs, records, short, whole: streams.length - short.length, lost };
};
