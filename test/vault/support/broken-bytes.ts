import type { Importer } from "../../../src/vault/reader/port.ts";
import { ImportRefusal } from "../../../src/vault/reader/port.ts";

/** Numbers below one, the same for the same seed (Park and Miller, 1988). */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** The bytes cut short, with single bytes changed, and with a stretch moved away: so many of each, the same every time. */
export function* brokenBytes(whole: Uint8Array, each: number): Generator<Uint8Array> {
  const next = numbersFrom(whole.length + 1);
  const place = (): number => Math.floor(next() * whole.length);
  for (let i = 0; i < each; i++) yield whole.slice(0, place());
  for (let i = 0; i < each; i++) {
    const bytes = whole.slice();
    for (let n = 0; n <= i % 4; n++) bytes[place()] = Math.floor(next() * 256);
    yield bytes;
  }
  for (let i = 0; i < each; i++) {
    const [from, to] = [place(), place()].sort((a, b) => a - b) as [number, number];
    yield new Uint8Array([...whole.subarray(0, from), ...whole.subarray(to)]);
  }
}

/** How many of some bytes are read, and what was thrown that is no refusal. */
export const readBroken = async (importer: Importer, all: Iterable<Uint8Array>, path: string) => {
  const faults: unknown[] = [];
  let [read, refused] = [0, 0];
  for (const bytes of all) {
    try {
      const { text, segments, marks = [] } = await importer.extract(bytes, { path });
      const length = [...text].length;
      const isWhole = [...segments, ...marks].every(({ start, end }) => 0 <= start && start <= end && end <= length);
      if (isWhole) read++;
      else faults.push("a place beyond the text");
    } catch (error) {
      if (error instanceof ImportRefusal && error.message.length > 20) refused++;
      else faults.push(error);
    }
  }
  return { faults, read, refused };
};

/** XML of a part with single signs changed, which a zip's own checksum would hide: the same every time. */
export function* brokenXml(xml: string, each: number): Generator<string> {
  const next = numbersFrom(xml.length + 7);
  const signs = "<>/\"'=& 09azAZ\u0000\u00e9";
  for (let i = 0; i < each; i++) {
    const at = Math.floor(next() * xml.length);
    const sign = signs[Math.floor(next() * signs.length)] ?? "";
    yield i % 3 === 0 ? xml.slice(0, at) : xml.slice(0, at) + sign + xml.slice(at + (i % 2));
  }
}
