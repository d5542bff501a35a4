import { describe, expect, it } from "vitest";
import { toHex } from "#kit/hex.ts";
import { treeHead } from "../../src/proof/merkle.ts";
import { sha256 } from "../../src/sha256.ts";

/** Leaves and roots of the reference implementation of RFC 6962 (certificate-transparency, merkle tree test vectors). */
const leaves = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"].map(
  (hex) => Uint8Array.from(Buffer.from(hex, "hex")),
);
const roots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

describe("treeHead", () => {
  it("gives the roots of RFC 6962's reference", () => {
    expect(roots.map((_, size) => toHex(treeHead(leaves.slice(0, size), sha256)))).toEqual(roots);
  });

  it("gives another root for two leaves than for one leaf that holds their hashes", () => {
    const [a, b] = [leaves[1] as Uint8Array, leaves[2] as Uint8Array];
    const joined = Uint8Array.from([...sha256(Uint8Array.from([0, ...a])), ...sha256(Uint8Array.from([0, ...b]))]);
    expect(treeHead([a, b], sha256)).not.toEqual(treeHead([joined], sha256));
  });
});
