import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seeded } from "./store-seed.ts";
import { type ImportKillReport, killImport } from "./vault-kill.ts";
import { realMail } from "./vault-scale-mail.ts";
import { madeUpMail, variedMail, writeMailbox, writeZip } from "./vault-stream-box.ts";

/** A container and how often its import is disturbed. */
export interface KillOrder {
  readonly kind: "mailbox" | "zip";
  readonly bytesMin: number;
  /** Of zlib, for a zip. */
  readonly level?: number;
  readonly mail: () => Iterable<Buffer>;
  readonly queries: readonly string[];
  readonly kills: number;
  readonly stops: number;
  readonly seed: number;
}

/** Makes the container, and imports it undisturbed and disturbed. */
export const killOver = async ({
  kind,
  bytesMin,
  level,
  mail,
  seed,
  ...order
}: KillOrder): Promise<ImportKillReport> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-kill-box-"));
  try {
    const path = join(dir, kind === "mailbox" ? "Inbox.mbox" : "dossier.zip");
    await (kind === "mailbox" ? writeMailbox(path, mail(), bytesMin) : writeZip(path, mail(), bytesMin, level));
    return await killImport({ ...order, path, digest: await digestOf(path), random: seeded(seed) });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
};

const mib = 1024 * 1024;

/**
 * `npm run campaign -- vault-kill [MiB] [disturbances] [seed]`, by default 40, 8 and 1: imports of a mailbox and of a zip by the
 * real client into a real server, which is killed half the times; the other half the client is stopped as by Ctrl-C. Answers
 * false when any of them ended otherwise than an undisturbed import.
 */
export const runVaultKill = async (args: readonly string[]): Promise<boolean> => {
  const [size = 40, disturbances = 8, seed = 1] = args.map(Number);
  const originals = realMail();
  const mail = () => (originals.length === 0 ? madeUpMail(900) : variedMail(originals));
  const queries = ["meeting", "contract price", '"natural gas"', "toezegging"];
  const [kills, stops] = [Math.ceil(disturbances / 2), Math.floor(disturbances / 2)];
  let holds = true;
  for (const kind of ["mailbox", "zip"] as const) {
    // Text packs to a third or so: as many messages either way.
    const bytesMin = (kind === "mailbox" ? size : size / 3) * mib;
    const { differences, ...counts } = await killOver({ kind, bytesMin, mail, queries, kills, stops, seed });
    console.log(`${kind}: ${JSON.stringify({ ...counts, differences: differences.length })}`);
    for (const sentence of differences.slice(0, 20)) console.error(`seed ${seed}: ${sentence}`);
    holds &&= differences.length === 0 && counts.kills > 0;
  }
  return holds;
};
