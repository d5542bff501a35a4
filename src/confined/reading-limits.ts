/** How much one document may cost. */
export interface ReadingLimits {
  /**
   * Milliseconds of the thread's processor for a document of any size, to which `msPerMiB` comes for each MiB; default 1,500.
   * Where a platform does not tell them, the clock alone counts. A clock says little on a machine that has much else to do; a
   * processor's time is the document's own.
   */
  readonly processorMsMin: number;
  /** Milliseconds for each MiB of the document; default 2,000. */
  readonly msPerMiB: number;
  /** Milliseconds that the thread may stand still with a small document; default 5,000. */
  readonly msMin: number;
  /**
   * JavaScript heap of the thread in MiB, above which it ends at once; default 2,040. What a document may take is
   * `growthMiB`, which is far less: this is the wall behind it. V8 collects the sooner the lower the wall is, whatever
   * there is to collect: with one of 224 a PDF cost a third more.
   */
  readonly heapMiB: number;
  /** MiB by which the process may grow while it is read, besides three times its bytes for copies of them; default 224. */
  readonly growthMiB: number;
}

export const usualLimits: ReadingLimits = {
  processorMsMin: 1_500,
  msPerMiB: 2_000,
  msMin: 5_000,
  heapMiB: 2_040,
  growthMiB: 224,
};

export const mib = 1024 * 1024;

/** Milliseconds that a thread may stand still with a document of so many bytes. */
export const timeFor = (limits: ReadingLimits, sizeBytes: number): number =>
  Math.max(limits.msMin, Math.ceil((sizeBytes / mib) * limits.msPerMiB));

/** Milliseconds of the processor that a document of so many bytes may take. */
export const processorTimeFor = (limits: ReadingLimits, sizeBytes: number): number =>
  limits.processorMsMin + Math.ceil((sizeBytes / mib) * limits.msPerMiB);

/** What a document, or a picture of one, may take from now on: milliseconds of standing still and of the processor, bytes of growth. */
export interface Allowance {
  readonly ms: number;
  readonly processorMs: number;
  readonly growth: number;
}

/** What a document of so many bytes may take. */
export const allowanceFor = (limits: ReadingLimits, sizeBytes: number): Allowance => ({
  ms: timeFor(limits, sizeBytes),
  processorMs: processorTimeFor(limits, sizeBytes),
  growth: limits.growthMiB * mib + 3 * sizeBytes,
});

/**
 * What reading one picture may take, of a document of so many bytes. The reader of pictures stops itself after 12 seconds of the
 * processor, so that only the picture is refused and not the mail around it: this is the wall behind that. It holds 150 MiB once it has
 * started, and of each pixel some copies.
 */
export const pictureAllowance = (limits: ReadingLimits, sizeBytes: number, pixels: number): Allowance => ({
  ms: 120_000,
  processorMs: 30_000,
  growth: (limits.growthMiB + pictureMiB) * mib + 3 * sizeBytes + bytesOfPixel * pixels,
});

const [pictureMiB, bytesOfPixel] = [160, 16];

/**
 * MiB of the young generation, of which two thirds are held once it has grown: a message leaves little behind, so that a
 * larger one only fills up more slowly.
 */
const youngMiB = 24;

/** `resourceLimits` of the thread (node:worker_threads); the young generation is part of the heap. */
export const heapOf = ({ heapMiB }: ReadingLimits) => {
  const maxYoungGenerationSizeMb = Math.min(youngMiB, Math.ceil(heapMiB / 3.5));
  return { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: heapMiB - maxYoungGenerationSizeMb, stackSizeMb: 4 };
};

/** Milliseconds between two looks: buffers double in less, and no more than once or twice. */
export const lookEveryMs = 20;
