/** How much one document may cost. */
export interface ReadingLimits {
  /** Milliseconds for each MiB of the document; default 2,000. */
  readonly msPerMiB: number;
  /** Milliseconds a small document may take; default 5,000. */
  readonly msMin: number;
  /** JavaScript heap of the thread in MiB; default 224, which with buffers beside it stays near 256. */
  readonly heapMiB: number;
  /** MiB by which the process may grow while it is read, besides three times its bytes for copies of them; default 224. */
  readonly growthMiB: number;
}

export const usualLimits: ReadingLimits = { msPerMiB: 2_000, msMin: 5_000, heapMiB: 224, growthMiB: 224 };

export const mib = 1024 * 1024;

/** Milliseconds a document of so many bytes may take. */
export const timeFor = (limits: ReadingLimits, sizeBytes: number): number =>
  Math.max(limits.msMin, Math.ceil((sizeBytes / mib) * limits.msPerMiB));

/** `resourceLimits` of the thread (node:worker_threads); the young generation is part of the heap. */
export const heapOf = ({ heapMiB }: ReadingLimits) => ({
  maxYoungGenerationSizeMb: Math.ceil(heapMiB / 3.5),
  maxOldGenerationSizeMb: heapMiB - Math.ceil(heapMiB / 3.5),
  stackSizeMb: 4,
});
