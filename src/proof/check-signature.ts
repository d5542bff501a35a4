import { base64Encode } from "@bufbuild/protobuf/wire";
import type { ActSignature } from "../../gen/pincite/run/v1/signed_act_pb.ts";
import { type ActCrypto, readSshSignature, sshHolds } from "./ssh-signature.ts";
import { sameBytes } from "./strict-decode.ts";

/** Why a signature is none of this act. */
export type SignatureProblem = "another-act" | "unreadable" | "does-not-hold";

/** A signature that holds, by which key; or why it does not. `key` is its fingerprint as OpenSSH writes it. */
export type CheckedSignature =
  | { readonly problem?: never; readonly key: string; readonly publicKey: Uint8Array }
  | { readonly problem: SignatureProblem; readonly key: string };

/** Holds a signature against the bytes of the act as the run has it. The owner of the key is not known here. */
export const checkSignature = ({ act, by }: ActSignature, own: Uint8Array, crypto: ActCrypto): CheckedSignature => {
  const read = by.case === "ssh" ? readSshSignature(by.value) : undefined;
  if (!read) return { problem: "unreadable", key: "" };
  const key = sshFingerprint(read.publicKey, crypto);
  if (!sameBytes(act, own)) return { problem: "another-act", key };
  return sshHolds(read, own, crypto) ? { key, publicKey: read.publicKey } : { problem: "does-not-hold", key };
};

/** `SHA256:…`, as `ssh-keygen -l` writes it. */
export const sshFingerprint = (publicKey: Uint8Array, { sha256 }: Pick<ActCrypto, "sha256">): string =>
  `SHA256:${base64Encode(sha256(publicKey)).replace(/=+$/u, "")}`;
