import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { seeded } from "./store-seed.ts";
import { type ImportKillReport, killImport } from "./vault-kill.ts";
import { realMail } from "./vault-scale-mail.ts";
import { madeUpItems, madeUpMail, variedMail, writeMailbox, writePst, writeZip } from "./vault-stream-box.ts";

const fileNames = { mailbox: "Inbox.mbox", zip: "dossier.zip", pst: "outlook.pst" } as const;
type Kind = keyof typeof fileNames;

/** A container and how often its import is disturbed. */
export interface KillOrder {
  readonly kind: Kind;
  readonly bytesMin: number;
  /** Of zlib, for a zip. */
  readonly level?: number;
  /** Of a mailbox or zip; what is in a data file of Outlook is made up. */
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
    const path = join(dir, fileNames[kind]);
    const titles = await made(kind, path, bytesMin, { mail, level });
    return await killImport({ ...order, path, titles, digest: await digestOf(path), random: seeded(seed) });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** Words of a mail of Outlook. */
const itemWords = 300;

/** Writes the container; gives the titles that its documents must have, each once, where whoever made it knows them. */
const made = async (
  kind: Kind,
  path: string,
  bytesMin: number,
  { mail, level }: { readonly mail: KillOrder["mail"]; readonly level: number | undefined },
): Promise<readonly string[]> => {
  if (kind === "pst") return (await writePst(path, madeUpItems(itemWords), bytesMin)).subjects;
  await (kind === "mailbox" ? writeMailbox(path, mail(), bytesMin) : writeZip(path, mail(), bytesMin, level));
  return [];
};

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
};

const mib = 1024 * 1024;

/**
 * `npm run campaign -- vault-kill [MiB] [disturbances] [seed] [kind] [stops]`, by default 40, 8 and 1, of a mailbox, a zip and a data file of
 * Outlook (`mailbox`, `zip`, `pst`): imports of each by the real client into a real server, which is killed; so often of these times, by default
 * half of them, the client is stopped instead, as by Ctrl-C. Answers false when any of them ended otherwise than an undisturbed import, or a mail of Outlook is there twice or not at all.
 */
export const runVaultKill = async ([
  size = "40",
  disturbances = "8",
  seed = "1",
  only,
  stopped = String(Math.floor(Number(disturbances) / 2)),
]: readonly string[]): Promise<boolean> => {
  const originals = realMail();
  const mail = () => (originals.length === 0 ? madeUpMail(900) : variedMail(originals));
  const queries = ["meeting", "contract price", '"natural gas"', "toezegging"];
  const [kills, stops] = [Number(disturbances) - Number(stopped), Number(stopped)];
  let holds = true;
  for (const kind of (Object.keys(fileNames) as Kind[]).filter((each) => only === undefined || each === only)) {
    // Text packs to a third or so: as many messages either way.
    const bytesMin = (kind === "zip" ? Number(size) / 3 : Number(size)) * mib;
    const order = { kind, bytesMin, mail, queries, kills, stops, seed: Number(seed) };
    const { differences, ...counts } = await killOver(order);
    console.log(`${kind}: ${JSON.stringify({ ...counts, differences: differences.length })}; load ${loadavg()[0]}`);
    for (const sentence of differences.slice(0, 20)) console.error(`seed ${seed}: ${sentence}`);
    holds &&= differences.length === 0 && counts.kills > 0;
  }
  return holds;
};
