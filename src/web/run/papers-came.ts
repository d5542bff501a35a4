import { useSyncExternalStore } from "react";

/** How often papers were put in from this page: what is listed of papers is asked for anew after each. */
let came = 0;
const bell = new EventTarget();

/** Tells whatever lists passages that there are papers more. */
export const papersCame = (): void => {
  came++;
  bell.dispatchEvent(new Event("came"));
};

const subscribe = (told: () => void): (() => void) => {
  bell.addEventListener("came", told);
  return () => bell.removeEventListener("came", told);
};

/** A number that is another one once papers came. */
export const usePapersCame = (): number => useSyncExternalStore(subscribe, () => came);
