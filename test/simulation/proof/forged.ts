import { generateKeyPairSync } from "node:crypto";
import { toBinary } from "@bufbuild/protobuf";
import { SignedStatementSchema } from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { firstKey, type ReceiptKey, signManifest } from "../../../src/proof/key-manifest.ts";
import { spkiOf } from "../../../src/proof/verify-statement.ts";
import { readKey } from "../../../src/receipt-keys.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { goldenProofs } from "../../golden/proofs/proofs.ts";
import { type Forgery, putTogether, takenApart } from "./forge.ts";

// The second reader took each of these before events were held against each other and points of small order refused. The program and its
// page took three: a decision twice, and the two that are about what made the proof; and another day where nothing rests on it.

const honestUwv = goldenProofs().find(({ name }) => name === "rules-3-uwv")?.bytes ?? new Uint8Array();

/** Its id is as long as that of the honest proof's key: so receipts keep their size. */
const forger = readKey(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString());

/** The neutral element as a public key, and the base point with 1: a signature over anything, which nobody had to make. */
const neutral = spkiOf(Uint8Array.of(1, ...new Uint8Array(31)));
const overAnything = Uint8Array.of(0x58, ...new Uint8Array(31).fill(0x66), 1, ...new Uint8Array(31));
const nobody: ReceiptKey = {
  keyId: sha256Hex(neutral).slice(0, forger.keyId.length),
  spki: neutral,
  sign: () => overAnything,
};

const manifestOf = (key: ReceiptKey): Uint8Array =>
  toBinary(SignedStatementSchema, signManifest([firstKey(key, "2026-01-01T00:00:00.000Z")], key));

/** The honest proof, signed by another key in all its places: a reader who names no key holds it against itself alone. */
export const forged = (
  lie: (forgery: Forgery) => void,
  said: Parameters<typeof putTogether>[3] = {},
  key = forger,
  honest = honestUwv,
): Uint8Array => {
  const forgery = takenApart(honest);
  lie(forgery);
  return putTogether(forgery, honest, key, { keyManifest: manifestOf(key), ...said });
};

const nothing = (): void => undefined;

const anotherDay = ({ events }: Forgery): void => {
  for (const { event } of events) if (event.case === "runCreated") event.value.referenceDate = "2020-01-01";
};

const twice = ({ events }: Forgery): void => {
  const at = events.findIndex(({ event }) => event.case === "itemsDecided");
  const decided = events[at];
  if (!decided) throw new Error("a memo about which nobody decided");
  events.splice(at, 0, decided);
};

/** Proofs that somebody without the server's key changed and signed by a key of their own, each with the check that must see it. */
export const forgedProofs: Readonly<Record<string, readonly [code: string, bytes: Uint8Array]>> = {
  "nothing but the key": ["holds", forged(nothing)],
  "another day on which the run began": ["STEPS", forged(anotherDay)],
  "a decision that stands twice": ["STEPS", forged(twice)],
  "older rules in what made it": ["STEPS", forged(nothing, { rulesVersion: 1 })],
  "another register in what made it": ["STEPS", forged(nothing, { registerDigest: "0".repeat(64) })],
  "a key of small order": ["KEYS", forged(nothing, {}, nobody)],
};
