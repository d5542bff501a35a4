import { toBinary } from "@bufbuild/protobuf";
import { SignedStatementSchema, ToolReceiptSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { readManifest } from "../../src/proof/key-manifest.ts";
import { verifyReceiptBytes } from "../../src/proof/verify-receipt.ts";
import { crypto, manifestBytes, receiptBytes, sampleReceipt, signed, threeKeysRing } from "./support.ts";

type Random = (below: number) => number;

/** Ways to change bytes; some leave them as they were, which the campaign passes over. */
const changes: Readonly<Record<string, (bytes: Uint8Array, other: Uint8Array, random: Random) => Uint8Array>> = {
  "one bit": (bytes, _, random) => {
    const at = random(bytes.length);
    return bytes.with(at, (bytes[at] ?? 0) ^ (1 << random(8)));
  },
  "one byte": (bytes, _, random) => bytes.with(random(bytes.length), random(256)),
  "a byte more": (bytes, _, random) => spliced(bytes, random(bytes.length + 1), 0, Uint8Array.of(random(256))),
  "a byte less": (bytes, _, random) => spliced(bytes, random(bytes.length), 1),
  "an end less": (bytes, _, random) => bytes.subarray(0, random(bytes.length)),
  "two bytes exchanged": (bytes, _, random) => {
    const [a, b] = [random(bytes.length), random(bytes.length)];
    return bytes.with(a, bytes[b] ?? 0).with(b, bytes[a] ?? 0);
  },
  "a piece twice": (bytes, _, random) => {
    const at = random(bytes.length);
    return spliced(bytes, at, 0, bytes.subarray(at, at + 1 + random(40)));
  },
  "a piece of another": (bytes, other, random) => {
    const [at, length] = [random(bytes.length), 1 + random(80)];
    return spliced(bytes, at, length, other.subarray(at, at + length));
  },
  "the head of one and the end of another": (bytes, other, random) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(at)]);
  },
};

const spliced = (bytes: Uint8Array, at: number, less: number, more: Uint8Array = new Uint8Array()): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + less)]);

/** What a campaign came to: every change that was taken, in words; empty when all were refused. */
export interface CampaignResult {
  readonly tried: Readonly<Record<string, number>>;
  readonly accepted: readonly string[];
}

/**
 * Changes a receipt and a key manifest so many times, in every way above by turns, and verifies what comes of it. Both
 * have a valid twin to take pieces from; a result that is the original or the twin again is not counted.
 */
export const mutateReceipts = (count: number, unit: () => number): CampaignResult => {
  const random: Random = (below) => Math.floor(unit() * below);
  const tried: Record<string, number> = {};
  const accepted: string[] = [];
  const names = Object.keys(changes);
  for (let done = 0, turn = 0; done < count; turn++) {
    const name = names[turn % names.length] ?? "";
    const [subject, other, holds] = random(2) === 0 ? receipts : manifests;
    const mutated = Uint8Array.from(changes[name]?.(subject, other, random) ?? subject);
    if ([subject, other].some((valid) => Buffer.compare(valid, mutated) === 0)) continue;
    done++;
    tried[name] = (tried[name] ?? 0) + 1;
    if (holds(mutated)) accepted.push(`${name}: ${Buffer.from(mutated).toString("hex")}`);
  }
  return { tried, accepted };
};

const ring = threeKeysRing();
const twin = toBinary(SignedStatementSchema, signed(toBinary(ToolReceiptSchema, { ...sampleReceipt(), number: 8 })));
const receipts = [
  receiptBytes(),
  twin,
  (bytes: Uint8Array) => verifyReceiptBytes(bytes, ring, crypto).checks.every(({ passed }) => passed),
] as const;
const manifests = [
  manifestBytes(),
  receiptBytes(),
  (bytes: Uint8Array) => "keys" in readManifest(bytes, crypto),
] as const;
