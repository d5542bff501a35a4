import { differences } from "../kept-records.ts";
import type { CaseIndex } from "./case-index.ts";
import type { CaseStore } from "./case-store.ts";
import type { Rulings } from "./rulings.ts";

/** Makes the loaded rulings what the store has, and the index with them. Call while no file is imported here. */
export const followRulings = async (parts: {
  readonly store: CaseStore;
  readonly rulings: Rulings;
  readonly index: CaseIndex;
}): Promise<void> => {
  const { store, rulings, index } = parts;
  const before = rulings.all();
  const now = await store.rulings();
  // From here to the index in one step, so that nobody searches one that lacks what is loaded.
  const { gone, other, isReplaced } = differences(before, now, {
    keyOf: ({ ecli }) => ecli,
    isStill: (ruling) => rulings.find(ruling.ecli) === ruling,
  });
  for (const { ecli } of gone) rulings.remove(ecli);
  for (const ruling of other) rulings.add(ruling);
  if (isReplaced) return index.makeAnew();
  const changed = new Set(other);
  if (changed.size > 0) await index.renew((ruling) => changed.has(ruling));
};
