import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { AcceptedRestore } from "../cli/types.ts";
import { DomainError } from "../error.ts";
import { openInstallation } from "../installation.ts";
import { openLevelStore } from "../store/level/open.ts";
import { isStoreThere, openAnchor } from "./anchors.ts";
import { clock } from "./clock.ts";
import { scopeOfNamed } from "./scopes.ts";

const stores = ["runs", "vault", "law"] as const;

/**
 * Takes each store of a folder as it lies there, although it is older than what was kept outside it, or gone; a store that is
 * damaged is not opened. What was accepted is noted in the folder, so that the loss stays told. Errors: FENCED, DATA_LOSS,
 * RUN_NOT_FOUND.
 */
export const acceptRestore = async (dataDir: string): Promise<AcceptedRestore[]> => {
  if (!existsSync(join(dataDir, "keys")))
    throw new DomainError("RUN_NOT_FOUND", `There is no store in ${dataDir}: name the folder of a server with --data.`);
  const installation = openInstallation(dataDir);
  const accepted: AcceptedRestore[] = [];
  for (const store of stores) {
    const anchor = await openAnchor(dataDir, store, installation, failed);
    const kept = anchor.known?.number ?? 0n;
    const dir = join(dataDir, store);
    if (isStoreThere(dir)) {
      const opened = await openLevelStore({ dir, clock, signer: anchor.signer, scopeOf: scopeOfNamed }).catch(
        (error: unknown) => {
          throw lockedBy(error, dataDir);
        },
      );
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
  return accepted;
};

const failed = (): void => undefined;

const lockedBy = (cause: unknown, dataDir: string): unknown =>
  cause instanceof DomainError && cause.facts.cause === "LEVEL_LOCKED"
    ? new DomainError("FENCED", `A server has ${dataDir} open: stop it first. Nothing was changed.`, { data: dataDir })
    : cause;
