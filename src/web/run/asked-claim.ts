import { useSyncExternalStore } from "react";

/** A claim whose passages somebody wants to see, from elsewhere on the page. */
let asked: { readonly claimId: string } | undefined;
const bell = new EventTarget();

/** Asks for the passages of a claim: they are shown now, or where the step that shows them comes next. */
export const askForClaim = (claimId: string): void => {
  asked = { claimId };
  bell.dispatchEvent(new Event("asked"));
};

/** Takes what was asked for, so that it is shown once. */
export const takeAskedClaim = (): void => {
  asked = undefined;
};

const subscribe = (told: () => void): (() => void) => {
  bell.addEventListener("asked", told);
  return () => bell.removeEventListener("asked", told);
};

/** The claim that was asked for and not shown yet. */
export const useAskedClaim = (): { readonly claimId: string } | undefined =>
  useSyncExternalStore(subscribe, () => asked);
