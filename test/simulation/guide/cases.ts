import { halves, isUnread, readStates } from "../../support/cases/halves.ts";
import { allCases } from "../../support/cases/sets.ts";
import { casesFolder } from "../../support/cases/table.ts";
import { type Case, caseOf } from "./dossier.ts";

const states = readStates(casesFolder);

/** The cases that the guide walks. What comes of a seen one may be read; of the others only the sums are told. */
export const cases: readonly (Case & { readonly isSeen: boolean })[] = (await allCases()).flatMap((one) => {
  const found = caseOf(one);
  return found ? [{ ...found, isSeen: halves.every((half) => !isUnread(states, one.name, half)) }] : [];
});

/** The case of this name. */
export const caseFor = (name: string): Case => {
  const found = cases.find((one) => one.name === name);
  if (!found)
    throw new Error(`cases/ has no case ${name} for the guide; it has ${cases.map((one) => one.name).join(", ")}`);
  return found;
};
