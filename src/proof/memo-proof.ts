import { create, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { type MemoProof, MemoProofSchema, ProofMakerSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import type { ReceiptKey } from "./key-manifest.ts";
import { checkpointOf, checkpointText, type ProvenDraft } from "./memo/checkpoint.ts";
import { signNote } from "./signed-note.ts";

/** The form that is written, and the only one that is read. */
export const proofFormat = 1;

/** A larger file is refused before it is read: 256 MiB. */
export const proofBytesMax = 256 * 1024 * 1024;

/** What a proof is made of: stored bytes, never encoded anew. */
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
}

/** Where proofs are made from. */
export interface ProofSource {
  /**
   * What the proof of a finalised run is made of, with the run's revision. Errors: RUN_NOT_FOUND, STAGE_FORBIDS, RUN_VERSION_STALE,
   * ARTIFACT_NOT_FOUND, UPSTREAM_UNAVAILABLE, DATA_LOSS.
   */
  material(runId: string, revision: string): Promise<ProofMaterial & { readonly revision: string }>;
}

/** The proof of a finalised memo, signed by the key that signs the server's receipts. */
export const makeProof = (
  material: ProofMaterial,
  by: { readonly signer: ReceiptKey; readonly sha256: Sha256 },
): Uint8Array => {
  const { runId, keyManifest, programVersion, rulesVersion, registerDigest, timeIso } = material;
  const proof: MemoProof = create(MemoProofSchema, {
    format: proofFormat,
    runId,
    events: [...material.events],
    artifacts: inOrder(material.artifacts, by.sha256),
    texts: inOrder(material.texts, by.sha256),
    keyManifest,
    maker: create(ProofMakerSchema, { programVersion, rulesVersion, registerDigest, timeIso }),
  });
  proof.checkpoint = signNote(checkpointText(checkpointOf(proof, material, by.sha256)), by.signer, by.sha256);
  return toBinary(MemoProofSchema, proof);
};

/** Each once, by digest. */
const inOrder = (all: readonly Uint8Array[], sha256: Sha256): Uint8Array[] =>
  [...new Map(all.map((bytes) => [digestOf(bytes, sha256), bytes]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, bytes]) => bytes);
