import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EvidenceCandidateSchema,
  type EvidenceSet,
  EvidenceSetSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { encodeEvidenceSet } from "../../../src/run/build/evidence-set.ts";
import { merged } from "../../../src/run/decide/evidence.ts";

const change = fc.record({
  candidate: fc.record({
    evidenceId: fc.constantFrom("vault:a", "vault:b", "vault:c", "law:d"),
    title: fc.string({ unit: "binary", maxLength: 200 }),
    participants: fc.array(fc.string(), { maxLength: 3 }),
  }),
  pinned: fc.boolean(),
  // Half of a character is written as another one.
  note: fc.oneof(fc.string(), fc.constant("half \ud83d")),
  slotIds: fc.array(fc.string(), { maxLength: 3 }),
});

describe("the encoding of an evidence set", () => {
  it("is that of protobuf, byte for byte, after each of many changes to its entries", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let set: EvidenceSet | undefined;
        for (const { candidate, ...rest } of changes) {
          set = merged(set, create(EvidenceCandidateSchema, candidate), () => rest);
          expect(encodeEvidenceSet(set)).toEqual(toBinary(EvidenceSetSchema, set));
        }
      }),
    );
  });

  it("keeps fields that a later version wrote, in the set and in an entry", () => {
    // Field 1: an entry that is pinned and has a field 99 of its own; then field 98 of the set.
    const entry = [0x20, 0x01, 0x98, 0x06, 0x07];
    const bytes = Uint8Array.of(0x0a, entry.length, ...entry, 0x90, 0x06, 0x05);
    for (const stored of [bytes, bytes.slice(0, entry.length + 2)])
      expect(encodeEvidenceSet(fromBinary(EvidenceSetSchema, stored))).toEqual(stored);
  });

  it("of none is empty", () => expect(encodeEvidenceSet(create(EvidenceSetSchema))).toHaveLength(0));
});
