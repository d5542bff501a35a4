import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Secrets } from "../store/level/secrets/cipher.ts";
import { keyFolder, keyLost, numberOf } from "../store/level/secrets/key-file.ts";
import { decodeSlot, slotBytes } from "../store/level/secrets/key-slot.ts";

/** The keys of a store's folder, as far as they can be read. Nothing is written; a file that is gone has none. */
export const readKeys = async (dir: string): Promise<Secrets> => {
  const stored = await readFile(join(dir, keyFolder, "keys")).catch(() => Buffer.alloc(0));
  const slotOf = (id: string) => {
    const number = numberOf(id);
    return decodeSlot(number, stored.subarray(number * slotBytes, (number + 1) * slotBytes));
  };
  return {
    find: (id) => {
      const slot = slotOf(id);
      if (typeof slot !== "object") throw keyLost(numberOf(id));
      return slot;
    },
    isDestroyed: (id) => slotOf(id) === "destroyed",
  };
};
