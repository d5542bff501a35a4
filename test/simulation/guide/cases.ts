import { halves, isUnread, readStates } from "../../support/cases/halves.ts";
import { caseNamed, casesWith } from "../../support/cases/sets.ts";
import { casesFolder } from "../../support/cases/table.ts";
import { type Case, caseOf } from "./dossier.ts";

/** A case that the guide walks. What comes of a seen one may be read; of the others only the sums are told. */
export type WalkedCase = Case & { readonly isSeen: boolean };

/** The cases of `cases/` that the guide walks. */
export const guideCases = async (): Promise<WalkedCase[]> => {
  const states = readStates(casesFolder);
  return (await casesWith("about.tsv")).flatMap((one) => {
    const found = caseOf(one);
    return found ? [{ ...found, isSeen: halves.every((half) => !isUnread(states, one.name, half)) }] : [];
  });
};

/** The case of this name; no other is read. */
export const guideCase = async (name: string): Promise<Case> => {
  const found = caseOf(await caseNamed(name));
  if (!found) throw new Error(`the case ${name} is not the guide's: its about.tsv names no profile and no goal`);
  return found;
};
