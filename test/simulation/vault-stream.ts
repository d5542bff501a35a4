import { mkdtemp, rm, stat } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  ImportedItem_Outcome as Outcome,
  ImportedItem_OutcomeSchema as OutcomeSchema,
} from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { uploadFile } from "../../src/cli/vault-upload.ts";
import { type Connection, openConnection } from "../../src/client/connection.ts";
import { realMail } from "./vault-scale-mail.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";
import { type MadeContainer, madeUpItems, variedMail, writeMailbox, writePst, writeZip } from "./vault-stream-box.ts";

const mib = 1024 * 1024;
/** How often a line is printed, in MiB read. */
const tellEveryMib = 50;
/** The bounds that are asked for: memory above the start, in MiB, and the longest that progress may stand still, in seconds. */
const [aboveMax, stillMax] = [400, 30];

/** Words of a mail of Outlook. */
const itemWords = 100;

/**
 * `npm run campaign -- vault-stream [MiB] [level|pst]`, by default a mailbox of 400 MiB, with zlib's level a zip packed so, with `pst` a data
 * file of Outlook with so many MiB of made-up text (two bytes a letter):
 * messages made of the real ones, all different, sent piece by piece to a whole server as `vault import` sends them. Prints its
 * memory as it goes; answers false when a message was lost, memory went beyond its bound, or progress stood still.
 */
export const runVaultStream = async ([size = "400", level]: readonly string[]): Promise<boolean> => {
  const originals = realMail();
  if (originals.length === 0 && level !== "pst") {
    console.error("vault-stream needs ../shared/data with the mail sets, which is not beside this checkout");
    return false;
  }
  const dir = await mkdtemp(join(tmpdir(), "pincite-stream-"));
  try {
    const path = join(dir, level === undefined ? "large.mbox" : level === "pst" ? "large.pst" : "large.zip");
    const [mail, bytesMin] = [() => variedMail(originals), Number(size) * mib];
    const made = await (level === undefined
      ? writeMailbox(path, mail(), bytesMin)
      : level === "pst"
        ? writePst(path, madeUpItems(itemWords), bytesMin)
        : writeZip(path, mail(), bytesMin, Number(level)));
    console.log(`${path}: ${(made.sizeBytes / mib).toFixed(0)} MiB, ${made.messageCount} messages`);
    const server = await startWatchedServer(join(dir, "data"));
    try {
      return await importOnce(server, path, made);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

const importOnce = async (server: WatchedServer, path: string, made: MadeContainer): Promise<boolean> => {
  const connection = openConnection(server.url);
  const start = server.peakMiB();
  const watch = new Watch(server, start);
  const counts = await upload(connection, path, watch);
  connection.close();
  watch.end();
  const isWhole = counts.imported === made.messageCount && counts.otherwise === 0;
  console.log(
    `${counts.imported} of ${made.messageCount} messages imported, ${counts.otherwise} otherwise${[...counts.reasons].map((each) => ` (${each})`).join("")}; memory ${start.toFixed(0)} MiB before, at most +${watch.most.toFixed(0)}; progress stood still for ${watch.still.toFixed(1)} s at most; ${watch.seconds.toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`,
  );
  return isWhole && watch.most <= aboveMax && watch.still <= stillMax;
};

/** Looks at memory and clock as bytes are read. */
class Watch {
  most = 0;
  still = 0;
  readonly #server: WatchedServer;
  readonly #before: number;
  readonly #start = performance.now();
  #moved = performance.now();
  #read = 0;
  #toldMib = 0;

  constructor(server: WatchedServer, before: number) {
    this.#server = server;
    this.#before = before;
  }

  get seconds(): number {
    return (performance.now() - this.#start) / 1000;
  }

  /** So many bytes were sent and read. */
  move(bytes: number, what: string): void {
    if (bytes === this.#read) return;
    this.still = Math.max(this.still, (performance.now() - this.#moved) / 1000);
    this.#moved = performance.now();
    this.#read = bytes;
    if (bytes / mib >= this.#toldMib + tellEveryMib || bytes / mib < this.#toldMib) this.#tell(what);
  }

  end(): void {
    this.#tell("at the end");
  }

  #tell(what: string): void {
    this.#toldMib = this.#read / mib;
    const peak = this.#server.peakMiB() - this.#before;
    this.most = Math.max(this.most, peak);
    console.log(
      `${what} ${this.#toldMib.toFixed(0)} MiB, ${this.seconds.toFixed(0)} s: at most +${peak.toFixed(0)} MiB, now ${this.#server.memoryParts()}`,
    );
  }
}

const upload = async (
  connection: Connection,
  path: string,
  watch: Watch,
): Promise<{ imported: number; otherwise: number; reasons: ReadonlySet<string> }> => {
  const counts = { imported: 0, otherwise: 0, reasons: new Set<string>() };
  const file = { name: path.slice(path.lastIndexOf("/") + 1), path, sizeBytes: (await stat(path)).size };
  const stop = new AbortController().signal;
  await uploadFile(
    connection,
    file,
    { strandId: "large", dryRun: false, stop },
    {
      sent: (bytes) => watch.move(bytes, "sent"),
      read: (bytes) => watch.move(bytes, "read"),
      row: ({ path: name, outcome, reason }) => {
        // What hangs on a message, and the row of the whole, are not counted.
        const levels = name.includes("!/mailboxes/") ? 2 : 1;
        if (name.split("!/").length - 1 !== levels || outcome === Outcome.OPENED) return;
        if (outcome === Outcome.IMPORTED) {
          counts.imported++;
          return;
        }
        counts.otherwise++;
        if (counts.reasons.size < 5) counts.reasons.add(`${OutcomeSchema.value[outcome]?.name}: ${reason}`);
      },
    },
  );
  return counts;
};
