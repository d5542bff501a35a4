import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { maskedCrc32c } from "../../../src/store/level/crc32c.ts";
import { damageOf } from "../../../src/store/level/log-check.ts";
import { append } from "../../contract/store-samples.ts";
import { crashCopy, newFolder, openIn } from "../folders.ts";

/** So many letters that no packing makes fewer: a record takes its blocks of the log. */
const unpackable = (length: number): string => randomBytes(length).toString("base64url").slice(0, length);

/** The log that LevelDB itself wrote for a few commits, some of them larger than one block of 32 KiB. */
const realLog = async (bodies: readonly string[]): Promise<Uint8Array> => {
  const dir = newFolder();
  const store = await openIn(dir);
  await append(store, "ann", "run", bodies);
  const copy = await crashCopy(dir);
  await store.close();
  const logs = (await readdir(join(copy, "db"))).filter((name) => name.endsWith(".log"));
  return readFile(join(copy, "db", logs.at(-1)!));
};

describe("the masked CRC-32C", () => {
  it("equals the published check value for 123456789, masked", () => {
    // RFC 3720's polynomial gives 0xE3069283 for these nine characters.
    const plain = 0xe3069283;
    expect(maskedCrc32c(new TextEncoder().encode("123456789"))).toBe(
      (((plain >>> 15) | (plain << 17)) + 0xa282ead8) >>> 0,
    );
  });
});

describe("the check of a log", () => {
  it("finds nothing in a log that is whole", async () => {
    expect(damageOf(await realLog(["a", "b", unpackable(100_000), "c"]))).toBeUndefined();
    expect(damageOf(new Uint8Array(0))).toBeUndefined();
  });

  it("takes every shorter log for one that was being written", async () => {
    const log = await realLog(["a", unpackable(40_000), "c"]);
    for (let length = 0; length < log.length; length += 97) expect(damageOf(log.subarray(0, length))).toBeUndefined();
  });

  it("finds a flipped bit anywhere before the last record", async () => {
    const bodies = ["a", "b", unpackable(40_000), unpackable(70_000)];
    const whole = await realLog(bodies);
    const before = (await realLog(bodies.slice(0, -1))).length;
    for (let at = 0; at < before; at += 61) {
      const log = Uint8Array.from(whole);
      log[at]! ^= 1 << (at % 8);
      expect(damageOf(log), `byte ${at}`).toBeLessThanOrEqual(at);
    }
  });

  it("does not refuse a last record of which only a later block reached the disk", async () => {
    const before = (await realLog(["a"])).length;
    const log = Uint8Array.from(await realLog(["a", unpackable(120_000)]));
    log.fill(0, before, 65_536);
    expect(damageOf(log)).toBeUndefined();
  });

  it("finds blocks of zeros in the middle", async () => {
    const log = Uint8Array.from(await realLog(["a", unpackable(100_000), "c", "d"]));
    log.fill(0, 32_768, 65_536);
    expect(damageOf(log)).toBeDefined();
  });
});
