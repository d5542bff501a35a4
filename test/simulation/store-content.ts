import { sha256Hex } from "../../src/sha256.ts";

/**
 * What is in the folders that get damaged: 300 events of ten streams with a command, a record and an entry of each of two lists, 101
 * blobs of the owner's own, and three scopes apart.
 */
export const clock = { now: () => 1_000_000 };
export const streams = Array.from({ length: 10 }, (_, n) => `run${n}`);
export const bodyOf = (stream: string, seq: number): string =>
  `${stream} ${seq} ${sha256Hex(Buffer.from(stream + seq))}`;
const blobOf = (n: number): Uint8Array => Buffer.from(`blob ${n} ${"x".repeat(n)}`);
const numbers = Array.from({ length: 100 }, (_, n) => n);
const large = Buffer.alloc(4 * 1024 * 1024 + 1, "large");

/** One list keeps all that is put into it, of the other every third entry stays. */
export const lists = ["all", "third"] as const;
export const isKept = (list: string, seq: number): boolean => list === "all" || seq % 3 === 0;

/** Scopes apart, and what is in each. */
export const apart: readonly (readonly [scope: string, blobs: readonly Uint8Array[]])[] = ["d1", "d2", "d3"].map(
  (scope, n) => [scope, [10, 5_000, 20_000].map((size) => Buffer.alloc(size * (n + 1), scope))] as const,
);

/** A hundred small blobs, and one that is a file. */
export const blobs: readonly Uint8Array[] = [...numbers.map(blobOf), large];
