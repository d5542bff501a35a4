import { create, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { FingerprintContentSchema, FingerprintProjectionSchema } from "../../gen/pincite/journal/v1/fingerprint_pb.ts";
import {
  type FingerprintInput,
  FingerprintInputSchema,
  type ItemKind,
} from "../../gen/pincite/run/v1/run_context_pb.ts";

/**
 * Fingerprints say on what a confirmation rests: content only, never ids, times or parents. Each item's fingerprint
 * embeds those of the items it rests on, so one comparison covers the whole chain, and the named inputs beside it
 * tell which link changed.
 */

/** Fingerprint of plain parts, 64 hex. */
export const contentFingerprint = (sha256: Sha256, parts: readonly string[]): string =>
  digestOf(toBinary(FingerprintContentSchema, create(FingerprintContentSchema, { parts: [...parts] })), sha256);

/** A named input made of plain parts. */
export const contentInput = (sha256: Sha256, name: string, ...parts: readonly string[]): FingerprintInput =>
  create(FingerprintInputSchema, { name, fingerprint: contentFingerprint(sha256, parts) });

/** A named input that is another item's fingerprint. */
export const itemInput = (name: string, fingerprint: string): FingerprintInput =>
  create(FingerprintInputSchema, { name, fingerprint });

/** Fingerprint of an item, 64 hex. */
export const itemFingerprint = (sha256: Sha256, kind: ItemKind, inputs: readonly FingerprintInput[]): string =>
  digestOf(
    toBinary(FingerprintProjectionSchema, create(FingerprintProjectionSchema, { kind, inputs: [...inputs] })),
    sha256,
  );
