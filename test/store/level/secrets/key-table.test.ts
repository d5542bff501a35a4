import { describe, expect, it } from "vitest";
import { KeyTable } from "../../../../src/store/level/secrets/key-table.ts";

const keyOf = (number: number): Uint8Array => new Uint8Array(32).map((_, at) => (number * 31 + at) % 251);

describe("keys by number", () => {
  it("give each as it was set, whatever the order, and nothing for what never was", () => {
    const keys = new KeyTable();
    for (const number of [1, 700, 255, 256, 257, 3]) keys.set(number, keyOf(number));
    for (const number of [1, 3, 255, 256, 257, 700]) expect(keys.get(number)).toEqual(keyOf(number));
    for (const number of [0, 2, 699, 10_000, Number.NaN, -1]) expect(keys.get(number)).toBeUndefined();
  });

  it("overwrite one that is destroyed, also where somebody holds it", () => {
    const keys = new KeyTable();
    for (const number of [1, 2, 3]) keys.set(number, keyOf(number));
    const held = keys.get(2);
    keys.set(2, "destroyed");
    keys.set(3, "damaged");
    expect([keys.get(1), keys.get(2), keys.get(3)]).toEqual([keyOf(1), "destroyed", "damaged"]);
    expect(held).toEqual(new Uint8Array(32));
  });

  // Each was an array with a memory of its own, more than 230 bytes for 32: what grew most in a server that imports a large mailbox.
  it("stand side by side in few pieces of memory, which stay where they are", () => {
    const keys = new KeyTable();
    const first = [1, 2].map((number) => {
      keys.set(number, keyOf(number));
      return (keys.get(number) as Uint8Array).buffer;
    });
    for (let number = 3; number <= 20_000; number++) keys.set(number, keyOf(number));
    const pieces = new Set(Array.from({ length: 20_000 }, (_, at) => (keys.get(at + 1) as Uint8Array).buffer));
    expect(pieces.size).toBe(79);
    expect([...pieces].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(79 * 256 * 32);
    expect(first).toEqual([[...pieces][0], [...pieces][0]]);
  });
});
