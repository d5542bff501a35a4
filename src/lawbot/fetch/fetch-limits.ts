import { fileBytesMax } from "../limits.ts";

/** What one fetch may cost, us and the services. */
export const fetchLimits = Object.freeze({
  /** Bytes of a statute's text; the largest reach 50 MB. */
  textBytesMax: fileBytesMax,
  /** Bytes of a manifest; that of the most changed tax law, with seven hundred versions, has half a megabyte. */
  registerBytesMax: 8 * 1024 * 1024,
  /** Bytes of WTI, which tells a law's whole history: twenty megabytes for a tax law. */
  namesBytesMax: 32 * 1024 * 1024,
  /** Bytes of an answer of the search service; one record has some 3 kB. */
  searchBytesMax: 2 * 1024 * 1024,
  /** Bytes of a ruling; long ones have one megabyte. */
  rulingBytesMax: 16 * 1024 * 1024,
  /** How long nothing may come before a service counts as gone, in milliseconds. */
  silenceMs: 30_000,
  /** How long one file may take in all: what comes slower is broken off and can be resumed. */
  fileMs: 240_000,
  /** Redirects of one file. */
  redirectsMax: 3,
  /** Times one download is taken up again after a cut, within one call. */
  cutsMax: 3,
  /** Times a service may ask us to wait for one file, and how long at most each time, in milliseconds. */
  waitsMax: 2,
  waitMsMax: 60_000,
  /** What a busy service that names no time is given. */
  waitMsDefault: 5_000,
  /** Bytes between two steps that tell how far a download is. */
  stepBytes: 256 * 1024,
  /** How long a cut download is kept for the next try, in milliseconds. */
  partialKeptMs: 7 * 24 * 3_600_000,
});
