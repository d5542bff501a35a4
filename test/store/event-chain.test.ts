import { create, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EventRecordSchema,
  IdempotencyRecordSchema,
  SealedRecordSchema,
} from "../../gen/pincite/journal/v1/record_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { decodeEvent, encodeEvent } from "../../src/store/event-chain.ts";
import { FieldWriter } from "../../src/store/field.ts";

const name = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
const bytes = fc.uint8Array({ maxLength: 400 });
const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((value) => Buffer.from(value).toString("hex"));

describe("the encoding of events", () => {
  it("is byte for byte what the protobuf library writes, and hashes exactly those bytes", () => {
    fc.assert(
      fc.property(
        name,
        name,
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        hex,
        name,
        bytes,
        (owner, stream, seq, prevHash, type, body) => {
          const encoded = encodeEvent(owner, stream, seq, prevHash, { type, body });
          const record = create(EventRecordSchema, {
            owner,
            stream,
            seq,
            prevHash: Buffer.from(prevHash, "hex"),
            type,
            body,
          });
          expect(Buffer.compare(encoded.bytes, toBinary(EventRecordSchema, record))).toBe(0);
          expect(encoded.hash).toBe(sha256Hex(encoded.bytes));
          expect(decodeEvent(encoded.bytes)).toMatchObject({ owner, stream, seq, type });
        },
      ),
    );
  });

  it("changes with every single field", () => {
    const base = ["ann", "run", 1, "0".repeat(64), { type: "t", body: Uint8Array.of(1) }] as const;
    const hashes = [
      encodeEvent(...base),
      encodeEvent("bob", base[1], base[2], base[3], base[4]),
      encodeEvent(base[0], "other", base[2], base[3], base[4]),
      encodeEvent(base[0], base[1], 2, base[3], base[4]),
      encodeEvent(base[0], base[1], base[2], "1".repeat(64), base[4]),
      encodeEvent(base[0], base[1], base[2], base[3], { ...base[4], type: "u" }),
      encodeEvent(base[0], base[1], base[2], base[3], { ...base[4], body: Uint8Array.of(2) }),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe("fields written by hand", () => {
  it("are what the protobuf library writes, absent where the value is the default", () => {
    fc.assert(
      fc.property(bytes, bytes, (body, check) => {
        const sealed = toBinary(SealedRecordSchema, create(SealedRecordSchema, { body, check }));
        expect(Buffer.compare(new FieldWriter().bytes(1, body).bytes(2, check).take(), sealed)).toBe(0);
      }),
    );
  });

  it("keep an optional field that is empty apart from one that is absent", () => {
    fc.assert(
      fc.property(name, fc.option(bytes, { nil: undefined }), (payloadDigest, answer) => {
        const record = create(IdempotencyRecordSchema, { payloadDigest, ...(answer ? { answer } : {}) });
        const fields = new FieldWriter().string(1, payloadDigest);
        if (answer) fields.presentBytes(2, answer);
        expect(Buffer.compare(fields.take(), toBinary(IdempotencyRecordSchema, record))).toBe(0);
      }),
    );
  });

  it("write numbers beyond 32 bits", () => {
    // 2^40 as a varint: five groups of seven zero bits, then 2^5.
    expect([...new FieldWriter().number(2, 2 ** 40).take()]).toEqual([0x10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]);
  });
});
