import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { salvageStore } from "../../src/main/salvage-folder.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Store } from "../../src/store/store.ts";
import { apart, blobs, bodyOf, clock, isKept, lists, streams } from "./store-content.ts";
import { damage, filledFolders } from "./store-flip.ts";

export interface SalvageReport {
  readonly rounds: number;
  /** Rounds in which nothing that was put was gone. */
  readonly allHeld: number;
  /** Rounds in which the report named no loss at all. */
  readonly saidWhole: number;
  /** Of all events that were put into damaged folders, those that came back. */
  readonly eventsHeld: number;
  readonly eventsPut: number;
  /** Entries that had been taken out by a batch that is lost, and show again; a round with one must name a loss. */
  readonly revived: number;
  /** Rounds in which the new store gave something that was never put, or put elsewhere. */
  readonly wrong: string[];
  /** Rounds in which something was gone and the report named no loss; or a stream was short and called whole. */
  readonly unsaid: string[];
  /** Rounds in which the damaged folder was changed by being read. */
  readonly touched: string[];
}

/** Damages a store's folder in some places at once, salvages it, and holds the new store against what had been put. */
export const salvageDamaged = async (
  rounds: number,
  random: () => number,
  damagesAtOnce: (round: number) => number,
): Promise<SalvageReport> => {
  const base = await mkdtemp(join(tmpdir(), "pincite-salvage-"));
  const report = {
    rounds,
    allHeld: 0,
    saidWhole: 0,
    eventsHeld: 0,
    eventsPut: 0,
    revived: 0,
    wrong: [],
    unsaid: [],
    touched: [],
  };
  try {
    const [closed, crashed] = await filledFolders(base);
    for (let round = 0; round < rounds; round += 1) {
      const [dir, to] = [join(base, "damaged"), join(base, "salvaged")];
      await cp(round % 2 === 0 ? closed : crashed, dir, { recursive: true });
      const what: string[] = [];
      for (let n = 0; n < damagesAtOnce(round); n += 1) what.push(await damage(dir, random).catch(() => "none"));
      await judge(dir, to, `round ${round}: ${what.join(", ")}`, report);
      await rm(dir, { recursive: true });
      await rm(to, { recursive: true });
    }
    return report;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

type Counting = { -readonly [K in keyof SalvageReport]: SalvageReport[K] };

const judge = async (dir: string, to: string, what: string, report: Counting): Promise<void> => {
  const before = await digestOfFolder(dir);
  const { lost, short } = await salvageStore("law", dir, to);
  if ((await digestOfFolder(dir)) !== before) report.touched.push(what);
  const store = await openLevelStore({ dir: to, clock });
  try {
    const { held, isOther, gone, revived } = await compared(store, new Set(short.map(({ stream }) => stream)));
    report.revived += revived.length;
    report.eventsHeld += held;
    report.eventsPut += streams.length * 30;
    if (gone.length === 0) report.allHeld += 1;
    if (lost.length + short.length === 0) report.saidWhole += 1;
    if (isOther.length > 0) report.wrong.push(`${what}: ${isOther.join(", ")}`);
    const isSaid = lost.length > 0 && gone.every((one) => !one.startsWith("called whole"));
    if (gone.length + revived.length > 0 && !isSaid) report.unsaid.push(`${what}: ${gone.slice(0, 5).join(", ")}`);
  } finally {
    await store.close();
  }
};

/** What of all that was put is there, what is there that was not put, and what is gone. */
const compared = async (store: Store, short: ReadonlySet<string>) => {
  const [isOther, gone, revived]: [string[], string[], string[]] = [[], [], []];
  let held = 0;
  for (const stream of streams) {
    const events = await store.read("ann", stream);
    held += events.length;
    for (const { seq, body } of events)
      if (Buffer.from(body).toString() !== bodyOf(stream, seq)) isOther.push(`${stream} ${seq}`);
    if (events.length < 30)
      gone.push(short.has(stream) ? stream : `called whole: ${stream} of ${events.length} events`);
    for (let seq = 1; seq <= 30; seq += 1) await command(store, `${stream}.${seq}`, bodyOf(stream, seq), isOther, gone);
  }
  for (const list of lists) await listed(store, list, isOther, gone, revived);
  for (const bytes of [...blobs, ...apart.flatMap(([, inScope]) => inScope)]) {
    const found = await store.getBlob("ann", sha256Hex(bytes)).catch(() => undefined);
    if (!found) gone.push("an artifact");
    else if (Buffer.compare(found, bytes) !== 0) isOther.push("an artifact");
  }
  return { held, isOther, gone, revived };
};

const command = async (store: Store, key: string, answer: string, isOther: string[], gone: string[]) => {
  const state = await store.idempotency("ann", key);
  if (!state?.answer) gone.push(`the answer to ${key}`);
  else if (Buffer.from(state.answer).toString() !== answer) isOther.push(`the answer to ${key}`);
  const record = await store.record("ann", "s", key);
  if (!record) gone.push(`the record ${key}`);
  else if (Buffer.from(record).toString() !== answer) isOther.push(`the record ${key}`);
};

const listed = async (store: Store, list: string, isOther: string[], gone: string[], revived: string[]) => {
  const found = new Map<string, string>();
  for (let after = 0; ; ) {
    const page = await store.entries("ann", list, { after });
    for (const { key, value } of page) found.set(key, Buffer.from(value).toString());
    if (page.length === 0) break;
    after = page.at(-1)!.number;
  }
  for (const stream of streams)
    for (let seq = 1; seq <= 30; seq += 1) {
      const [key, wanted] = [`${stream}.${seq}`, isKept(list, seq) ? bodyOf(stream, seq) : undefined];
      const value = found.get(key);
      found.delete(key);
      if (wanted !== undefined && value === undefined) gone.push(`${key} of the list ${list}`);
      else if (wanted === undefined && value === bodyOf(stream, seq)) revived.push(key);
      else if (value !== wanted) isOther.push(`${key} of the list ${list}`);
    }
  for (const key of found.keys()) isOther.push(`${key} of the list ${list}`);
};

const digestOfFolder = async (dir: string): Promise<string> => {
  const { readdir, readFile } = await import("node:fs/promises");
  const files = (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const parts: string[] = [];
  for (const path of files) parts.push(path, sha256Hex(await readFile(path)));
  return sha256Hex(Buffer.from(parts.join("\n")));
};
