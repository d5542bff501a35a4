import { encodeLocator, type Locator } from "../locator.ts";
import type { PreparedPacks } from "../pack-scope.ts";
import { sealOf } from "../seal.ts";
import { encrypt, type Secret } from "../secrets/cipher.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { packsStand, planPacks } from "./pack-plan.ts";

/** An artifact with a key of its own in the map, which is not encrypted. */
export interface PlainArtifact {
  /** Keys of the map. */
  readonly at: string;
  readonly locatorAt: string;
  readonly locator: Locator;
  /** Of the locator's value. */
  readonly seal: bigint;
}

/** What is to be encrypted of a scope, as it stood when it was readied. */
export interface PreparedEncryption {
  readonly packs: PreparedPacks;
  readonly artifacts: readonly PlainArtifact[];
  readonly secret: Secret;
}

/** See BatchPlan.encrypt. */
export const planEncryption = (
  writer: BatchWriter,
  owner: string,
  scope: string,
  { packs, artifacts, secret }: PreparedEncryption,
): boolean => {
  if (!packsStand(writer, packs) || !artifacts.every((one) => stands(writer, one))) return false;
  planPacks(writer, owner, scope, packs);
  for (const { at, locatorAt, locator, seal } of artifacts) {
    const bytes = writer.value(at);
    // One that is gone is a damage, which is told by whoever reads.
    if (!bytes) continue;
    writer.put(at, encrypt(secret, at, bytes));
    const sealed = encodeLocator(locatorAt, { ...locator, keyId: secret.id });
    writer.change({ key: locatorAt, sealed, before: seal });
  }
  return true;
};

const stands = (writer: BatchWriter, { locatorAt, seal }: PlainArtifact): boolean => {
  const value = writer.value(locatorAt);
  return value !== undefined && sealOf(value) === seal;
};
