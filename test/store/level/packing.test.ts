import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/sha256.ts";
import { artifactKey, locatorKey } from "../../../src/store/level/keys.ts";
import { decodeLocator } from "../../../src/store/level/locator.ts";
import { pack, unpack } from "../../../src/store/level/packing.ts";
import { reasonOf } from "../../contract/store-samples.ts";
import { behindItsBack, flip, newFolder, openIn } from "../folders.ts";

describe("packing", () => {
  it("gives back what was packed, and never makes it larger", () => {
    const repeated = fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(200));
    fc.assert(
      fc.property(repeated, ([part, times]) => {
        const bytes = Uint8Array.from(Buffer.concat(Array(times).fill(part)));
        const packed = pack(bytes);
        expect(packed.content.length).toBeLessThanOrEqual(bytes.length);
        expect(Buffer.compare(unpack(packed)!, bytes)).toBe(0);
      }),
    );
  });

  it("leaves what does not become smaller as it is, and knows no other packing", () => {
    const bytes = Uint8Array.from(randomBytes(1_000));
    expect(pack(bytes)).toEqual({ packing: 0, content: bytes });
    expect(unpack({ packing: 3, content: bytes })).toBeUndefined();
  });
});

describe("an artifact that stands by itself", () => {
  const text = Buffer.from("Artikel 611. De werkgever en de werknemer zijn verplicht. ".repeat(200));
  const digest = sha256Hex(text);
  const key = artifactKey("ann", digest, "d");

  it("is stored packed, and read, checked and mended as any other", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    const put = () => store.commit({ owner: "ann", scopes: [{ scope: "d", blobs: [text] }] });
    await put();
    expect(Buffer.compare(await store.getBlob("ann", digest), text)).toBe(0);
    await store.close();
    await behindItsBack(dir, async (db) => {
      expect((await db.get(key))!.length).toBeLessThan(text.length / 5);
      const at = locatorKey("ann", digest, "d");
      expect(decodeLocator(at, Uint8Array.from((await db.get(at))!))).toMatchObject({
        packing: 1,
        sizeBytes: text.length,
      });
      await flip(db, key, 20);
    });
    const again = await openIn(dir);
    expect(await reasonOf(again.getBlob("ann", digest))).toBe("DATA_LOSS");
    expect(await again.verify()).toMatchObject({ damages: [expect.stringContaining(digest)] });
    await again.commit({ owner: "ann", scopes: [{ scope: "d", blobs: [text] }] });
    expect(Buffer.compare(await again.getBlob("ann", digest), text)).toBe(0);
    expect((await again.verify()).damages).toEqual([]);
    await again.close();
  });
});
