import type { BadSentence } from "../../support/cases/bad-sentence.ts";
import type { Dossier, HonestSentence } from "../../support/cases/dossier.ts";
import type { CaseFolder } from "../../support/cases/read-case.ts";
import { casesWith } from "../../support/cases/sets.ts";
import { BOUND, changedCitations, trueCitations } from "./bad/citations.ts";
import { changedRulings, trueRulings } from "./bad/ruling-citations.ts";
import { unboundCitations } from "./bad/unbound-citations.ts";

export interface BadSet {
  readonly dossier: Dossier;
  readonly sentences: readonly BadSentence[];
}

/** Every case of `cases/` that has sentences for the gate. A folder that is put there is one of them. */
export const gateCases: readonly CaseFolder[] = (await casesWith("sentences.tsv")).filter(
  ({ dossier, bad }) => dossier.honest.length + bad.length > 0,
);

/** The case of this name. */
export const gateCase = (name: string): CaseFolder => {
  const found = gateCases.find((one) => one.name === name);
  if (!found)
    throw new Error(`cases/ has no case ${name} with sentences; it has ${gateCases.map((one) => one.name).join(", ")}`);
  return found;
};

/** The cases by whose misses rules were mended; citations are drawn for them. */
export const citedCases: readonly CaseFolder[] = Object.keys(BOUND).map(gateCase);

/** The ruling that citations of another are drawn from is quoted in this case. */
const withRuling = "thuiswerk";

/** Citations drawn with one seed that a case's rows do not bear; another seed gives citations nobody has seen. */
const drawn = (name: string, seed: number): readonly BadSentence[] => [
  ...changedCitations(name, seed),
  ...unboundCitations(name, seed),
  ...(name === withRuling ? changedRulings(seed) : []),
];

/** The bad sentences of cases, with the citations drawn for them. */
export const badSets = (seed: number, cases: readonly CaseFolder[] = citedCases): readonly BadSet[] =>
  cases.map(({ name, dossier, bad }) => ({ dossier, sentences: [...bad, ...drawn(name, seed)] }));

/** Honest sentences with every quoted provision and ruling in every form, per case: what a checker must let pass. */
export const trueSets = (
  seed: number,
  cases: readonly CaseFolder[] = citedCases,
): readonly { dossier: Dossier; sentences: readonly HonestSentence[] }[] =>
  cases.map(({ name, dossier }) => ({
    dossier,
    sentences: [...trueCitations(name, seed), ...(name === withRuling ? trueRulings(seed) : [])],
  }));
