import { create } from "@bufbuild/protobuf";
import {
  type SignedStatement,
  SignedStatementSchema,
  StatementSignatureSchema,
} from "../../gen/pincite/receipt/v1/receipt_pb.ts";

/** Media types of what is signed. The type is inside the signed bytes, so that one statement cannot pass for another. */
export const payloadTypes = {
  toolReceipt: "application/vnd.pincite.tool-receipt.v1+protobuf",
  keyRotation: "application/vnd.pincite.key-rotation.v1+protobuf",
  keyManifest: "application/vnd.pincite.key-manifest.v1+protobuf",
} as const;

/** Signs with Ed25519 (RFC 8032) by a key this folder never sees. Deterministic: the same bytes give the same signature. */
export interface StatementSigner {
  /** First 32 hex of the SHA-256 of the key's SubjectPublicKeyInfo; 16 of a key from before. */
  readonly keyId: string;
  /** 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}

/**
 * Pre-authentication encoding of DSSE 1.0.2: `DSSEv1`, then type and payload, each behind its length in bytes (decimal),
 * all separated by single spaces. Lengths make it impossible to move bytes from one part to the other.
 */
export const preAuthEncoding = (payloadType: string, payload: Uint8Array): Uint8Array => {
  const encode = new TextEncoder();
  const type = encode.encode(payloadType);
  const head = encode.encode(`DSSEv1 ${type.length} `);
  const middle = encode.encode(` ${payload.length} `);
  const all = new Uint8Array(head.length + type.length + middle.length + payload.length);
  all.set(head);
  all.set(type, head.length);
  all.set(middle, head.length + type.length);
  all.set(payload, head.length + type.length + middle.length);
  return all;
};

/** A statement signed by one key. The payload is taken as it is: encoded once, never again. */
export const signStatement = (payloadType: string, payload: Uint8Array, signer: StatementSigner): SignedStatement => {
  const signature = signer.sign(preAuthEncoding(payloadType, payload));
  return create(SignedStatementSchema, {
    payloadType,
    payload,
    signatures: [create(StatementSignatureSchema, { keyId: signer.keyId, signature })],
  });
};
