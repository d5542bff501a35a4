import type { Case } from "./dossier.ts";
import { bonus } from "./dossiers/bonus.ts";
import { drukkerij } from "./dossiers/drukkerij.ts";
import { steiger } from "./dossiers/steiger.ts";
import { verhuur } from "./dossiers/verhuur.ts";
import { warmtepomp } from "./dossiers/warmtepomp.ts";
import { wijkzorg } from "./dossiers/wijkzorg.ts";

/** The cases. What came of a seen one was read while the guide was built; of the others only the sums were. */
export const cases: readonly (Case & { readonly isSeen: boolean })[] = [
  { ...bonus, isSeen: true },
  { ...wijkzorg, isSeen: true },
  { ...drukkerij, isSeen: true },
  { ...steiger, isSeen: true },
  { ...verhuur, isSeen: false },
  { ...warmtepomp, isSeen: false },
];
