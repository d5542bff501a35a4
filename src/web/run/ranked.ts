import { useSyncExternalStore } from "react";

/** How often a model has ordered passages since the page was opened: then they are listed anew. */
let count = 0;
const listeners = new Set<() => void>();

const onRanked = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** Tells every list that a model has ordered passages. */
export const tellRanked = (): void => {
  count += 1;
  for (const tell of listeners) tell();
};

/** How often that was told. */
export const useRankedCount = (): number => useSyncExternalStore(onRanked, () => count);
