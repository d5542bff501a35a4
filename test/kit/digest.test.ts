import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, isDigest } from "#kit/digest.ts";
import { toHex } from "#kit/hex.ts";
import { sha256 } from "../../src/sha256.ts";

describe("hexadecimal", () => {
  it("is what Node writes, for all bytes", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => toHex(bytes) === Buffer.from(bytes).toString("hex")));
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(toHex(all)).toBe(Buffer.from(all).toString("hex"));
  });
});

describe("a digest", () => {
  it("names bytes as sha256sum does", () => {
    expect(digestOf(new TextEncoder().encode("abc"), sha256)).toBe(createHash("sha256").update("abc").digest("hex"));
    expect(isDigest(digestOf(new Uint8Array(), sha256))).toBe(true);
  });

  it.each(["", "a".repeat(63), "a".repeat(65), "A".repeat(64), `${"a".repeat(63)}g`, `${"a".repeat(64)}\n`])(
    "is not %j",
    (text) => {
      expect(isDigest(text)).toBe(false);
    },
  );
});
