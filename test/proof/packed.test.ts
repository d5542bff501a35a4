import { constants, deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { deflated, inflated } from "../../src/deflate.ts";
import { packedProof, unpackedProof } from "../../src/proof/packed.ts";
import { sha256 } from "../../src/sha256.ts";
import { goldenProofs } from "../golden/proofs/proofs.ts";
import { fileAround, packedFile, unpackedFile } from "../support/unpacked-file.ts";

const golden = goldenProofs().map(({ bytes }) => bytes);
const [proof = new Uint8Array()] = golden;

describe("the file of a proof", () => {
  it("is at most a quarter of what it holds, and gives that back byte for byte", async () => {
    for (const bytes of golden) {
      const file = await packedProof(bytes, deflated, sha256);
      expect(file.length).toBeLessThan(bytes.length / 4);
      expect(Buffer.compare(await unpackedFile(file), bytes)).toBe(0);
    }
  });

  it("may be packed by any other writer of DEFLATE, or not at all", async () => {
    const rough = deflateRawSync(proof, { level: 1, strategy: constants.Z_FIXED });
    expect(Buffer.compare(await unpackedFile(fileAround(rough)), proof)).toBe(0);
    expect(await unpackedFile(proof)).toBe(proof);
  });

  it.each<[string, () => Uint8Array, string]>([
    ["is packed twice", () => packedFile(packedFile(proof)), "packed once more"],
    ["has bytes behind its stream", () => fileAround(Buffer.concat([deflateRawSync(proof), Buffer.of(0)])), "damaged"],
    ["ends in the middle", () => fileAround(deflateRawSync(proof).subarray(0, 999)), "damaged"],
    ["has a changed digest", () => packedFile(proof).with(-1, 0x30).with(-2, 0x30), "what its digest names"],
    ["has a byte more", () => Buffer.concat([packedFile(proof), Buffer.of(0)]), "a byte of it was changed"],
    ["is none", () => Uint8Array.of(0x08, 0x03), "what its digest names"],
  ])("is refused where it %s", async (_, file, problem) => {
    await expect(unpackedFile(file())).rejects.toThrow(problem);
  });

  it("is never unpacked to more than a proof may have", async () => {
    const asked: number[] = [];
    const inflate = (packed: Uint8Array, most: number) => {
      asked.push(most);
      return inflated(packed, 1_000);
    };
    await expect(unpackedProof(packedFile(proof), { inflate, sha256 })).rejects.toThrow("has more than");
    expect(asked).toEqual([256 * 1024 * 1024]);
    expect(await inflated(deflateRawSync(new Uint8Array(1_001)), 1_000)).toBeUndefined();
    expect(await inflated(deflateRawSync(new Uint8Array(1_000)), 1_000)).toHaveLength(1_000);
  });
});
