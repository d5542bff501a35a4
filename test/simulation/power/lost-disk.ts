import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("unsynced.c", import.meta.url));
const pageBytes = 4096;

/** Whether a disk keeps what it says that it synced. */
export type Honesty = "honest" | "lying";

/** What stands at a path: the file's inode; undefined: a folder. */
type Names = Map<string, number | undefined>;

/**
 * A disk under one folder, whose power can be cut: what was not synced is lost in the order of a journalling file system (ext4, xfs). Names
 * come, change and go in order, and are safe once anything was synced after them; bytes of a file are safe as of its own sync, and of
 * those behind it any pages may be there, or none. Every file that the program opens by a name below the folder is followed.
 */
export class LostDisk {
  readonly #library: string;
  readonly #dir: string;
  readonly #kept: string;
  readonly #honesty: Honesty;
  #names: Names = new Map();

  private constructor(library: string, dir: string, honesty: Honesty) {
    this.#library = library;
    this.#dir = dir;
    this.#kept = `${dir}.kept`;
    this.#honesty = honesty;
  }

  /** A disk for `dir`, which may be absent; undefined where there is no compiler, which is said. Linux alone. */
  static make(dir: string, honesty: Honesty): LostDisk | undefined {
    const library = join(dirname(dir), "unsynced.so");
    if (!existsSync(library)) {
      const { status, stderr, error } = spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"]);
      if (status !== 0) {
        console.error(`SKIPPED: no C compiler makes unsynced.c here (Debian: gcc): ${error?.message ?? stderr}`);
        return undefined;
      }
    }
    return new LostDisk(library, dir, honesty);
  }

  /** To be given to the program that is to lose its power, begun anew each time: all that the folder has now is safe. */
  async begin(): Promise<Record<string, string>> {
    await rm(this.#kept, { recursive: true, force: true });
    await mkdir(this.#kept);
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    this.#names = new Map();
    for (const entry of await readdir(this.#dir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(this.#dir.length + 1);
      if (entry.isDirectory()) this.#names.set(name, undefined);
      if (!entry.isFile()) continue;
      const { ino } = await stat(path);
      this.#names.set(name, ino);
      await link(path, this.#live(ino));
      await copyFile(path, this.#synced(ino));
    }
    return {
      LD_PRELOAD: this.#library,
      PINCITE_POWER_DIR: this.#dir,
      PINCITE_POWER_KEPT: this.#kept,
      ...(this.#honesty === "lying" && { PINCITE_POWER_LIES: "1" }),
    };
  }

  /**
   * Makes the folder what a power cut leaves of it, once the program was killed: all that was not synced is dropped, or what is left of it is
   * drawn. Gives how many names and bytes went.
   */
  async cut(random: () => number): Promise<{ readonly names: number; readonly bytes: number }> {
    const log = await readFile(join(this.#kept, "ops"), "utf8");
    const drops = random() < 0.4;
    const { names, cutTo, lost } = this.#namesAfter(log, drops ? () => 0 : random);
    const fresh = `${this.#dir}.${randomUUID()}`;
    await mkdir(fresh, { mode: (await stat(this.#dir)).mode & 0o777 });
    let bytes = 0;
    for (const [name, ino] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const old = await stat(join(this.#dir, name)).catch(() => undefined);
      if (ino === undefined) {
        await mkdir(join(fresh, name), { recursive: true, mode: (old?.mode ?? 0o700) & 0o777 });
        continue;
      }
      const live = await readFile(this.#live(ino));
      const safe = cutOff(await readFile(this.#synced(ino)).catch(() => Buffer.alloc(0)), cutTo.get(ino));
      const left = drops || random() < 0.3 ? safe : torn(safe, live, random);
      if (!left.equals(live)) bytes += Math.max(1, live.length - left.length);
      const { mode } = await stat(this.#live(ino));
      await writeFile(join(fresh, name), left, { mode: mode & 0o777 });
    }
    await rm(this.#dir, { recursive: true });
    await rename(fresh, this.#dir);
    await rm(this.#kept, { recursive: true });
    return { names: lost, bytes };
  }

  /** What names stand once all that is safe is done, and of the rest, in order, as far as is drawn; sizes to which files were cut since they were synced. */
  #namesAfter(log: string, random: () => number) {
    const lines: { at: number; words: string[] }[] = [];
    let [at, safeTo] = [0, 0];
    const syncedAt = new Map<number, number>();
    for (const line of log.split("\n").slice(0, -1)) {
      const words = line.split(" ");
      if (words[0] === "S") safeTo = Math.max(safeTo, Number(words[2]));
      if (words[0] === "S" || words[0] === "F")
        syncedAt.set(Number(words[1]), words[0] === "S" ? Number(words[2]) : at);
      else lines.push({ at, words });
      at += Buffer.byteLength(line) + 1;
    }
    const open = lines.filter((line) => line.at >= safeTo);
    const done = lines.length - open.length + Math.floor(random() * (open.length + 1));
    const names = new Map(this.#names);
    const cutTo = new Map<number, number>();
    for (const { at: place, words } of lines.slice(0, done)) {
      const [kind, first = "", second = ""] = words;
      if (kind === "C") names.set(second, Number(first));
      else if (kind === "D") names.set(second, undefined);
      else if (kind === "U") names.delete(first);
      else if (kind === "R") renamed(names, first, second);
      else if (kind === "T" && place >= (syncedAt.get(Number(first)) ?? 0)) cutTo.set(Number(first), Number(second));
    }
    return { names, cutTo, lost: lines.length - done };
  }

  #live(ino: number): string {
    return join(this.#kept, `live-${ino}`);
  }

  #synced(ino: number): string {
    return join(this.#kept, `synced-${ino}`);
  }
}

const renamed = (names: Names, from: string, to: string): void => {
  for (const [name, ino] of [...names]) {
    if (name !== from && !name.startsWith(`${from}/`)) continue;
    names.delete(name);
    names.set(to + name.slice(from.length), ino);
  }
};

const cutOff = (bytes: Buffer, size: number | undefined): Buffer =>
  size === undefined ? bytes : Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length))]).subarray(0, size);

/** Some of the pages that were written since the sync, in no order; where the file grew without its pages there are zeros. */
const torn = (safe: Buffer, live: Buffer, random: () => number): Buffer => {
  const [least, most] = [Math.min(safe.length, live.length), Math.max(safe.length, live.length)];
  const left = Buffer.alloc(least + Math.floor(random() * (most - least + 1)));
  safe.copy(left);
  for (let at = 0; at < left.length; at += pageBytes) {
    const end = Math.min(at + pageBytes, live.length, left.length);
    if (random() < 0.5 && end > at) live.copy(left, at, at, end);
  }
  return left;
};
