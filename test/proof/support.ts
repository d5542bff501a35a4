import { create, toBinary } from "@bufbuild/protobuf";
import { ArtifactRefSchema } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type PublicKey,
  SignedStatementSchema,
  type ToolReceipt,
  ToolReceiptSchema,
} from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { verifyEd25519 } from "../../src/ed25519.ts";
import { firstKey, keyRing, rotated, signManifest } from "../../src/proof/key-manifest.ts";
import { payloadTypes, type StatementSigner, signStatement } from "../../src/proof/statement.ts";
import { sha256 } from "../../src/sha256.ts";
import { fixedSigner } from "../support/receipt-signer.ts";

export const crypto = { sha256, verify: verifyEd25519 };

/** Three keys, each handing over to the next; the seeds are those of RFC 8032, section 7.1, tests 1 to 3. */
export const signers = [
  fixedSigner(),
  fixedSigner("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"),
  fixedSigner("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"),
] as const;

export const times = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"] as const;

/** The keys after two rotations. */
export const threeKeys = (): PublicKey[] => {
  const one = [firstKey(signers[0], times[0])];
  const two = rotated(one, { from: signers[0], to: signers[1] }, times[1]);
  return rotated(two, { from: signers[1], to: signers[2] }, times[2]);
};

export const threeKeysRing = () => keyRing(threeKeys(), crypto);

/** Their manifest as a file holds it. */
export const manifestBytes = (): Uint8Array => toBinary(SignedStatementSchema, signManifest(threeKeys(), signers[2]));

const ref = (kind: string, digit: string) =>
  create(ArtifactRefSchema, { kind, version: 1, digest: digit.repeat(64), sizeBytes: 300n });

/** A receipt with every field filled, ended while the second key signed. */
export const sampleReceipt = (): ToolReceipt =>
  create(ToolReceiptSchema, {
    receiptId: "receipt:01J0000000000000000000000A",
    runId: "run-01J00000000000000000000000",
    number: 7,
    previousSha256: "ab".repeat(32),
    turnId: "turn:01J0000000000000000000000B",
    toolName: "vault.get_spans",
    requestId: "toolreq:01J0000000000000000000000C",
    request: ref("pincite.tool.v1.ToolRequest", "1"),
    paramsDigest: "cd".repeat(32),
    resultId: "toolres:01J0000000000000000000000D",
    result: ref("pincite.tool.v1.ToolResult", "2"),
    output: ref("pincite.tool.v1.SpansOutput", "3"),
    status: ToolResultStatus.OK,
    policy: "ALLOW",
    executor: "server",
    state: OrchestratorState.SPAN_RESOLUTION,
    requestedBy: { kind: Principal_Kind.MODEL, name: "extractive/extractive" },
    sources: [{ evidenceId: `vault:${"e".repeat(64)}`, sourceDigest: "f".repeat(64), excerptSha256: ["9".repeat(64)] }],
    timeIso: "2026-02-11T10:20:30.456Z",
    serverVersion: "0.1.0",
  });

/** A statement over these bytes, of a receipt unless another type is named. */
export const signed = (
  payload: Uint8Array,
  signer: StatementSigner = signers[1],
  payloadType: string = payloadTypes.toolReceipt,
) => signStatement(payloadType, payload, signer);

/** The sample receipt, signed, as it lies in a store. */
export const receiptBytes = (): Uint8Array =>
  toBinary(SignedStatementSchema, signed(toBinary(ToolReceiptSchema, sampleReceipt())));
