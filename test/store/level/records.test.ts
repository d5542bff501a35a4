import { create, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CodedRecordSchema,
  CommitRecordSchema,
  IdempotencyRecordSchema,
  LocatorRecordSchema,
  OwnerRecordSchema,
  PlaceRecordSchema,
  SealedRecordSchema,
} from "../../../gen/pincite/journal/v1/record_pb.ts";
import { DomainError } from "../../../src/error.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { decodeCommand, encodeCommand } from "../../../src/store/level/command-record.ts";
import { decodeCommit, encodeCommit } from "../../../src/store/level/commit-record.ts";
import { decodeLocator, encodeLocator } from "../../../src/store/level/locator.ts";
import { pack } from "../../../src/store/level/packing.ts";
import { decodePlace, encodePlace } from "../../../src/store/level/place.ts";
import { encodeOwner } from "../../../src/store/level/present.ts";
import { unseal } from "../../../src/store/level/seal.ts";
import type { Secret, Secrets } from "../../../src/store/level/secrets/cipher.ts";
import { reasonOf } from "../../contract/store-samples.ts";

const key = fc.string({ unit: "binary", minLength: 1, maxLength: 8 }).filter((text) => text.isWellFormed());
const bytes = fc.uint8Array({ maxLength: 40 });
const number = fc.oneof(fc.nat(3), fc.nat(0xffffffff));
const position = fc.bigInt({ min: 0n, max: 2n ** 50n });
const commit = fc.record({
  events: fc.array(bytes, { maxLength: 3 }),
  firstPosition: position,
  artifacts: fc.array(bytes, { maxLength: 3 }),
  answers: fc.array(fc.record({ key, answer: bytes }), { maxLength: 2 }),
});
const place = fc.record({ scope: key, number, events: number });
const locator = fc.record({ sizeBytes: number, number, index: number });
const command = fc.record(
  { payloadDigest: key, answerAt: fc.record({ scope: fc.oneof(key, fc.constant("")), number, index: number }) },
  { requiredKeys: ["payloadDigest"] },
);

/** A sealed value as the page of formats tells it, made with the library. */
const sealed = (under: string, body: Uint8Array): Uint8Array => {
  const check = Buffer.from(sha256Hex(Buffer.concat([Buffer.from(under), Buffer.of(0), body])), "hex").subarray(0, 8);
  return toBinary(SealedRecordSchema, create(SealedRecordSchema, { body, check }));
};

const equal = (ours: Uint8Array, theirs: Uint8Array) => expect(Buffer.from(ours)).toEqual(Buffer.from(theirs));

const secret: Secret = { id: "a7", key: Uint8Array.from({ length: 32 }, (_, at) => at) };
const noSecrets: Secrets = {
  find: (id) => {
    throw new DomainError("DATA_LOSS", `there is no key ${id}`);
  },
  isDestroyed: () => false,
};
const keyring: Secrets = {
  find: (id) => (id === secret.id ? secret.key : noSecrets.find(id)),
  isDestroyed: () => false,
};

describe("the records of the store", () => {
  it("are the bytes that the messages have", () => {
    fc.assert(
      fc.property(key, commit, place, locator, command, number, position, (at, one, where, found, what, own, last) => {
        const content = toBinary(CommitRecordSchema, create(CommitRecordSchema, one));
        const coded = toBinary(CodedRecordSchema, create(CodedRecordSchema, pack(content)));
        equal(encodeCommit(at, one), sealed(at, coded));
        equal(encodePlace(at, where), sealed(at, toBinary(PlaceRecordSchema, create(PlaceRecordSchema, where))));
        equal(encodeLocator(at, found), sealed(at, toBinary(LocatorRecordSchema, create(LocatorRecordSchema, found))));
        const known = create(IdempotencyRecordSchema, what);
        equal(encodeCommand(at, what), sealed(at, toBinary(IdempotencyRecordSchema, known)));
        const owner = create(OwnerRecordSchema, { position: last, ownNumber: own });
        const owned = encodeOwner(at, { position: last, ownNumber: own, lists: new Map() });
        equal(owned, sealed(at, toBinary(OwnerRecordSchema, owner)));
      }),
    );
  });

  it("come back as they were", () => {
    fc.assert(
      fc.property(key, commit, place, locator, command, (at, one, where, found, what) => {
        expect(decodeCommit(at, encodeCommit(at, one), noSecrets)).toMatchObject(one);
        expect(decodeCommit(at, encodeCommit(at, one, secret), keyring)).toMatchObject(one);
        expect(decodePlace(at, encodePlace(at, where))).toMatchObject(where);
        expect(decodeLocator(at, encodeLocator(at, found))).toMatchObject(found);
        expect(decodeCommand(unseal(at, encodeCommand(at, what)))).toMatchObject(what);
      }),
    );
  });

  it("are refused when any bit of them changed, or under another key", async () => {
    const content = {
      ...{ events: [Uint8Array.of(1, 2)], firstPosition: 7n, artifacts: [new Uint8Array(), Uint8Array.of(3)] },
      answers: [{ key: "c", answer: Uint8Array.of(4) }],
    };
    const read = async (under: string, bytesRead: Uint8Array) => decodeCommit(under, bytesRead, keyring);
    for (const value of [encodeCommit("k", content), encodeCommit("k", content, secret)])
      await refusesFlips(value, read);
  });

  const refusesFlips = async (value: Uint8Array, read: (under: string, bytes: Uint8Array) => Promise<unknown>) => {
    expect(await reasonOf(read("k", value))).toBe("none");
    expect(await reasonOf(read("l", value))).toBe("DATA_LOSS");
    for (let bit = 0; bit < value.length * 8; bit += 1) {
      const damaged = value.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(await reasonOf(read("k", damaged)), `bit ${bit}`).toBe("DATA_LOSS");
    }
  };

  it("open under no other key of the map and with no other key than theirs, whatever their check says", async () => {
    const content = { events: [Uint8Array.of(1)], firstPosition: 1n, artifacts: [], answers: [] };
    const moved = sealed("l", unseal("k", encodeCommit("k", content, secret)));
    expect(await reasonOf((async () => decodeCommit("l", moved, keyring))())).toBe("DATA_LOSS");
    const other = { id: secret.id, key: new Uint8Array(32) };
    const value = encodeCommit("k", content, other);
    expect(await reasonOf((async () => decodeCommit("k", value, keyring))())).toBe("DATA_LOSS");
  });

  it("are never encrypted twice alike", () => {
    const content = { events: [Uint8Array.of(1)], firstPosition: 1n, artifacts: [], answers: [] };
    const values = Array.from({ length: 2_000 }, () => Buffer.from(encodeCommit("k", content, secret)).toString("hex"));
    expect(new Set(values).size).toBe(2_000);
  });

  it("are refused where a record is packed or encrypted in a way of a later version", async () => {
    for (const state of [{ packing: 3 }, { keyId: "a" }]) {
      const body = toBinary(CodedRecordSchema, create(CodedRecordSchema, state));
      expect(await reasonOf((async () => decodeCommit("k", sealed("k", body), noSecrets))())).toBe("DATA_LOSS");
    }
  });
});
