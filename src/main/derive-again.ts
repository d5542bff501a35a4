import { shippedNames } from "../shipped-names.ts";
import { deriveWith } from "./derive-with.ts";

/** Derives a run again by the register of law names that comes with this program. */
export const deriveAgain = deriveWith(shippedNames);
