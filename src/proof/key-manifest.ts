import { create, toBinary } from "@bufbuild/protobuf";
import {
  KeyManifestSchema,
  type KeyRotation,
  KeyRotationSchema,
  type PublicKey,
  PublicKeySchema,
  type SignedStatement,
  SignedStatementSchema,
} from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { payloadTypes, type StatementSigner, signStatement } from "./statement.ts";
import { sameBytes, strictDecode } from "./strict-decode.ts";
import {
  type Crypto,
  isEd25519,
  isKeyIdOf,
  keyIdOf,
  printable,
  type StatementKey,
  signatureProblem,
} from "./verify-statement.ts";

/** A signer with the key others verify by. */
export interface ReceiptKey extends StatementSigner, StatementKey {
  readonly keyId: string;
}

/** The first key of an installation: nobody hands over to it. */
export const firstKey = (key: StatementKey, nowIso: string): PublicKey =>
  create(PublicKeySchema, { keyId: key.keyId, spki: key.spki, algorithm: "Ed25519", createdAtIso: nowIso });

/** The keys after the last one has handed over to the next, by its own signature. */
export const rotated = (
  keys: readonly PublicKey[],
  { from, to }: { readonly from: StatementSigner; readonly to: StatementKey },
  nowIso: string,
): PublicKey[] => {
  const rotation = create(KeyRotationSchema, {
    fromKeyId: from.keyId,
    toKeyId: to.keyId,
    toSpki: to.spki,
    timeIso: nowIso,
  });
  const statement = signStatement(payloadTypes.keyRotation, toBinary(KeyRotationSchema, rotation), from);
  const last = keys.at(-1);
  return [
    ...keys.slice(0, -1),
    ...(last ? [create(PublicKeySchema, { ...last, retiredAtIso: nowIso })] : []),
    create(PublicKeySchema, { ...firstKey(to, nowIso), rotation: statement }),
  ];
};

/** The keys as a statement by the last of them. */
export const signManifest = (keys: readonly PublicKey[], signer: StatementSigner): SignedStatement =>
  signStatement(
    payloadTypes.keyManifest,
    toBinary(KeyManifestSchema, create(KeyManifestSchema, { keys: [...keys] })),
    signer,
  );

/** A list of keys with what is wrong with it, found once for many receipts. */
export interface KeyRing {
  readonly keys: readonly PublicKey[];
  /** As a sentence; undefined: the chain holds. */
  readonly problem: string | undefined;
}

/** The keys, checked. */
export const keyRing = (keys: readonly PublicKey[], crypto: Crypto): KeyRing => ({
  keys,
  problem: keysProblem(keys, crypto),
});

/** The result of reading a manifest: its keys, or its fault as a sentence. */
export type ReadKeys = { readonly keys: readonly PublicKey[] } | { readonly problem: string };

/** Reads and checks an encoded manifest: its signature by the last key, and the chain of keys from the first. */
export const readManifest = (bytes: Uint8Array, crypto: Crypto): ReadKeys => {
  const statement = strictDecode(SignedStatementSchema, bytes);
  if (!statement) return { problem: "it is not an encoded SignedStatement" };
  if (statement.payloadType !== payloadTypes.keyManifest)
    return { problem: `it holds ${printable(statement.payloadType)}, not a key manifest` };
  const manifest = strictDecode(KeyManifestSchema, statement.payload);
  if (!manifest) return { problem: "its payload is not an encoded KeyManifest" };
  const [last, ...more] = statement.signatures;
  if (!last || more.length > 0 || last.keyId !== manifest.keys.at(-1)?.keyId)
    return { problem: "it is not signed by the last of its keys alone" };
  // The keys come out of what is being checked: the signature shows damage, the reader's own key id shows forgery.
  const problem = keysProblem(manifest.keys, crypto) ?? signatureProblem(statement, manifest.keys, crypto);
  return problem === undefined ? { keys: manifest.keys } : { problem };
};

/**
 * The fault of a list of keys, as a sentence: each must be what it says it is, and each after the first must have
 * been handed to by the one before it, at the moment its own life begins. Undefined when the chain holds.
 */
export const keysProblem = (keys: readonly PublicKey[], crypto: Crypto): string | undefined => {
  if (keys.length === 0) return "there is no key";
  for (const [at, key] of keys.entries()) {
    const problem = keyProblem(key, crypto) ?? linkProblem(keys[at - 1], key, keys[at + 1], crypto);
    if (problem !== undefined) return `key ${printable(key.keyId)}: ${problem}`;
  }
  return new Set(keys.map(({ spki }) => keyIdOf(spki, crypto.sha256))).size < keys.length
    ? "a key is named twice"
    : undefined;
};

const keyProblem = (key: PublicKey, { sha256 }: Crypto): string | undefined => {
  if (key.algorithm !== "Ed25519" || !isEd25519(key.spki)) return "it is not an Ed25519 key";
  if (!isKeyIdOf(key.keyId, key.spki, sha256)) return "its id is not the hash of the key";
  return isTime(key.createdAtIso) ? undefined : "it does not say when it was made";
};

const linkProblem = (
  before: PublicKey | undefined,
  key: PublicKey,
  after: PublicKey | undefined,
  crypto: Crypto,
): string | undefined => {
  if (after ? key.retiredAtIso !== after.createdAtIso : key.retiredAtIso !== "")
    return "its life does not end where the next one's begins";
  if (!before) return key.rotation ? "it is the first and yet somebody handed over to it" : undefined;
  if (key.createdAtIso < before.createdAtIso) return "it is older than the key before it";
  return rotationProblem(before, key, crypto);
};

const rotationProblem = (before: PublicKey, key: PublicKey, crypto: Crypto): string | undefined => {
  if (!key.rotation) return `no statement of key ${before.keyId} hands over to it`;
  if (key.rotation.payloadType !== payloadTypes.keyRotation) return "what hands over to it is no key rotation";
  const problem = signatureProblem(key.rotation, [before], crypto);
  if (problem !== undefined) return `of the statement that hands over to it, ${problem}`;
  const said = strictDecode(KeyRotationSchema, key.rotation.payload);
  return said && handsOver(said, before, key) ? undefined : "the statement that hands over to it names something else";
};

const handsOver = (said: KeyRotation, before: PublicKey, key: PublicKey): boolean =>
  said.fromKeyId === before.keyId &&
  said.toKeyId === key.keyId &&
  sameBytes(said.toSpki, key.spki) &&
  said.timeIso === key.createdAtIso;

/** RFC 3339 UTC with milliseconds, as every time here is written: only so do they compare as text. */
export const isTime = (iso: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(iso);
