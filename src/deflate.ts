import { constants, deflateRaw, inflateRaw, type ZlibOptions } from "node:zlib";

const best: ZlibOptions = { level: constants.Z_BEST_COMPRESSION, memLevel: constants.Z_MAX_MEMLEVEL };

/** The bytes as one stream of raw DEFLATE (RFC 1951), as small as zlib makes it, away from the thread that asks. */
export const deflated = (bytes: Uint8Array): Promise<Uint8Array> =>
  new Promise((done, failed) => {
    deflateRaw(bytes, best, (error, packed) => (error ? failed(error) : done(packed)));
  });

/** Types of @types/node lack what `info` adds. */
interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

/** What one stream of raw DEFLATE holds; undefined where it is none, does not end with the bytes, or holds more than `bytesMax`. */
export const inflated = (packed: Uint8Array, bytesMax: number): Promise<Uint8Array | undefined> =>
  new Promise((done) => {
    const options: ZlibOptions = { info: true, maxOutputLength: bytesMax };
    inflateRaw(packed, options, (error, found) => {
      if (error) return done(undefined);
      const { buffer, engine } = found as unknown as Inflated;
      done(engine.bytesWritten === packed.length ? buffer : undefined);
    });
  });
