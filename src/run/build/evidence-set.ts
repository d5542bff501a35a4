import { toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import {
  type EvidenceEntry,
  EvidenceEntrySchema,
  type EvidenceSet,
  EvidenceSetSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";

/** Encodings of entries; an entry is never changed, only put in another's place, so that its bytes are its own for good. */
const encodings = new WeakMap<EvidenceEntry, Uint8Array<ArrayBuffer>>();

/** Encodes an entry, each once. */
export const encodeEvidenceEntry = (entry: EvidenceEntry): Uint8Array<ArrayBuffer> => {
  const known = encodings.get(entry);
  if (known) return known;
  const bytes = toBinary(EvidenceEntrySchema, entry);
  encodings.set(entry, bytes);
  return bytes;
};

/** Encodes a set as `toBinary` does, byte for byte; of hundreds of entries only the changed one is encoded again. */
export const encodeEvidenceSet = (set: EvidenceSet): Uint8Array<ArrayBuffer> => {
  // Fields of a later version stand behind the entries; nobody needs them fast.
  if (set.$unknown?.length) return toBinary(EvidenceSetSchema, set);
  const writer = new BinaryWriter();
  const { number } = EvidenceSetSchema.field.entries;
  for (const entry of set.entries) writer.tag(number, WireType.LengthDelimited).bytes(encodeEvidenceEntry(entry));
  return writer.finish();
};

/** The set of these entries. What `create` would look at, one by one, are messages already. */
export const setOf = (entries: EvidenceEntry[]): EvidenceSet => ({ $typeName: EvidenceSetSchema.typeName, entries });
