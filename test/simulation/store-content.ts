import { sha256Hex } from "../../src/sha256.ts";

/** What is in the folders that get damaged: 300 events of ten streams with a command and a record each, 101 blobs. */
export const clock = { now: () => 1_000_000 };
export const streams = Array.from({ length: 10 }, (_, n) => `run${n}`);
export const bodyOf = (stream: string, seq: number): string =>
  `${stream} ${seq} ${sha256Hex(Buffer.from(stream + seq))}`;
const blobOf = (n: number): Uint8Array => Buffer.from(`blob ${n} ${"x".repeat(n)}`);
const numbers = Array.from({ length: 100 }, (_, n) => n);
const large = Buffer.alloc(4 * 1024 * 1024 + 1, "large");

/** A hundred small blobs, and one that is a file. */
export const blobs: readonly Uint8Array[] = [...numbers.map(blobOf), large];
