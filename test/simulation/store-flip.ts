import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, truncate, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Store } from "../../src/store/store.ts";
import { apart, blobs, bodyOf, clock, isKept, lists, streams } from "./store-content.ts";

export interface FlipReport {
  readonly rounds: number;
  readonly refusedAtOpen: number;
  readonly foundLater: number;
  /** Rounds in which LevelDB itself ended the process on an assertion, as it does when it compacts a damaged table. */
  readonly aborted: number;
  readonly harmless: number;
  /** Rounds in which something was gone or other and nothing said so. */
  readonly undetected: readonly string[];
  /** Rounds in which a list was given that lacked something, or held what it should not, before anybody asked for a check. */
  readonly short: readonly string[];
  /** Rounds in which a list was told of as damaged, and in which it was whole once it was mended. */
  readonly listsTold: number;
  readonly listsMended: number;
  /** Rounds in which bytes were given that had never been put. */
  readonly wrong: readonly string[];
}

const reader = fileURLToPath(new URL("./store-reader.ts", import.meta.url));

/** A report while it is being counted. */
type Counting = { -readonly [K in keyof FlipReport]: FlipReport[K] } & {
  undetected: string[];
  short: string[];
  wrong: string[];
};

/** Damages a store's folder in one place, opens it and reads everything; so many times, each from the same whole folder. */
export const flipStore = async (rounds: number, random: () => number): Promise<FlipReport> => {
  const base = await mkdtemp(join(tmpdir(), "pincite-flip-"));
  const report: Counting = {
    rounds,
    refusedAtOpen: 0,
    foundLater: 0,
    aborted: 0,
    harmless: 0,
    undetected: [],
    short: [],
    listsTold: 0,
    listsMended: 0,
    wrong: [],
  };
  try {
    const [closed, crashed] = await filledFolders(base);
    for (let round = 0; round < rounds; round += 1) {
      const dir = join(base, "damaged");
      await cp(round % 2 === 0 ? closed : crashed, dir, { recursive: true });
      const what = await damage(dir, random);
      await judge(dir, `round ${round}: ${what}`, report);
      await rm(dir, { recursive: true });
    }
    return report;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
};

/** Two folders with the same content: one closed in order, one as a crash leaves it. */
export const filledFolders = async (base: string): Promise<[string, string]> => {
  const dir = join(base, "open");
  for (let opening = 0; opening < 3; opening += 1) {
    const store = await openLevelStore({ dir, clock, checkpointMs: 20 });
    for (const stream of streams) await appendTen(store, stream, opening);
    await store.commit({ owner: "ann", blobs });
    for (const [scope, [first, ...rest]] of apart) {
      await store.commit({ owner: "ann", scopes: [{ scope, blobs: [first!] }] });
      await store.commit({ owner: "ann", scopes: [{ scope, blobs: rest }] });
    }
    // Half of the scopes are packed, once with the last records behind the packs and once with them.
    if (opening === 1) for (const scope of ["", "d2", ...streams.slice(5, 8)]) await store.pack("ann", scope);
    if (opening === 2) for (const scope of ["", "d1", ...streams.slice(0, 5)]) await store.pack("ann", scope);
    // What is younger than the last checkpoint may be cut off unseen, which is a declared limit: so wait for one.
    if (opening === 2) await new Promise((resolve) => setTimeout(resolve, 500));
    if (opening === 2) await cp(dir, join(base, "crashed"), { recursive: true });
    await store.close();
  }
  return [dir, join(base, "crashed")];
};

const appendTen = async (store: Store, stream: string, opening: number): Promise<void> => {
  for (let n = 1; n <= 10; n += 1) {
    const seq = opening * 10 + n;
    const body = Buffer.from(bodyOf(stream, seq));
    const expect = await store.head("ann", stream);
    const idempotency = { key: `${stream}.${seq}`, payloadDigest: "d", answer: body };
    await store.commit({
      owner: "ann",
      stream,
      expect,
      events: [{ type: "t", body }],
      records: [{ space: "s", key: `${stream}.${seq}`, value: body }],
      entries: lists.map((list) => ({ list, key: `${stream}.${seq}`, value: body })),
      idempotency,
    });
    const gone = lists.filter((list) => !isKept(list, seq));
    const entries = gone.map((list) => ({ list, key: `${stream}.${seq}`, value: undefined }));
    await store.commit({ owner: "ann", entries });
  }
};

/** Flips a bit, cuts or deletes a file; says what it did. */
export const damage = async (dir: string, random: () => number): Promise<string> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  // LOG is LevelDB's own diary and LOCK is empty; the copies of logs are for people. None of them is ever read.
  const paths = entries
    .filter((e) => e.isFile() && !/^(LOG|LOG\.old|LOCK)$/.test(e.name) && !e.parentPath.includes("log-copy"))
    .map((e) => join(e.parentPath, e.name))
    .sort();
  const path = paths[Math.floor(random() * paths.length)]!;
  const bytes = await readFile(path);
  const at = Math.floor(random() * bytes.length);
  const kind = random();
  const name = path.slice(dir.length + 1);
  if (kind < 0.1) return unlink(path).then(() => `${name} deleted`);
  if (kind < 0.25) return truncate(path, at).then(() => `${name} cut to ${at} of ${bytes.length} bytes`);
  if (bytes.length > 0) bytes[at]! ^= 1 << Math.floor(random() * 8);
  return writeFile(path, bytes).then(() => `${name} flipped at ${at} of ${bytes.length}`);
};

const judge = async (dir: string, what: string, report: Counting): Promise<void> => {
  const [outcome, ...numbers] = (await readInChild(dir)).split(" ");
  const [damages = 0, refused = 0, missing = 0, wrong = 0, short = 0, told = 0, mended = 0] = numbers.map(Number);
  if (short > 0) report.short.push(`${what}: ${short} lists`);
  if (told > 0) report.listsTold += 1;
  if (mended > 0) report.listsMended += 1;
  if (outcome === "aborted") report.aborted += 1;
  else if (outcome === "refused") report.refusedAtOpen += 1;
  else if (wrong > 0) report.wrong.push(what);
  else if (damages + refused > 0) report.foundLater += 1;
  else if (missing > 0) report.undetected.push(`${what}: ${missing} things missing`);
  else report.harmless += 1;
};

/** In a process of its own, because LevelDB may take the process with it. */
const readInChild = (dir: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [reader, dir], (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      if (error.signal === "SIGABRT" || error.signal === "SIGSEGV") return resolve("aborted");
      reject(new Error(stderr));
    });
  });
