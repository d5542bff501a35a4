import { DomainError } from "../../src/error.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";

/** A store whose process dies at the n-th commit: before it is written, or just after, when nobody is told. */
export const dyingStore = async () => {
  const store = await openMemoryStore();
  let left = Number.POSITIVE_INFINITY;
  let written = false;
  const commit: Store["commit"] = async (one) => {
    left--;
    if (left > 0) return store.commit(one);
    if (left === 0 && written) await store.commit(one);
    throw new DomainError("STORE_FAILED", "The disk is gone: start again.");
  };
  const dying = new Proxy(store, {
    get: (target, name) => {
      if (name === "commit") return commit;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    store: dying,
    dieAt: (n: number, when: "before" | "after") => {
      left = n;
      written = when === "after";
    },
    heal: () => {
      left = Number.POSITIVE_INFINITY;
    },
    /** Whether it died: a crash point beyond the last commit is none. */
    isDead: () => left <= 0,
  };
};
