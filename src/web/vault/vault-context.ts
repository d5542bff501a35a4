import { createContext, useContext } from "react";
import type { Place } from "./place.ts";

/** What everything on the page knows: where a person is, and how to go elsewhere. */
export interface VaultView {
  readonly place: Place;
  readonly go: (change: Partial<Place>) => void;
}

export const VaultContext = createContext<VaultView | undefined>(undefined);

/** The page's place. */
export const useVault = (): VaultView => {
  const view = useContext(VaultContext);
  if (view === undefined) throw new Error("this part of the page stands outside the Vault's page");
  return view;
};
