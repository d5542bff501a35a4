import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { StoreAnchor } from "../anchor/store-anchor.ts";
import type { AcceptedRestore } from "../cli/types.ts";
import { type Config, readConfig } from "../config.ts";
import { restoreStream } from "../engine/run/erased.ts";
import { DomainError } from "../error.ts";
import { type Installation, openInstallation, openTenant } from "../installation.ts";
import { worded } from "../messages/said.ts";
import { openLevelStore } from "../store/level/open.ts";
import { heldTo, isStoreThere, openAnchor } from "./anchors.ts";
import { clock } from "./clock.ts";

const stores = ["runs", "vault", "law"] as const;

/**
 * Takes each store of a folder as it lies there, although it is older than what was kept outside it, or gone; a store that is
 * damaged is not opened. With a `store`, by default `PINCITE_STORE`, they are those of that database, and what is accepted is accepted for the
 * server of this folder.
 * What was accepted is an
 * event in the journal of the runs and a line in the folder, so that the loss stays told. Errors: FENCED, DATA_LOSS,
 * RUN_NOT_FOUND.
 */
export const acceptRestore = async (
  dataDir: string,
  { store: address }: Partial<Pick<Config, "store">> = readConfig({ dataDir }, process.env),
): Promise<AcceptedRestore[]> => {
  if (!existsSync(join(dataDir, "keys")))
    throw new DomainError("RUN_NOT_FOUND", worded("error.there-is-no-store-in-name-the-folder-of-a", { dataDir }));
  const installation = openInstallation(dataDir);
  const accepted: AcceptedRestore[] = [];
  for (const store of stores) {
    const anchor = await openAnchor(dataDir, store, installation, failed, address !== undefined);
    const kept = anchor.known?.number ?? 0n;
    const dir = join(dataDir, store);
    if (address !== undefined) await shownShared(anchor, address, store, dataDir);
    else if (isStoreThere(dir)) {
      const opened = await openLevelStore({ dir, clock, signer: anchor.signer }).catch((error: unknown) => {
        throw lockedBy(error, dataDir);
      });
      await opened.close();
    }
    const standing = anchor.newestShown();
    if (kept <= standing) continue;
    await anchor.accept();
    const one = { store, kept: Number(kept), standing: Number(standing) };
    const line = `${new Date(clock.now()).toISOString()} ${store} ${kept} ${standing}\n`;
    appendFileSync(join(dataDir, "anchors", "accepted"), line, { mode: 0o600, flush: true });
    accepted.push(one);
  }
  if (accepted.length > 0) await tell(dataDir, address, installation, accepted);
  return accepted;
};

/** Shows an anchor how far the store in a database is. */
const shownShared = async (anchor: StoreAnchor, address: string, name: string, dataDir: string): Promise<void> => {
  const { openSharedStore, showTo } = await import("./shared-store.ts");
  const store = await openSharedStore(address, name, dataDir);
  try {
    await showTo(anchor, store);
  } finally {
    await store.close();
  }
};

/** Puts a person's act into the journal of the runs: who accepted which store, and when. An empty store of runs is made for it. */
const tell = async (
  dataDir: string,
  address: string | undefined,
  installation: Installation,
  accepted: readonly AcceptedRestore[],
): Promise<void> => {
  const { user } = readConfig({ dataDir }, process.env);
  const anchor = await openAnchor(dataDir, "runs", installation, failed, address !== undefined);
  const store =
    address === undefined
      ? await heldTo(anchor, await openLevelStore({ dir: join(dataDir, "runs"), clock, signer: anchor.signer }))
      : await (await import("./shared-store.ts")).openSharedStore(address, "runs", dataDir);
  try {
    const owner = openTenant(dataDir, user, await store.owners());
    await store.commit({
      owner,
      stream: restoreStream,
      expect: await store.head(owner, restoreStream),
      events: accepted.map((one) => ({ type: "storeAccepted", body: toBinary(RunEventSchema, eventOf(one, user)) })),
    });
  } finally {
    await store.close();
  }
};

/** Whoever has the folder's files says by that who he is, and nobody checks it. */
const eventOf = ({ store, kept, standing }: AcceptedRestore, name: string): RunEvent =>
  create(RunEventSchema, {
    timeIso: new Date(clock.now()).toISOString(),
    actor: { kind: Principal_Kind.USER, name, asserted: true },
    event: { case: "storeAccepted", value: { store, checkpointKept: BigInt(kept), checkpointFound: BigInt(standing) } },
  });

const failed = (): void => undefined;

const lockedBy = (cause: unknown, dataDir: string): unknown =>
  cause instanceof DomainError && cause.facts.cause === "LEVEL_LOCKED"
    ? new DomainError("FENCED", worded("source-error.a-server-has-open-stop-it-first-nothing-was", { dataDir }), {
        data: dataDir,
      })
    : cause;
