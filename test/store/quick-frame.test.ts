import { randomBytes } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quickFrame } from "../../src/store/quick-frame.ts";

const byNode = (bytes: Uint8Array): Buffer =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

describe("a quick frame", () => {
  it("has the very bytes that Node's own call gives, whatever frames came before it", () => {
    const text = fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.nat(300));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (parts) => {
        for (const [part, times] of parts) {
          const bytes = Buffer.concat(Array(times).fill(part));
          const frame = quickFrame(bytes);
          expect(byNode(bytes).equals(frame)).toBe(true);
          expect(zstdDecompressSync(frame).equals(bytes)).toBe(true);
        }
      }),
    );
  });

  it("holds what cannot be packed and what is larger than a kept compressor takes", () => {
    for (const size of [0, 1, 65_535, 65_536, 65_537, 300_000]) {
      const bytes = randomBytes(size);
      expect(byNode(bytes).equals(quickFrame(bytes))).toBe(true);
    }
  });

  it("is memory of its own: the next one changes nothing in it", () => {
    const first = quickFrame(Buffer.from("one ".repeat(100)));
    const copy = Buffer.from(first);
    quickFrame(randomBytes(1_000));
    expect(copy.equals(first)).toBe(true);
  });
});
