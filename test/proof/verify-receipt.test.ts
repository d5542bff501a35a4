import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  type SignedStatement,
  SignedStatementSchema,
  ToolReceiptSchema,
} from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { keyRing } from "../../src/proof/key-manifest.ts";
import { payloadTypes } from "../../src/proof/statement.ts";
import { verifyReceipt, verifyReceiptBytes } from "../../src/proof/verify-receipt.ts";
import { crypto, receiptBytes, sampleReceipt, signed, signers, threeKeys, threeKeysRing, times } from "./support.ts";

const encoded = (change: Partial<ReturnType<typeof sampleReceipt>> = {}): Uint8Array =>
  toBinary(ToolReceiptSchema, create(ToolReceiptSchema, { ...sampleReceipt(), ...change }));

/** Names of the checks that failed. */
const failed = (statement: SignedStatement, ring = threeKeysRing()): string[] =>
  verifyReceipt(statement, ring, crypto).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

const failedBytes = (bytes: Uint8Array): string[] =>
  verifyReceiptBytes(bytes, threeKeysRing(), crypto).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

describe("a receipt, checked by keys alone", () => {
  it("holds as it was signed, and is then read", () => {
    const { checks, receipt } = verifyReceiptBytes(receiptBytes(), threeKeysRing(), crypto);
    expect(checks.map(({ name, passed }) => [name, passed])).toEqual([
      ["payload_type", true],
      ["signature", true],
      ["key", true],
      ["payload", true],
    ]);
    expect(receipt).toEqual(sampleReceipt());
    for (const { detail } of checks) expect(detail).toMatch(/^[^.].*\.$/);
  });

  it("is refused when another kind of statement was signed", () => {
    expect(failed(signed(encoded(), signers[1], payloadTypes.keyRotation))).toContain("payload_type");
    expect(failed(signed(encoded(), signers[1], ""))).toContain("payload_type");
  });

  it("is refused when its type was changed after it was signed", () => {
    const rotation = signed(encoded(), signers[1], payloadTypes.keyRotation);
    expect(failed(create(SignedStatementSchema, { ...rotation, payloadType: payloadTypes.toolReceipt }))).toEqual([
      "signature",
      "key",
      "payload",
    ]);
  });

  it("is refused under a key that is not of the chain, and under none", () => {
    expect(failed(signed(encoded(), signers[1]), keyRing(threeKeys().slice(0, 1), crypto))).toContain("signature");
    expect(failed(create(SignedStatementSchema, { ...signed(encoded()), signatures: [] }))).toContain("signature");
  });

  it.each([
    ["before its key was made", signers[1], "2026-01-31T23:59:59.999Z"],
    ["after its key was retired", signers[1], "2026-03-01T00:00:00.001Z"],
    ["before the last key was made", signers[2], "2026-02-28T00:00:00.000Z"],
    ["at no time", signers[1], ""],
    ["at a time that is written otherwise", signers[1], "2026-02-11T10:20:30Z"],
  ])("is refused when the call ended %s", (_name, signer, timeIso) => {
    expect(failed(signed(encoded({ timeIso }), signer))).toEqual(["key"]);
  });

  it.each([times[1], times[2]])(
    "holds at the moments at which its key's life begins and ends, such as %s",
    (timeIso) => {
      expect(failed(signed(encoded({ timeIso }), signers[1]))).toEqual([]);
    },
  );

  it("is refused when the chain of its keys is broken, though its own key is sound", () => {
    const [first, second, third] = threeKeys();
    if (!first || !second || !third) throw new Error("three keys");
    expect(failed(signed(encoded()), keyRing([{ ...first, createdAtIso: "" }, second, third], crypto))).toEqual([
      "key",
    ]);
  });

  it.each([
    ["another", () => signers[2].sign(Uint8Array.of(1))],
    ["one of 63 bytes", (good: Uint8Array) => good.subarray(0, 63)],
    ["one of 65 bytes", (good: Uint8Array) => Buffer.concat([good, Uint8Array.of(0)])],
    ["none", () => new Uint8Array()],
  ])("is refused with %s in place of its signature", (_name, change) => {
    const statement = signed(encoded());
    const [good] = statement.signatures;
    if (!good) throw new Error("a signature");
    const signatures = [{ ...good, signature: change(good.signature) }];
    expect(failed(create(SignedStatementSchema, { ...statement, signatures }))).toContain("signature");
  });

  it("is refused when one of two signatures is bad, whichever comes first, and when one key signs twice", () => {
    const statement = signed(encoded({ timeIso: times[2] }));
    const other = signed(encoded({ timeIso: times[2] }), signers[2]).signatures;
    const bad = signed(Uint8Array.of(1), signers[2]).signatures;
    const withThese = (...signatures: SignedStatement["signatures"]) =>
      failed(create(SignedStatementSchema, { ...statement, signatures }));
    expect(withThese(...statement.signatures, ...other)).toEqual([]);
    expect(withThese(...statement.signatures, ...bad)).toContain("signature");
    expect(withThese(...bad, ...statement.signatures)).toContain("signature");
    expect(withThese(...statement.signatures, ...statement.signatures)).toContain("signature");
    const many = Array.from({ length: 9 }, (_, at) => ({ ...statement.signatures[0]!, keyId: String(at) }));
    expect(withThese(...many)).toContain("signature");
  });
});

