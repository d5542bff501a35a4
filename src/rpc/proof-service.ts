import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { FileHeadSchema } from "../../gen/pincite/export/v1/export_service_pb.ts";
import { MakeProofResponseSchema, type ProofService } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import { DomainError } from "../error.ts";
import type { ReceiptKey } from "../proof/key-manifest.ts";
import { makeProof, type ProofSource, proofBytesMax } from "../proof/memo-proof.ts";
import { sha256, sha256Hex } from "../sha256.ts";

const pieceBytesMax = 256 * 1024;

/** ProofService: finalised memos with all that they rest on, signed. */
export const proofService = (source: ProofSource, signer: ReceiptKey): ServiceImpl<typeof ProofService> => ({
  async *makeProof({ runId, revision: wanted }) {
    const { revision, ...material } = await source.material(runId, wanted);
    const bytes = makeProof(material, { signer, sha256 });
    if (bytes.length > proofBytesMax)
      throw new DomainError(
        "LIMIT_EXCEEDED",
        `the proof would have ${bytes.length} bytes, and at most ${proofBytesMax} are read: cite shorter documents, or parts of them`,
        { run_id: runId, bytes: String(bytes.length) },
      );
    const head = create(FileHeadSchema, {
      name: "memo.pincite",
      mediaType: "application/vnd.pincite.memo-proof.v1+protobuf",
      sizeBytes: BigInt(bytes.length),
      sha256: sha256Hex(bytes),
      draftDigest: material.draft,
      ledgerDigest: material.ledger,
      revision,
    });
    yield create(MakeProofResponseSchema, { part: { case: "head", value: head } });
    for (let at = 0; at < bytes.length; at += pieceBytesMax)
      yield create(MakeProofResponseSchema, {
        part: { case: "content", value: bytes.subarray(at, at + pieceBytesMax) },
      });
  },
});
