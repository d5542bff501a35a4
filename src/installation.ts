import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DomainError } from "./error.ts";
import { writeSecret } from "./secret-file.ts";
import { sha256Hex } from "./sha256.ts";
import type { CheckpointSigner } from "./store/checkpoint-signer.ts";

/** Secrets of one installation: files of mode 0600, made at the first start, never logged. */
export interface Installation {
  /** 32 bytes, for page tokens. */
  readonly tokenKey: Uint8Array;
  /** Ed25519 (RFC 8032), for checkpoints. */
  readonly signer: CheckpointSigner;
}

/** The secrets in `dataDir/keys`, or throw-away ones for a server that keeps nothing. */
export const openInstallation = (dataDir: string | undefined): Installation => {
  if (dataDir === undefined) return { tokenKey: randomBytes(32), signer: signerOf(newKey()) };
  const folder = join(dataDir, "keys");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const token = secretFile(join(folder, "token.key"), () => randomBytes(32).toString("hex"));
  const checkpoint = secretFile(join(folder, "checkpoint.pem"), newKey);
  const tokenKey = Buffer.from(token.trim(), "hex");
  if (tokenKey.length !== 32) throw damagedKey(join(folder, "token.key"));
  try {
    return { tokenKey, signer: signerOf(checkpoint) };
  } catch (cause) {
    throw damagedKey(join(folder, "checkpoint.pem"), cause);
  }
};

const newKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const secretFile = (path: string, make: () => string): string => {
  if (!existsSync(path)) writeSecret(path, make());
  // A copy made with a looser umask is tightened rather than trusted.
  chmodSync(path, 0o600);
  return readFileSync(path, "utf8");
};

const damagedKey = (path: string, cause?: unknown): DomainError =>
  new DomainError(
    "DATA_LOSS",
    `The key file ${path} is damaged: restore it from a copy. (Where nothing was kept yet, delete it and start again.)`,
    {},
    { cause },
  );

const signerOf = (pem: string): CheckpointSigner => {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const keyId = sha256Hex(publicKey.export({ type: "spki", format: "der" })).slice(0, 16);
  return {
    keyId,
    sign: (bytes) => sign(null, bytes, privateKey),
    verify: (signedBy, bytes, signature) => signedBy === keyId && verify(null, bytes, publicKey, signature),
  };
};
