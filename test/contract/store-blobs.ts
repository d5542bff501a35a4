import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/sha256.ts";
import type { Fixture } from "./store-contract.ts";
import { collect, digestOf, reasonOf, text } from "./store-samples.ts";

const inline = 4 * 1024 * 1024;

/** Bytes that no compression makes small and no two lengths share. */
const noise = (length: number): Uint8Array =>
  length === 0
    ? new Uint8Array()
    : Uint8Array.from(createHash("shake256", { outputLength: length }).update(`${length}`).digest());

export const blobCases = (fixture: Fixture): void => {
  describe("blobs", () => {
    for (const length of [0, 1, 55, 56, 64, 1_000, 65_536, inline - 1, inline, inline + 1, inline * 2])
      it(`gives back ${length} bytes as they were put`, async () => {
        const bytes = noise(length);
        await fixture.store.commit({ owner: "ann", blobs: [bytes] });
        const digest = sha256Hex(bytes);
        const got = await fixture.store.getBlob("ann", digest);
        expect(Buffer.compare(got, bytes)).toBe(0);
        expect(await fixture.store.blobSize("ann", digest)).toBe(length);
      });

    for (const digest of [
      digestOf("never"),
      "",
      "abc",
      digestOf("a").toUpperCase(),
      `${digestOf("a")}0`,
      "../../etc",
      "!",
      "g".repeat(64),
    ])
      it(`has nothing under ${JSON.stringify(digest.slice(0, 20))}`, async () => {
        await fixture.store.commit({ owner: "ann", blobs: [text("a")] });
        expect(await reasonOf(fixture.store.getBlob("ann", digest))).toBe("ARTIFACT_NOT_FOUND");
        expect(await fixture.store.blobSize("ann", digest)).toBeUndefined();
        expect(await reasonOf(collect(fixture.store.streamBlob("ann", digest)))).toBe("ARTIFACT_NOT_FOUND");
      });

    it("takes a blob a second time and has it once", async () => {
      for (let n = 0; n < 3; n += 1) await fixture.store.commit({ owner: "ann", blobs: [text("a"), text("a")] });
      expect(await fixture.store.verify()).toMatchObject({ blobs: 1, damages: [] });
    });

    it("takes a large blob a second time and has it once", async () => {
      for (let n = 0; n < 2; n += 1)
        await fixture.store.commit({ owner: "ann", blobs: [noise(inline + 1), noise(inline + 1)] });
      expect(await fixture.store.verify()).toMatchObject({ blobs: 1, damages: [] });
    });

    it("takes the same blob from many commits made at once", async () => {
      await Promise.all(Array.from({ length: 20 }, () => fixture.store.commit({ owner: "ann", blobs: [text("a")] })));
      expect(await fixture.store.verify()).toMatchObject({ blobs: 1, damages: [] });
    });

    it("takes small and large blobs in one commit", async () => {
      await fixture.store.commit({ owner: "ann", blobs: [text("a"), noise(inline + 7), text("b")] });
      expect(await fixture.store.verify()).toMatchObject({ blobs: 3, damages: [] });
    });

    it("does not show a large blob of a commit that was refused", async () => {
      const blobs = [noise(inline + 9)];
      await reasonOf(
        fixture.store.commit({ owner: "ann", stream: "run", expect: { seq: 1, hash: digestOf("") }, blobs }),
      );
      expect(await fixture.store.blobSize("ann", sha256Hex(blobs[0]!))).toBeUndefined();
      expect(await reasonOf(fixture.store.getBlob("ann", sha256Hex(blobs[0]!)))).toBe("ARTIFACT_NOT_FOUND");
    });

    it("gives each reader bytes of its own", async () => {
      await fixture.store.commit({ owner: "ann", blobs: [text("abc")] });
      (await fixture.store.getBlob("ann", digestOf("abc"))).fill(0);
      expect(await fixture.store.getBlob("ann", digestOf("abc"))).toEqual(text("abc"));
    });

    it("does not change what is stored when the caller changes its bytes afterwards", async () => {
      const bytes = text("abc");
      await fixture.store.commit({ owner: "ann", blobs: [bytes] });
      bytes.fill(0);
      expect(await fixture.store.getBlob("ann", digestOf("abc"))).toEqual(text("abc"));
    });

    const piece = 256 * 1024;
    for (const [length, offset, sizes] of [
      [0, 0, []],
      [10, 0, [10]],
      [10, 4, [6]],
      [10, 10, []],
      [10, 11, []],
      [10, -3, [10]],
      [piece, 0, [piece]],
      [piece + 1, 0, [piece, 1]],
      [piece * 2, 5, [piece, piece - 5]],
    ] as const)
      it(`streams ${length} bytes from ${offset} in pieces of ${JSON.stringify(sizes)}`, async () => {
        const bytes = noise(length);
        await fixture.store.commit({ owner: "ann", blobs: [bytes] });
        const pieces = await collect(fixture.store.streamBlob("ann", sha256Hex(bytes), offset));
        expect(pieces.map(({ length: size }) => size)).toEqual(sizes);
        expect(Buffer.compare(Buffer.concat(pieces), bytes.subarray(Math.max(0, offset)))).toBe(0);
      });

    it("streams a blob that is a file", async () => {
      const bytes = noise(inline + 100);
      await fixture.store.commit({ owner: "ann", blobs: [bytes] });
      const pieces = await collect(fixture.store.streamBlob("ann", sha256Hex(bytes)));
      expect(Buffer.compare(Buffer.concat(pieces), bytes)).toBe(0);
    });
  });
};
