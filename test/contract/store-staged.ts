import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/sha256.ts";
import { storeLimits } from "../../src/store/limits.ts";
import type { Fixture } from "./store-contract.ts";
import { digestOf, reasonOf, text } from "./store-samples.ts";

const inline = storeLimits.inlineBlobBytesMax;

/** So many bytes in pieces of 300,000, which the giver uses again for the next one. */
function* pieces(length: number, fill: number): Generator<Uint8Array> {
  const piece = new Uint8Array(300_000);
  for (let given = 0; given < length; given += piece.length) {
    piece.fill(fill + (given % 251));
    yield piece.subarray(0, length - given);
  }
}

/** The same bytes, whole. */
const wholeOf = (length: number, fill: number): Buffer => {
  const copies: Buffer[] = [];
  for (const piece of pieces(length, fill)) copies.push(Buffer.from(piece));
  return Buffer.concat(copies);
};

export const stagedCases = (fixture: Fixture): void => {
  describe("staged blobs", () => {
    for (const length of [0, 1, 300_000, 300_001, inline, inline + 1, inline * 3])
      it(`takes ${length} bytes in pieces and gives them back once they were committed`, async () => {
        const bytes = wholeOf(length, 1);
        const staged = await fixture.store.stageBlob("ann", pieces(length, 1));
        expect(staged).toMatchObject({ owner: "ann", digest: sha256Hex(bytes), sizeBytes: length });
        await fixture.store.commit({ owner: "ann", staged: [staged] });
        await staged.discard();
        expect(Buffer.compare(await fixture.store.getBlob("ann", staged.digest), bytes)).toBe(0);
        expect(await fixture.store.verify()).toMatchObject({ blobs: 1, damages: [] });
      });

    it("reads its pieces as often as asked for, none longer than 256 KiB", () => expectPieces(fixture));

    it("stores nothing of what no commit names", async () => {
      for (const length of [10, inline + 1]) {
        const staged = await fixture.store.stageBlob("ann", pieces(length, 2));
        await staged.discard();
        expect(await fixture.store.blobSize("ann", staged.digest)).toBeUndefined();
      }
    });

    it("stores nothing of a commit that was refused, and takes the same in the next", async () => {
      const staged = await fixture.store.stageBlob("ann", pieces(inline + 5, 3));
      const stale = { owner: "ann", stream: "run", expect: { seq: 1, hash: digestOf("") }, staged: [staged] };
      expect(await reasonOf(fixture.store.commit(stale))).toBe("RUN_VERSION_STALE");
      expect(await fixture.store.blobSize("ann", staged.digest)).toBeUndefined();
      await fixture.store.commit({ owner: "ann", staged: [staged] });
      expect(await fixture.store.blobSize("ann", staged.digest)).toBe(inline + 5);
      await staged.discard();
    });

    it("takes the same bytes staged twice, and has them once", async () => {
      for (const length of [10, inline + 1]) {
        const both = [0, 1].map(() => fixture.store.stageBlob("ann", pieces(length, 4)));
        const staged = await Promise.all(both);
        await fixture.store.commit({ owner: "ann", staged });
        for (const each of staged) await each.discard();
      }
      expect(await fixture.store.verify()).toMatchObject({ blobs: 2, damages: [] });
    });

    it("takes one staged blob in several commits at once, and has it once", async () => {
      const staged = await fixture.store.stageBlob("ann", pieces(inline + 2, 7));
      await Promise.all([1, 2, 3].map(() => fixture.store.commit({ owner: "ann", staged: [staged] })));
      await staged.discard();
      expect(await fixture.store.verify()).toMatchObject({ blobs: 1, damages: [] });
    });

    it("refuses to commit for one owner what was staged for another", async () => {
      const staged = await fixture.store.stageBlob("ann", [text("a")]);
      expect(await reasonOf(fixture.store.commit({ owner: "bob", staged: [staged] }))).toBe("REQUEST_INVALID");
      expect(await fixture.store.blobSize("bob", staged.digest)).toBeUndefined();
    });

    it("refuses more than 64 MiB as soon as it has come", async () => {
      let given = 0;
      const endless = (function* () {
        const piece = new Uint8Array(1024 * 1024);
        for (; given < 200; given++) yield piece;
      })();
      expect(await reasonOf(fixture.store.stageBlob("ann", endless))).toBe("LIMIT_EXCEEDED");
      expect(given).toBe(64);
    });

    it("passes on what the pieces throw, and goes on", async () => {
      const broken = (function* () {
        yield* pieces(inline + 1, 5);
        throw new Error("the line went dead");
      })();
      await expect(fixture.store.stageBlob("ann", broken)).rejects.toThrow("the line went dead");
      await fixture.store.commit({ owner: "ann", blobs: [text("a")] });
      expect(fixture.store.healthy).toBe(true);
    });
  });
};

const expectPieces = async ({ store }: Fixture): Promise<void> => {
  for (const length of [1_000_000, inline + 1_000_000]) {
    const staged = await store.stageBlob("ann", pieces(length, 6));
    const expected = wholeOf(length, 6);
    for (let time = 0; time < 2; time++) {
      let at = 0;
      // Compared at once: a piece need not outlive the next.
      for (const piece of staged.read()) {
        expect(piece.length).toBeLessThanOrEqual(storeLimits.pieceBytes);
        expect(Buffer.compare(piece, expected.subarray(at, at + piece.length))).toBe(0);
        at += piece.length;
      }
      expect(at).toBe(length);
    }
    await staged.discard();
  }
};
