import type { CaseIndex } from "../case/case-index.ts";
import type { CaseStore } from "../case/case-store.ts";
import type { Rulings } from "../case/rulings.ts";
import type { Erasable } from "./erasures.ts";

/** Rulings, as they are erased. */
export const erasableRulings = (parts: {
  readonly store: CaseStore;
  readonly rulings: Rulings;
  readonly index: CaseIndex;
}): Erasable => {
  const { store, rulings, index } = parts;
  return {
    find: (ecli) => {
      const ruling = rulings.find(ecli);
      if (!ruling) return undefined;
      const { title, fileName, original } = ruling;
      const size = { sizeBytes: original?.sizeBytes ?? 0n, originalDigest: original?.digest ?? "" };
      return { docUid: ecli, title, fileName, ...size };
    },
    erasedAt: (ecli) => store.rulingErasedAt(ecli),
    erase: async (ecli, ...told) => {
      await store.eraseRuling(ecli, ...told);
      rulings.remove(ecli);
      await index.makeAnew();
    },
  };
};
