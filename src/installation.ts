import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DomainError } from "./error.ts";
import { worded } from "./messages/said.ts";
import { writeSecret } from "./secret-file.ts";
import { sha256Hex } from "./sha256.ts";
import type { CheckpointSigner } from "./store/checkpoint-signer.ts";

/** Secrets of one installation: files of mode 0600, made at the first start, never logged. */
export interface Installation {
  /** 32 bytes, for page tokens. */
  readonly tokenKey: Uint8Array;
  /** Ed25519 (RFC 8032), for checkpoints. */
  readonly signer: Required<CheckpointSigner>;
}

/** The secrets in `dataDir/keys`, or throw-away ones for a server that keeps nothing. */
export const openInstallation = (dataDir: string | undefined): Installation =>
  dataDir === undefined ? { tokenKey: randomBytes(32), signer: signerOf(newKey()) } : openKeys(join(dataDir, "keys"));

/** The secrets in a folder of their own, made where they are absent. Errors: DATA_LOSS for a damaged file. */
export const openKeys = (folder: string): Installation => {
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

/**
 * The tenant of a data folder: what every key of its stores and every hash begins with, whoever acts. Kept in `tenant`; stores
 * from before there were tenants keep the name of the user whose they were. `owners`: the names that the stores hold. Errors:
 * DATA_LOSS where the file names none of them; REQUEST_INVALID where several users had the folder and `user` is none of them.
 */
export const openTenant = (dataDir: string | undefined, user: string, owners: readonly string[]): string => {
  if (dataDir === undefined) return newTenant();
  const kept = keptTenant(dataDir, owners);
  if (kept !== undefined) return kept;
  const tenant = tenantAmong(user, owners) ?? newTenant();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeSecret(join(dataDir, "tenant"), `${tenant}\n`);
  return tenant;
};

/** The tenant of a folder as it is, which nothing is written to; undefined where nothing says it. Errors: as `openTenant`. */
export const tenantIn = (dataDir: string, user: string, owners: readonly string[]): string | undefined =>
  keptTenant(dataDir, owners) ?? tenantAmong(user, owners);

const keptTenant = (dataDir: string, owners: readonly string[]): string | undefined => {
  const path = join(dataDir, "tenant");
  if (!existsSync(path)) return undefined;
  const tenant = readFileSync(path, "utf8").trim();
  if (tenant !== "" && (owners.length === 0 || owners.includes(tenant))) return tenant;
  throw new DomainError(
    "DATA_LOSS",
    worded("keeping-error.says-and-the-stores-beside-it-hold-restore", {
      path,
      tenant: JSON.stringify(tenant.slice(0, 64)),
      owners: owners.join(", ") || "nothing",
    }),
  );
};

/** Whose name stores from before there were tenants go by. */
const tenantAmong = (user: string, owners: readonly string[]): string | undefined => {
  const names = [...new Set(owners)].toSorted();
  if (names.includes(user) || names.length <= 1) return names.includes(user) ? user : names[0];
  throw new DomainError(
    "REQUEST_INVALID",
    worded("keeping-error.this-folder-holds-what-is-s-start-once-with", { names: names.join("'s and what is ") }),
    { field: "user" },
  );
};

/** 64 random bits: installations that never meet need no more. */
const newTenant = (): string => `t${randomBytes(8).toString("hex")}`;

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
    worded("keeping-error.the-key-file-is-damaged-restore-it-from-a", { path }),
    {},
    { cause },
  );

const signerOf = (pem: string): Required<CheckpointSigner> => {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const keyId = sha256Hex(publicKey.export({ type: "spki", format: "der" })).slice(0, 16);
  return {
    keyId,
    sign: (bytes) => sign(null, bytes, privateKey),
    verify: (signedBy, bytes, signature) => signedBy === keyId && verify(null, bytes, publicKey, signature),
  };
};
