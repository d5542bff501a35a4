import { existsSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCatalogue } from "../catalogue/load-catalogue.ts";
import { kindRegistry } from "../cli/proto/files.ts";
import type { ReplayOptions, ReplayOutcome } from "../cli/types.ts";
import { readConfig } from "../config.ts";
import { readRecording } from "../engine/replay/recording.ts";
import { replayRun } from "../engine/replay/replay-run.ts";
import { openIndex } from "../engine/run/index-rebuild.ts";
import { RunIndex } from "../engine/run/run-index.ts";
import { DomainError } from "../error.ts";
import { draftCheck } from "../grounding/draft-check.ts";
import { type Installation, openInstallation, tenantIn } from "../installation.ts";
import { worded } from "../messages/said.ts";
import { openReceiptKeys } from "../receipt-keys.ts";
import { shippedNames } from "../shipped-names.ts";
import { openLevelStore } from "../store/level/open.ts";
import { openMemoryStore } from "../store/memory/memory-store.ts";
import { clock } from "./clock.ts";
import { removeCopy } from "./remove-copy.ts";

/**
 * Derives a run again from a copy of its server's folder. The folder itself is only copied: LevelDB writes to what it
 * opens. No provider, no Vault and no LawBot is made, and no port is opened. Errors: RUN_NOT_FOUND, DATA_LOSS.
 */
export const replayFolder = async ({ dataDir, run, user }: ReplayOptions): Promise<ReplayOutcome> => {
  if (!existsSync(join(dataDir, "runs", "db")))
    throw new DomainError(
      "RUN_NOT_FOUND",
      worded("keeping-error.there-are-no-runs-in-name-the-folder-of-a", { dataDir }),
    );
  const config = readConfig({ dataDir, ...(user ? { user } : {}) }, process.env);
  // Left by a server that has the folder open, or that was killed; the copy of a closed folder is whole.
  const isOpen = existsSync(join(dataDir, "runs", "open"));
  const copy = await mkdtemp(join(tmpdir(), "pincite-replay-"));
  try {
    const parts = ["keys", "runs"].filter((part) => existsSync(join(dataDir, part)));
    for (const part of parts) await cp(join(dataDir, part), join(copy, part), { recursive: true });
    const keys = parts.includes("keys") ? openInstallation(copy) : undefined;
    const whose = (owners: readonly string[]) => tenantIn(dataDir, config.user, owners) ?? config.user;
    const recording = await recordedRun(copy, keys?.signer, whose, run).catch((error: unknown) => {
      throw isOpen ? openElsewhere(dataDir, error) : error;
    });
    const { catalogue } = loadCatalogue(config.toolLayers);
    const receiptKey = signingKeyIn(copy);
    return await replayRun(recording, {
      catalogue,
      checkDraft: draftCheck({ register: shippedNames(), laws: [] }),
      registerDigest: shippedNames().digest,
      register: shippedNames(),
      kinds: kindRegistry(),
      openScratch: (at) => openMemoryStore({ clock: at }),
      ...(receiptKey ? { signer: receiptKey } : {}),
    });
  } finally {
    await removeCopy(copy);
  }
};

/** Without the keys of the folder, checkpoints are looked at but for their signatures. */
const recordedRun = async (
  dir: string,
  signer: Installation["signer"] | undefined,
  whose: (owners: readonly string[]) => string,
  named: string,
) => {
  const store = await openLevelStore({ dir: join(dir, "runs"), clock, ...(signer ? { signer } : {}) });
  try {
    const owner = whose(await store.owners());
    if (named !== "latest") return await readRecording(store, owner, named);
    // The copy is ours: an index that a killed server left half built is brought to its end.
    await openIndex(store, owner);
    let newest = named;
    for await (const runId of new RunIndex(store, owner).runIds()) newest = runId;
    return await readRecording(store, owner, newest);
  } finally {
    await store.close();
  }
};

const openElsewhere = (dataDir: string, cause: unknown): unknown =>
  cause instanceof DomainError && cause.reason === "DATA_LOSS"
    ? new DomainError(
        "STORE_FAILED",
        worded("keeping-error.could-not-be-copied-whole-and-a-server-has-it", { dataDir }),
        {},
        { cause },
      )
    : cause;

/** The key receipts were signed with, where the folder still has it. */
const signingKeyIn = (dataDir: string) => {
  if (!existsSync(join(dataDir, "keys", "receipt-keys.pb"))) return undefined;
  try {
    return openReceiptKeys(dataDir, new Date(clock.now()).toISOString()).signer;
  } catch {
    return undefined;
  }
};
