import { gunzipSync, gzipSync } from "node:zlib";
import { unzipSync, zipSync } from "fflate";
import type { SeededRandom } from "../hostile/random.ts";

type Change = (bytes: Uint8Array, random: SeededRandom) => Uint8Array;

/** A stretch of at most so many bytes, somewhere. */
const stretch = (bytes: Uint8Array, { int }: SeededRandom, most: number): [from: number, to: number] => {
  const from = int(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + int(most))];
};

const changes: readonly Change[] = [
  // Single bits.
  (bytes, { int }) => {
    const changed = bytes.slice();
    for (let n = 1 + int(8); n > 0; n--) {
      const at = int(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << int(8));
    }
    return changed;
  },
  // A length, a count or an offset that means something else.
  (bytes, random) => {
    const changed = bytes.slice();
    const [from, to] = stretch(bytes, random, 8);
    return changed.fill(random.pick([0, 0x7f, 0x80, 0xff]), from, to);
  },
  // An end that came too early.
  (bytes, { int }) => bytes.slice(0, int(bytes.length)),
  // A piece that is missing, stands twice, or is another file's.
  (bytes, random) => {
    const [from, to] = stretch(bytes, random, 400);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const [from, to] = stretch(bytes, random, 400);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  (bytes, random) => {
    const [from] = stretch(bytes, random, 1);
    const strange = Uint8Array.from({ length: 1 + random.int(200) }, () => random.int(256));
    return Buffer.concat([bytes.subarray(0, from), strange, bytes.subarray(from)]);
  },
];

/** The same file with one of its inner files changed, and packed well again: the change reaches what reads the inside. */
const inside = (bytes: Uint8Array, random: SeededRandom): Uint8Array | undefined => {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gzipSync(random.pick(changes)(gunzipSync(bytes), random));
    if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return undefined;
    const parts = unzipSync(bytes);
    const name = random.pick(Object.keys(parts));
    const part = parts[name] ?? new Uint8Array();
    return part.length === 0 ? undefined : zipSync({ ...parts, [name]: random.pick(changes)(part, random) });
  } catch {
    // Of locked files the inside is closed to whoever has no password.
    return undefined;
  }
};

/** A file with something wrong in it, mostly inside where it has an inside. */
export const damaged = (bytes: Uint8Array, random: SeededRandom): Uint8Array =>
  (random.chance(0.7) ? inside(bytes, random) : undefined) ?? random.pick(changes)(bytes, random);
