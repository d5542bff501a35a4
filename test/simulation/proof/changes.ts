import { deflateRawSync, inflateRawSync } from "node:zlib";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type MemoProof, MemoProofSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { fileAround, packedFile } from "../../support/unpacked-file.ts";

export type Random = (below: number) => number;

/** A way to change a proof without its key; gives undefined where this proof has nothing to change so. */
type Change = (proof: Uint8Array, other: Uint8Array, random: Random) => Uint8Array | undefined;

const read = (bytes: Uint8Array): MemoProof => fromBinary(MemoProofSchema, bytes);
const written = (proof: MemoProof): Uint8Array => toBinary(MemoProofSchema, create(MemoProofSchema, proof));

const spliced = (bytes: Uint8Array, at: number, less: number, more: Uint8Array = new Uint8Array()): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + less)]);

const oneBit = (bytes: Uint8Array, random: Random): Uint8Array => {
  const at = random(bytes.length);
  return Uint8Array.from(bytes).with(at, (bytes[at] ?? 0) ^ (1 << random(8)));
};

/** What a stream of raw DEFLATE holds, by zlib itself; undefined where it is none. */
const held = (packed: Uint8Array): Uint8Array | undefined => {
  try {
    return inflateRawSync(packed);
  } catch {
    return undefined;
  }
};

type ListName = "events" | "artifacts" | "texts";
const lists: readonly ListName[] = ["events", "artifacts", "texts"];

/** Changes one of the proof's lists, by turns. */
const inList =
  (change: (list: Uint8Array[], random: Random, others: readonly Uint8Array[]) => Uint8Array[]): Change =>
  (bytes, other, random) => {
    const proof = read(bytes);
    const name = lists[random(lists.length)] ?? "events";
    proof[name] = change([...proof[name]], random, read(other)[name]);
    return written(proof);
  };

/** Takes a part of another proof in place of its own. */
const swapped =
  (name: ListName | "checkpoint" | "runId"): Change =>
  (bytes, other) =>
    written({ ...read(bytes), [name]: read(other)[name] });

/** What anybody can do to a proof who has no key: to its bytes, to its parts, with parts of another. */
export const changes: Readonly<Record<string, Change>> = {
  "one bit": (bytes, _, random) => oneBit(bytes, random),
  "one bit of the packed file": (bytes, _, random) => oneBit(packedFile(bytes), random),
  // Whoever changes a stream can name its digest again. What unpacks to the same proof is the same proof.
  "one bit of what is packed": (bytes, _, random) => {
    const packed = oneBit(deflateRawSync(bytes), random);
    return Buffer.compare(held(packed) ?? new Uint8Array(), bytes) === 0 ? undefined : fileAround(packed);
  },
  "something behind what is packed": (bytes, _, random) =>
    fileAround(Buffer.concat([deflateRawSync(bytes), Uint8Array.of(random(256))])),
  "an end of what is packed less": (bytes, _, random) => {
    const packed = deflateRawSync(bytes);
    return fileAround(packed.subarray(0, random(packed.length)));
  },
  "packed twice": (bytes) => packedFile(packedFile(bytes)),
  "a packed file with a name of its own": (bytes) => written({ ...read(packedFile(bytes)), runId: read(bytes).runId }),
  "a byte more": (bytes, _, random) => spliced(bytes, random(bytes.length + 1), 0, Uint8Array.of(random(256))),
  "a byte less": (bytes, _, random) => spliced(bytes, random(bytes.length), 1),
  "an end less": (bytes, _, random) => bytes.subarray(0, random(bytes.length)),
  "a piece twice": (bytes, _, random) => {
    const at = random(bytes.length);
    return spliced(bytes, at, 0, bytes.subarray(at, at + 1 + random(400)));
  },
  "a bit in one part": inList((list, random) => {
    const at = random(list.length);
    const part = Uint8Array.from(list[at] ?? []);
    const byte = random(part.length);
    return part.length === 0 ? list : list.with(at, part.with(byte, (part[byte] ?? 0) ^ (1 << random(8))));
  }),
  "a part left out": inList((list, random) => list.toSpliced(random(list.length), 1)),
  "a part twice": inList((list, random) => {
    const at = random(list.length);
    return list.toSpliced(at, 0, list[at] ?? new Uint8Array());
  }),
  "two parts exchanged": inList((list, random) => {
    const [a, b] = [random(list.length), random(list.length)];
    return list.with(a, list[b] ?? new Uint8Array()).with(b, list[a] ?? new Uint8Array());
  }),
  "a part of another run": inList((list, random, others) =>
    list.with(random(list.length), others[random(others.length)] ?? new Uint8Array()),
  ),
  "a part of another run added": inList((list, random, others) =>
    list.toSpliced(random(list.length + 1), 0, others[random(others.length)] ?? new Uint8Array()),
  ),
  "the tail rolled back": (bytes, _, random) => {
    const proof = read(bytes);
    proof.events = proof.events.slice(0, 1 + random(proof.events.length - 1));
    return written(proof);
  },
  "the events of another run": swapped("events"),
  "the artifacts of another run": swapped("artifacts"),
  "the texts of another run": swapped("texts"),
  "the checkpoint of another run": swapped("checkpoint"),
  "the name of another run": swapped("runId"),
  // A whole proof has none of its own, and must not have one; a redacted one must have its own.
  "another ledger": (bytes, other, random) => {
    const { ledger } = read(other);
    return written({
      ...read(bytes),
      ledger: ledger.length > 0 && random(2) === 0 ? ledger : Uint8Array.of(random(256)),
    });
  },
  "another maker": (bytes, _, random) => {
    const proof = read(bytes);
    if (proof.maker) proof.maker.programVersion = `0.${random(100)}.${random(100)}`;
    return written(proof);
  },
  "another time": (bytes, _, random) => {
    const proof = read(bytes);
    if (proof.maker) proof.maker.timeIso = `20${10 + random(10)}-01-01T00:00:00.000Z`;
    return written(proof);
  },
  "another size signed": (bytes, _, random) => {
    const proof = read(bytes);
    proof.checkpoint = proof.checkpoint.replace(/^\d+$/m, String(random(1_000)));
    return written(proof);
  },
  "another draft signed": (bytes, _, random) => {
    const proof = read(bytes);
    const digit = random(16).toString(16);
    proof.checkpoint = proof.checkpoint.replace(/^(draft|ledger|texts|keys|shown) .{64}$/m, `$1 ${digit.repeat(64)}`);
    return written(proof);
  },
  "a signature more": (bytes, other) => {
    const proof = read(bytes);
    proof.checkpoint += read(other).checkpoint.split("\n\n")[1] ?? "";
    return written(proof);
  },
  "an unknown field": (bytes, _, random) => Buffer.concat([bytes, Uint8Array.of(0x7a, 1, random(256))]),
};
