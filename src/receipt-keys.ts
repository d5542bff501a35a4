import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import { type PublicKey, SignedStatementSchema } from "../gen/pincite/receipt/v1/receipt_pb.ts";
import { verifyEd25519 } from "./ed25519.ts";
import { DomainError } from "./error.ts";
import { worded } from "./messages/said.ts";
import { firstKey, type ReceiptKey, readManifest, rotated, signManifest } from "./proof/key-manifest.ts";
import { isKeyIdOf, keyIdOf } from "./proof/verify-statement.ts";
import { syncFolderOf, writeSecret } from "./secret-file.ts";
import { sha256 } from "./sha256.ts";

/** The keys receipts are signed with: the private one that signs now, and every public one there ever was. */
export interface ReceiptKeys {
  readonly signer: ReceiptKey;
  /** Oldest first; the last one is the signer's. */
  readonly keys: readonly PublicKey[];
  /** The keys as an encoded statement (KeyManifest in a SignedStatement), for those who verify elsewhere. */
  readonly manifest: Uint8Array;
}

const crypto = { sha256, verify: verifyEd25519 };

/**
 * The keys in `dataDir/keys`: `receipt-keys.pb`, which is public, and `receipt-<keyid>.pem` of the key that signs, for
 * its owner alone. Made at the first start; throw-away ones for a server that keeps nothing.
 * Errors: DATA_LOSS where a file is missing, damaged, or open to others; nothing is made anew in its place, because
 * receipts signed before could then no longer be told from forged ones.
 */
export const openReceiptKeys = (dataDir: string | undefined, nowIso: string): ReceiptKeys => {
  if (dataDir === undefined) {
    const signer = readKey(newPem());
    const keys = [firstKey(signer, nowIso)];
    return { signer, keys, manifest: encoded(keys, signer) };
  }
  const folder = join(dataDir, "keys");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = filesIn(folder);
  finishChange(files);
  if (!existsSync(files.manifest)) begin(files, nowIso);
  const manifest = readFileSync(files.manifest);
  const keys = readPublic(files, manifest);
  return { signer: readPrivate(files, lastOf(keys).keyId), keys, manifest };
};

/**
 * Looks at the keys without touching them, for whoever does not hold the store: they may be changing just now.
 * Errors: those of openReceiptKeys.
 */
export const checkReceiptKeys = (dataDir: string | undefined): void => {
  const files = dataDir === undefined ? undefined : filesIn(join(dataDir, "keys"));
  if (!files || !existsSync(files.manifest) || existsSync(files.next)) return;
  readPrivate(files, lastOf(readPublic(files, readFileSync(files.manifest))).keyId);
};

/** Name of the key of a data folder that signs receipts; undefined: it has none. Errors: DATA_LOSS. */
export const signingKeyId = (dataDir: string): string | undefined => {
  const files = filesIn(join(dataDir, "keys"));
  return existsSync(files.manifest) ? lastOf(readPublic(files, readFileSync(files.manifest))).keyId : undefined;
};

/**
 * The public keys of a data folder, as others are handed them; no private key is read.
 * Errors: REQUEST_INVALID where the folder has none, DATA_LOSS where they are damaged.
 */
export const readReceiptManifest = (dataDir: string): Uint8Array => {
  const files = filesIn(join(dataDir, "keys"));
  if (!existsSync(files.manifest))
    throw new DomainError(
      "REQUEST_INVALID",
      worded("keeping-error.has-no-keys-of-receipts-name-the-data-folder", { dataDir }),
      { data: dataDir },
    );
  const manifest = readFileSync(files.manifest);
  readPublic(files, manifest);
  return manifest;
};

/**
 * Lets a new key take the place of the one that signs, which states so with its last signature and is then destroyed:
 * who steals the folder later cannot sign in its name. For a data folder that no server has open.
 * Errors: those of openReceiptKeys.
 */
export const rotateReceiptKeys = (dataDir: string, nowIso: string): ReceiptKeys => {
  const before = openReceiptKeys(dataDir, nowIso);
  const pem = newPem();
  const signer = readKey(pem);
  // A clock that was set back must not give a key a life that ends before it began.
  const { createdAtIso } = lastOf(before.keys);
  const time = nowIso > createdAtIso ? nowIso : createdAtIso;
  const files = filesIn(join(dataDir, "keys"));
  change(files, rotated(before.keys, { from: before.signer, to: signer }, time), pem);
  // The last private key of the old manifest goes only once the new manifest is the one a server would read.
  const after = openReceiptKeys(dataDir, nowIso);
  if (after.signer.keyId === signer.keyId)
    for (const { keyId } of before.keys) rmSync(files.key(keyId), { force: true });
  return after;
};

