import { mkdirSync, readdirSync, statSync } from "node:fs";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256Hex } from "../../sha256.ts";

/** What a server said of a file when it began to send it. Texts of one line. */
export interface PartialHead {
  /** ETag or Last-Modified, to be sent back as If-Range (RFC 9110 13.1.5); "" where it gave none: then nothing is resumed. */
  readonly validator: string;
  /** Content-Encoding of the bytes; "" for none. */
  readonly encoding: string;
  /** Content-Type of the first answer; that of a later piece says nothing. */
  readonly type: string;
  /** Bytes in all, 0 where it did not say. */
  readonly totalBytes: number;
}

export interface Partial {
  readonly head: PartialHead;
  readonly bytes: Uint8Array;
}

/** Downloads that are not complete, by address. What is in them is checked only once they are. */
export interface Partials {
  read(url: string): Promise<Partial | undefined>;
  begin(url: string, head: PartialHead): Promise<void>;
  append(url: string, bytes: Uint8Array): Promise<void>;
  drop(url: string): Promise<void>;
}

/** For a server that keeps nothing: a cut download goes on as long as it runs, if not too many were cut after it. */
export const memoryPartials = (partialsMax = 4): Partials => {
  const kept = new Map<string, { head: PartialHead; pieces: Uint8Array[] }>();
  return {
    async read(url) {
      const found = kept.get(url);
      return found && { head: found.head, bytes: Buffer.concat(found.pieces) };
    },
    async begin(url, head) {
      kept.delete(url);
      kept.set(url, { head, pieces: [] });
      const [oldest] = kept.keys();
      if (kept.size > partialsMax && oldest !== undefined) kept.delete(oldest);
    },
    async append(url, bytes) {
      // A copy: the reader of the socket may use its memory again.
      kept.get(url)?.pieces.push(bytes.slice());
    },
    async drop(url) {
      kept.delete(url);
    },
  };
};

/** In a folder: two files each, named by the digest of the address. Those older than `keptMs` are deleted now. */
export const folderPartials = (dir: string, nowMs: number, keptMs: number): Partials => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = (url: string) => join(dir, sha256Hex(new TextEncoder().encode(url)));
  const drop = async (path: string): Promise<void> => {
    await rm(`${path}.head`, { force: true });
    await rm(`${path}.part`, { force: true });
  };
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    const isOurs = /^[0-9a-f]{64}\.(head|part)$/.test(name);
    if (isOurs && nowMs - statSync(path).mtimeMs > keptMs) void rm(path, { force: true });
  }
  return {
    async read(url) {
      try {
        const head = headOf(await readFile(`${file(url)}.head`, "utf8"));
        return head && { head, bytes: await readFile(`${file(url)}.part`) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async begin(url, { validator, encoding, type, totalBytes }) {
      await drop(file(url));
      await writeFile(`${file(url)}.part`, "", { mode: 0o600 });
      await writeFile(`${file(url)}.head`, [validator, encoding, type, totalBytes].join("\n"), { mode: 0o600 });
    },
    append: (url, bytes) => appendFile(`${file(url)}.part`, bytes),
    drop: (url) => drop(file(url)),
  };
};

const headOf = (text: string): PartialHead | undefined => {
  const [validator, encoding, type, total] = text.split("\n");
  if (validator === undefined || encoding === undefined || type === undefined || !/^\d+$/.test(total ?? ""))
    return undefined;
  return { validator, encoding, type, totalBytes: Number(total) };
};
