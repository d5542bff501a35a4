import { Level } from "level";
import type { Operation } from "../../src/store/ordered-map.ts";

/** Every batch that is handed to LevelDB meanwhile. */
export const batchesOf = async (work: () => Promise<unknown>): Promise<Operation[][]> => {
  const batches: Operation[][] = [];
  const prototype = Level.prototype as unknown as { batch: (...given: unknown[]) => object };
  const { batch } = prototype;
  prototype.batch = function (...given) {
    const operations: Operation[] = [];
    batches.push(operations);
    const kept = {
      put: (key: string, value: Uint8Array) => operations.push({ type: "put", key, value: value.slice() }),
      del: (key: string) => operations.push({ type: "del", key }),
    };
    return new Proxy(batch.apply(this, given), {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: never[]) => {
          if (name === "put" || name === "del") (kept[name] as (...args: never[]) => unknown)(...args);
          return value.apply(target, args) as unknown;
        };
      },
    });
  };
  try {
    await work();
    return batches;
  } finally {
    prototype.batch = batch;
  }
};