interface KeyFiles {
  readonly folder: string;
  readonly manifest: string;
  /** The manifest of a change under way. */
  readonly next: string;
  key(keyId: string): string;
}

const filesIn = (folder: string): KeyFiles => ({
  folder,
  manifest: join(folder, "receipt-keys.pb"),
  next: join(folder, "receipt-keys.pb.next"),
  key: (keyId) => join(folder, `receipt-${keyId}.pem`),
});

const begin = (files: KeyFiles, nowIso: string): void => {
  const orphan = readdirSync(files.folder).find((name) => /^receipt-(?:[0-9a-f]{16}){1,2}\.pem$/.test(name));
  if (orphan !== undefined)
    throw damaged(files.manifest, `is missing, while the key ${orphan} is there: restore it from a copy`);
  const pem = newPem();
  change(files, [firstKey(readKey(pem), nowIso)], pem);
};

/**
 * Three steps, each on disk before the next: the manifest to be, the private key, the manifest's name. Killed after the
 * second, the change is finished at the next start; before it, nothing was signed by the new key, and nothing happened.
 */
const change = (files: KeyFiles, keys: readonly PublicKey[], pem: string): void => {
  const signer = readKey(pem);
  writeSecret(files.next, encoded(keys, signer));
  writeSecret(files.key(signer.keyId), pem);
  finishChange(files);
};

const finishChange = (files: KeyFiles): void => {
  if (!existsSync(files.next)) return;
  const read = readManifest(readFileSync(files.next), crypto);
  if ("keys" in read && existsSync(files.key(lastOf(read.keys).keyId))) {
    renameSync(files.next, files.manifest);
    syncFolderOf(files.manifest);
  } else rmSync(files.next);
};

const readPublic = (files: KeyFiles, manifest: Uint8Array): readonly PublicKey[] => {
  const read = readManifest(manifest, crypto);
  if ("problem" in read)
    throw damaged(
      files.manifest,
      `is damaged (${read.problem}): restore it from a copy, or from a file of \`pincite keys export\``,
    );
  return read.keys;
};

const readPrivate = (files: KeyFiles, keyId: string): ReceiptKey => {
  const path = files.key(keyId);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw damaged(path, "is missing: restore it from a copy");
  // Whoever could read it may sign in this server's name, so it is not quietly tightened.
  if ((found.mode & 0o077) !== 0)
    throw damaged(
      path,
      "can be read by others: `chmod 600` it, and if others may have read it, run `pincite keys rotate` before the next start",
    );
  const key = parsed(path);
  if (!isKeyIdOf(keyId, key.spki, sha256))
    throw damaged(path, "holds another key than its name says: restore it from a copy");
  // A key from before ids had 32 digits keeps the name that its manifest and its receipts call it by.
  return { ...key, keyId };
};

const parsed = (path: string): ReceiptKey => {
  try {
    return readKey(readFileSync(path, "utf8"));
  } catch {
    // The cause is left out: what a parser says of a damaged key may quote it.
    throw damaged(path, "is damaged: restore it from a copy");
  }
};

/** A private key as it signs. Errors: a plain one for what is no Ed25519 key. */
export const readKey = (pem: string): ReceiptKey => {
  const key: KeyObject = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("not an Ed25519 key");
  const spki = new Uint8Array(createPublicKey(key).export({ type: "spki", format: "der" }));
  return { keyId: keyIdOf(spki, sha256), spki, sign: (bytes) => new Uint8Array(sign(null, bytes, key)) };
};

/** A new private key, PKCS #8 in PEM. */
export const newPem = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const encoded = (keys: readonly PublicKey[], signer: ReceiptKey): Uint8Array =>
  toBinary(SignedStatementSchema, signManifest(keys, signer));

const lastOf = (keys: readonly PublicKey[]): PublicKey => {
  const last = keys.at(-1);
  if (!last) throw new Error("a manifest without keys");
  return last;
};

const damaged = (path: string, what: string): DomainError =>
  new DomainError("DATA_LOSS", worded("record-error.the-key-file", { path, what }), { file: path });
