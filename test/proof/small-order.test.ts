import { generateKeyPairSync } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import { isOfSmallOrder } from "../../src/proof/verify-statement.ts";

const { Point } = ed25519;
/** A point of order 8 (RFC 8032 names none): its multiples are all points of small order. */
const ofOrder8 = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");

describe("a public key that vouches for nothing", () => {
  it("is each point whose order is 1, 2, 4 or 8", () => {
    const multiples = [...Array(8).keys()].map((n) => (n === 0 ? Point.ZERO : ofOrder8.multiply(BigInt(n))));
    expect(new Set(multiples.map((point) => point.toHex())).size).toBe(8);
    for (const point of multiples) expect(isOfSmallOrder(point.toBytes()), point.toHex()).toBe(true);
  });

  it("is so in its second spelling too, and whatever its sign bit says", () => {
    for (const [low, high] of [
      [0xed, 0x7f],
      [0xee, 0x7f],
      [0xed, 0xff],
      [0x01, 0x80],
    ] as const)
      expect(isOfSmallOrder(Uint8Array.of(low, ...new Uint8Array(30).fill(low > 1 ? 0xff : 0), high))).toBe(true);
  });

  it("is no key that somebody made", () => {
    for (let n = 0; n < 64; n++) {
      const spki = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" });
      expect(isOfSmallOrder(new Uint8Array(spki.subarray(-32)))).toBe(false);
    }
    expect(isOfSmallOrder(Point.BASE.toBytes())).toBe(false);
  });
});
