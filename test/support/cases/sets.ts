import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readForms } from "./forms.ts";
import { type Half, type HalfState, halfOf, isUnread, readStates } from "./halves.ts";
import { readLetters } from "./letters.ts";
import { askedPairs } from "./questions.ts";
import type { UnreadRow } from "./quoted-words.ts";
import { type CaseFolder, readCase } from "./read-case.ts";
import { casesFolder } from "./table.ts";

/** Names of the folders with a dossier, in order. A folder that is put there is one of them. */
export const caseNames = (cases: string = casesFolder): string[] =>
  readdirSync(cases)
    .filter((name) => existsSync(join(cases, name, "dossier")))
    .toSorted();

const read = new Map<string, Promise<CaseFolder>>();

/** A case of `cases/` by its name. It is read once. */
export const caseNamed = (name: string): Promise<CaseFolder> => {
  const found = read.get(name) ?? readCase(join(casesFolder, name));
  read.set(name, found);
  return found;
};

/** All cases. */
export const allCases = (): Promise<CaseFolder[]> => Promise.all(caseNames().map(caseNamed));

/** A row of a set as the halves know it. */
export interface SetRow extends UnreadRow {
  readonly half: Half;
}

/**
 * The rows of a case that a rule could be made from: its sentences; where it has none its claims, which are what the guide is
 * asked about; and the claims that no paper says.
 */
export const rowsOf = ({ name, dossier, bad, unsaid }: CaseFolder): SetRow[] => {
  const sentences = [...dossier.honest, ...bad];
  return [
    ...(sentences.length > 0 ? sentences : dossier.claims),
    ...unsaid.map((text, at) => ({ id: `unsaid-${at + 1}`, text })),
  ].map(({ id, text }) => ({ set: name, id, text, half: halfOf(id) }));
};

/** The rows of every set. */
export const allRows = async (): Promise<SetRow[]> => [
  ...(await allCases()).flatMap(rowsOf),
  ...readLetters().flatMap(({ name, half, lines }) =>
    lines.map(({ text }, at) => ({ set: "letters", id: `${name} ${at + 1}`, half, text })),
  ),
  ...askedPairs().map(({ half, asked, text }) => ({ set: "questions", id: asked, half, text })),
  ...readForms().forms.map(({ language, half, form }) => ({
    set: "forms",
    id: `${language} ${form}`,
    half,
    text: form,
  })),
];

/** The rows of the halves that nobody who writes rules has read. */
export const unreadRows = async (states: readonly HalfState[] = readStates(casesFolder)): Promise<SetRow[]> =>
  (await allRows()).filter(({ set, half }) => isUnread(states, set, half));

/** The half of a case's sentences that are of this half. */
export const halfOfCase = (one: CaseFolder, half: Half): CaseFolder => ({
  ...one,
  dossier: { ...one.dossier, honest: one.dossier.honest.filter(({ id }) => halfOf(id) === half) },
  bad: one.bad.filter(({ id }) => halfOf(id) === half),
});
