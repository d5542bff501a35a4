import type { MemoProof, ProofMaker } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { MemoProofSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import type { PublicKey } from "../../../gen/pincite/receipt/v1/receipt_pb.ts";
import { packedFormat, proofFormat, redactedFormat } from "../formats.ts";
import { isTime, readManifest } from "../key-manifest.ts";
import { noteProblem, readNote } from "../signed-note.ts";
import { strictDecode } from "../strict-decode.ts";
import { type Crypto, isKeyIdOf, printable } from "../verify-statement.ts";
import { must } from "./broken.ts";
import { type Checkpoint, checkpointOf, readCheckpoint } from "./checkpoint.ts";

const eventsMax = 50_000;

/** A proof whose form is right, with the parts that are always there. */
export interface FormedProof extends MemoProof {
  readonly maker: ProofMaker;
}

/** Reads an encoded proof. */
export const readForm = (bytes: Uint8Array): FormedProof => {
  const proof = strictDecode(MemoProofSchema, bytes);
  must(proof, "it is no proof of a memo, or a byte of it was changed");
  const isRedacted = proof.format === redactedFormat;
  must(
    proof.format === proofFormat || isRedacted,
    `its form is ${proof.format}; this program reads forms ${proofFormat}, ${redactedFormat} and ${packedFormat}`,
  );
  must(proof.packed.length === 0 && proof.packedSha256 === "", "something is packed in a proof that is not packed");
  must(
    isRedacted === proof.ledger.length > 0,
    "a whole proof has its ledger among its artifacts, a redacted one apart",
  );
  must(/^run-[0-9A-Z]{26}$/.test(proof.runId), "it does not name its run");
  must(proof.events.length > 0 && proof.events.length <= eventsMax, `it has ${proof.events.length} events`);
  const { maker } = proof;
  must(maker && isTime(maker.timeIso), "it does not say what made it, and when");
  return { ...proof, maker };
};

/** The keys of the file. `known`: the id of a key that the reader knows from elsewhere. */
export const readKeys = (
  { keyManifest }: MemoProof,
  known: string | undefined,
  crypto: Crypto,
): readonly [PublicKey, ...PublicKey[]] => {
  const read = readManifest(keyManifest, crypto);
  must("keys" in read, "problem" in read ? `of its keys, ${read.problem}` : "");
  const [first, ...more] = read.keys;
  must(first, "it has no keys");
  must(
    known === undefined || read.keys.some(({ spki }) => isKeyIdOf(known, spki, crypto.sha256)),
    `key ${printable(known ?? "")} is not among its keys: it is another server's, or forged`,
  );
  return [first, ...more];
};

/** The checkpoint that the last of the keys signed about the whole file. */
export const readSigned = (proof: FormedProof, key: PublicKey, crypto: Crypto): Checkpoint => {
  const note = readNote(proof.checkpoint);
  must(note, "its checkpoint is no signed note");
  const signed = readCheckpoint(note.text);
  must(signed, "its checkpoint does not say what one of ours says");
  const problem = noteProblem(note, key, crypto);
  must(problem === undefined, `of its checkpoint, ${problem}`);
  const own = checkpointOf(proof, signed, crypto.sha256);
  must(signed.origin === own.origin, `its checkpoint is about ${printable(signed.origin)}`);
  must(signed.keys === own.keys, "its keys are not those that were signed");
  must(signed.maker === own.maker, "what is said of its maker is not what was signed");
  must(signed.texts === own.texts, "its texts are not those that were signed");
  must(signed.shown === own.shown, "what is laid open in it is not what was signed");
  must(key.createdAtIso <= proof.maker.timeIso, `key ${key.keyId} was not made yet at ${proof.maker.timeIso}`);
  return signed;
};
