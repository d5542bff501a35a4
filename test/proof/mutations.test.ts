import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/proof/key-manifest.ts";
import { verifyReceiptBytes } from "../../src/proof/verify-receipt.ts";
import { seeded } from "../simulation/store-seed.ts";
import { mutateReceipts } from "./mutations.ts";
import { crypto, manifestBytes, receiptBytes, threeKeysRing } from "./support.ts";

/** The long run is `npm run campaign -- receipts`. */
const mutations = 600;

describe("a receipt or manifest that was changed", () => {
  it("is refused, in whatever way it was changed", () => {
    const { tried, accepted } = mutateReceipts(mutations, seeded(5));
    expect(accepted).toEqual([]);
    expect(Object.values(tried).every((count) => count > mutations / 20)).toBe(true);
  });

  it("is refused wherever its one bit was flipped", () => {
    const [receipt, manifest, ring] = [receiptBytes(), manifestBytes(), threeKeysRing()];
    const taken = (bytes: Uint8Array, holds: (changed: Uint8Array) => boolean) =>
      [...bytes.keys()].filter((at) => holds(bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 8)))));
    const receiptHolds = (changed: Uint8Array) =>
      verifyReceiptBytes(changed, ring, crypto).checks.every(({ passed }) => passed);
    expect(receiptHolds(receipt)).toBe(true);
    expect(taken(receipt, receiptHolds)).toEqual([]);
    expect(taken(manifest, (changed) => "keys" in readManifest(changed, crypto))).toEqual([]);
  });
});
