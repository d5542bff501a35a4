import { create, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { type MemoProof, MemoProofSchema, ProofMakerSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { proofFormat, redactedFormat } from "./formats.ts";
import type { ReceiptKey } from "./key-manifest.ts";
import { checkpointOf, checkpointText, type ProvenDraft } from "./memo/checkpoint.ts";
import { signNote } from "./signed-note.ts";

/** The material of a proof: stored bytes, never encoded anew. */
export interface ProofMaterial extends ProvenDraft {
  readonly runId: string;
  /** Encoded EventRecords in order of `seq`. */
  readonly events: readonly Uint8Array[];
  readonly artifacts: readonly Uint8Array[];
  /** Encoded CanonicalTexts. */
  readonly texts: readonly Uint8Array[];
  readonly keyManifest: Uint8Array;
  readonly programVersion: string;
  readonly rulesVersion: number;
  readonly registerDigest: string;
  readonly timeIso: string;
  /** Where the proof is to be a redacted one: the ledger as far as it is laid open, encoded. */
  readonly shownLedger?: Uint8Array;
}

/** Where proofs are made from. */
export interface ProofSource {
  /**
   * What the proof of a finalised run is made of, with the run's revision. Errors: RUN_NOT_FOUND, STAGE_FORBIDS, RUN_VERSION_STALE,
   * ARTIFACT_NOT_FOUND, UPSTREAM_UNAVAILABLE, DATA_LOSS.
   */
  material(runId: string, revision: string): Promise<ProofMaterial & { readonly revision: string }>;
}

/** The proof of a finalised memo, whole or redacted as its material is, signed by the key that signs the server's receipts. */
export const makeProof = (
  material: ProofMaterial,
  by: { readonly signer: ReceiptKey; readonly sha256: Sha256 },
): Uint8Array => {
  const { runId, keyManifest, programVersion, rulesVersion, registerDigest, timeIso } = material;
  const proof: MemoProof = create(MemoProofSchema, {
    format: material.shownLedger ? redactedFormat : proofFormat,
    runId,
    events: [...material.events],
    artifacts: inOrder(material.artifacts, by.sha256),
    texts: inOrder(material.texts, by.sha256),
    keyManifest,
    maker: create(ProofMakerSchema, { programVersion, rulesVersion, registerDigest, timeIso }),
    ledger: material.shownLedger ?? new Uint8Array(),
  });
  proof.checkpoint = signNote(checkpointText(checkpointOf(proof, material, by.sha256)), by.signer, by.sha256);
  return toBinary(MemoProofSchema, proof);
};

/** Each once, by digest. */
const inOrder = (all: readonly Uint8Array[], sha256: Sha256): Uint8Array[] =>
  [...new Map(all.map((bytes) => [digestOf(bytes, sha256), bytes]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, bytes]) => bytes);
