import { create, toBinary } from "@bufbuild/protobuf";
import { FingerprintContentSchema, FingerprintProjectionSchema } from "../../gen/pincite/journal/v1/fingerprint_pb.ts";
import {
  type FingerprintInput,
  FingerprintInputSchema,
  type ItemKind,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Sha256 } from "./kernel.ts";

/**
 * Fingerprints say on what a confirmation rests: content only, never ids, times or parents. Each item's fingerprint
 * embeds those of the items it rests on, so one comparison covers the whole chain, and the named inputs beside it
 * tell which link changed.
 */

/** Lower-case hexadecimal without Node's Buffer: this folder imports no Node module. */
export const toHex = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
  return text;
};

/** Fingerprint of plain parts, 64 hex. */
export const contentFingerprint = (sha256: Sha256, parts: readonly string[]): string =>
  toHex(sha256(toBinary(FingerprintContentSchema, create(FingerprintContentSchema, { parts: [...parts] }))));

/** A named input made of plain parts. */
export const contentInput = (sha256: Sha256, name: string, ...parts: readonly string[]): FingerprintInput =>
  create(FingerprintInputSchema, { name, fingerprint: contentFingerprint(sha256, parts) });

/** A named input that is another item's fingerprint. */
export const itemInput = (name: string, fingerprint: string): FingerprintInput =>
  create(FingerprintInputSchema, { name, fingerprint });

/** Fingerprint of an item, 64 hex. */
export const itemFingerprint = (sha256: Sha256, kind: ItemKind, inputs: readonly FingerprintInput[]): string =>
  toHex(
    sha256(toBinary(FingerprintProjectionSchema, create(FingerprintProjectionSchema, { kind, inputs: [...inputs] }))),
  );