/** The sample with some bytes of it, which stand there once, replaced. */
const replaced = (these: readonly number[], by: readonly number[]): Uint8Array => {
  const [bytes, wanted] = [Buffer.from(encoded()), Buffer.from(these)];
  const at = bytes.indexOf(wanted);
  if (at === -1 || bytes.indexOf(wanted, at + 1) !== -1) throw new Error("not there once");
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(by), bytes.subarray(at + these.length)]);
};

/** Signed by the right key, so that only the strict reading of the payload can refuse them. */
const oddPayloads: readonly (readonly [string, Uint8Array])[] = [
  ["an unknown field", Buffer.concat([encoded(), Uint8Array.of(0xf8, 0x07, 0x01)])],
  ["an unknown field inside a message", Buffer.concat([encoded(), Uint8Array.of(0xaa, 0x01, 0x03, 0xf8, 0x07, 0x01)])],
  ["a field twice", Buffer.concat([encoded(), Uint8Array.of(0x18, 0x08)])],
  ["trailing bytes", Buffer.concat([encoded(), Uint8Array.of(0)])],
  ["a padded varint", replaced([0x18, 0x07], [0x18, 0x87, 0x00])],
  ["a default written out", replaced([0x68, 0x01], [0x68, 0x00])],
  ["fields in another order", Buffer.concat([encoded({ receiptId: "" }), Uint8Array.of(0x0a, 0x01, 0x61)])],
  ["its last byte missing", encoded().subarray(0, -1)],
  ["text that is not UTF-8", Buffer.concat([Uint8Array.of(0x0a, 0x01, 0xff), encoded({ receiptId: "" })])],
  ["something else entirely", Buffer.from("receipt")],
];

describe("a payload that is vouched for and yet can be read in two ways", () => {
  it.each(oddPayloads)("is refused: %s", (_name, payload) => {
    const checks = verifyReceipt(signed(payload), threeKeysRing(), crypto);
    expect(checks.receipt).toBeUndefined();
    expect(checks.checks.find(({ name }) => name === "payload")?.passed).toBe(false);
    expect(checks.checks.find(({ name }) => name === "signature")?.passed).toBe(true);
  });
});

describe("a statement with fields that are not known, though a receiver kept them", () => {
  it.each([
    ["beside the payload", Buffer.concat([receiptBytes(), Uint8Array.of(0xf8, 0x07, 0x01)])],
    ["in a signature of its own", Buffer.concat([receiptBytes(), Uint8Array.of(0x1a, 0x03, 0xf8, 0x07, 0x01)])],
  ])("is refused: %s", (_name, bytes) => {
    expect(failed(fromBinary(SignedStatementSchema, bytes))).toContain("payload_type");
  });
});

describe("the bytes of a statement", () => {
  it.each([
    ["an unknown field", Buffer.concat([receiptBytes(), Uint8Array.of(0xf8, 0x07, 0x01)])],
    ["its payload a second time", Buffer.concat([receiptBytes(), Uint8Array.of(0x12, 0x01, 0x00)])],
    ["trailing bytes", Buffer.concat([receiptBytes(), Uint8Array.of(0)])],
    ["nothing", new Uint8Array()],
  ])("are refused with %s", (_name, bytes) => {
    expect(failedBytes(bytes)).toContain("payload_type");
  });
});
