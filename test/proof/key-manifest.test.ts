import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { KeyRotationSchema, type PublicKey, SignedStatementSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { firstKey, keysProblem, readManifest, rotated, signManifest } from "../../src/proof/key-manifest.ts";
import { payloadTypes, signStatement } from "../../src/proof/statement.ts";
import { crypto, manifestBytes, signers, threeKeys, times } from "./support.ts";

const problem = (keys: readonly PublicKey[]) => keysProblem(keys, crypto);

/** The three keys with one of them changed. */
const withKey = (at: number, change: Partial<PublicKey>): PublicKey[] =>
  threeKeys().map((key, n) => (n === at ? { ...key, ...change } : key));

describe("a chain of keys", () => {
  it("holds when each was handed to by the one before it", () => {
    expect(problem(threeKeys())).toBeUndefined();
    expect(
      problem(
        threeKeys()
          .slice(0, 1)
          .map((key) => ({ ...key, retiredAtIso: "" })),
      ),
    ).toBeUndefined();
    expect(threeKeys().map(({ createdAtIso, retiredAtIso }) => [createdAtIso, retiredAtIso])).toEqual([
      [times[0], times[1]],
      [times[1], times[2]],
      [times[2], ""],
    ]);
  });

  it.each([
    ["no key at all", []],
    ["a key left out", threeKeys().toSpliced(1, 1)],
    ["the first left out", threeKeys().slice(1)],
    ["the last left out, so that a retired one is the last", threeKeys().slice(0, 2)],
    ["keys in another order", threeKeys().toReversed()],
    ["a key twice", [...threeKeys(), ...threeKeys().slice(2)]],
    ["another id", withKey(1, { keyId: "0".repeat(16) })],
    ["another algorithm", withKey(1, { algorithm: "RSA" })],
    ["another key under the id", withKey(1, { spki: signers[2].spki })],
    ["a key that is no Ed25519 key", withKey(0, { spki: new Uint8Array(44) })],
    ["a longer life of the first", withKey(0, { retiredAtIso: times[2] })],
    ["a longer life of the second", withKey(1, { createdAtIso: times[0] })],
    ["the last retired", withKey(2, { retiredAtIso: "2026-05-01T00:00:00.000Z" })],
    ["a time written otherwise", withKey(0, { createdAtIso: "2026" })],
    ["a first key that somebody handed over to", withKey(0, { rotation: threeKeys()[1]!.rotation! })],
    ["another's rotation", withKey(2, { rotation: threeKeys()[1]!.rotation! })],
  ])("is refused: %s", (_name, keys) => {
    expect(problem(keys)).toBeTypeOf("string");
  });

  it("is refused when a key hands over to itself, or a stranger to it", () => {
    const [first] = signers;
    const own = rotated([firstKey(first, times[0])], { from: first, to: first }, times[1]);
    expect(problem(own)).toBeTypeOf("string");
    const stranger = rotated([firstKey(first, times[0])], { from: signers[2], to: signers[1] }, times[1]);
    expect(problem(stranger)).toMatch(/which is not among the keys/);
  });

  it("is refused when what hands over is a statement of another type", () => {
    const key = threeKeys()[1]!;
    const said = { fromKeyId: signers[0].keyId, toKeyId: key.keyId, toSpki: key.spki, timeIso: times[1] };
    const payload = toBinary(KeyRotationSchema, create(KeyRotationSchema, said));
    const again = (type: string) => withKey(1, { rotation: signStatement(type, payload, signers[0]) });
    expect(problem(again(payloadTypes.keyRotation))).toBeUndefined();
    expect(problem(again(payloadTypes.toolReceipt))).toMatch(/no key rotation/);
  });
});

describe("a key manifest", () => {
  it("gives back its keys", () => {
    expect(readManifest(manifestBytes(), crypto)).toEqual({ keys: threeKeys() });
  });

  it("is refused when another key than its last signed it, or it is no manifest", () => {
    const by = (at: 0 | 1) => toBinary(SignedStatementSchema, signManifest(threeKeys(), signers[at]));
    expect(readManifest(by(0), crypto)).toHaveProperty("problem");
    expect(readManifest(by(1), crypto)).toHaveProperty("problem");
    const other = signStatement(payloadTypes.toolReceipt, Uint8Array.of(), signers[2]);
    expect(readManifest(toBinary(SignedStatementSchema, other), crypto)).toHaveProperty("problem");
    expect(readManifest(Buffer.from("keys"), crypto)).toHaveProperty("problem");
  });
});
