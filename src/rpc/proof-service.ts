import { randomBytes } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { MakeProofResponseSchema, type ProofService } from "../../gen/pincite/proof/v1/proof_service_pb.ts";
import { deflated } from "../deflate.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { proofBytesMax } from "../proof/formats.ts";
import type { ReceiptKey } from "../proof/key-manifest.ts";
import { makeProof, type ProofSource } from "../proof/memo-proof.ts";
import { packedProof } from "../proof/packed.ts";
import { redacted } from "../proof/redacted.ts";
import { sha256 } from "../sha256.ts";
import { fileParts } from "./file-parts.ts";

/** ProofService: finalised memos with all that they rest on, signed. */
export const proofService = (source: ProofSource, signer: ReceiptKey): ServiceImpl<typeof ProofService> => ({
  async *makeProof({ redact, runId, revision: wanted }) {
    const { revision, ...whole } = await source.material(runId, wanted);
    const material = redact ? redacted(whole, { drawSalt: () => randomBytes(32), sha256 }) : whole;
    const proof = makeProof(material, { signer, sha256 });
    if (proof.length > proofBytesMax)
      throw new DomainError(
        "LIMIT_EXCEEDED",
        worded("proof.the-proof-would-have-bytes-and-at-most-are", { bytesCount: proof.length, proofBytesMax }),
        { run_id: runId, bytes: String(proof.length) },
      );
    const bytes = await packedProof(proof, deflated, sha256);
    const facts = {
      name: redact ? "memo-redacted.pincite" : "memo.pincite",
      mediaType: "application/vnd.pincite.memo-proof.v1+protobuf",
      draftDigest: whole.draft,
      ledgerDigest: whole.ledger,
      revision,
    };
    for (const part of fileParts(facts, bytes)) yield create(MakeProofResponseSchema, { part });
  },
});
