import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readForms } from "./forms.ts";
import { type Half, type HalfState, halfOf, halves, isUnread, readStates } from "./halves.ts";
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

/** The cases whose folder has this file. No other is read: some have letters as pictures, which take seconds. */
export const casesWith = (file: string): Promise<CaseFolder[]> =>
  Promise.all(
    caseNames()
      .filter((name) => existsSync(join(casesFolder, name, file)))
      .map(caseNamed),
  );

let all: Promise<CaseFolder[]> | undefined;
/** All cases for their rows. Their pictures are not read: no row is one's, and a quotation of one's words is not looked for. */
const allCases = (): Promise<CaseFolder[]> => {
  all ??= Promise.all(caseNames().map((name) => readCase(join(casesFolder, name), "unread")));
  return all;
};

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
  // Their ids are places, since what is found is told by ids.
  ...askedPairs().map(({ half, text }, at) => ({ set: "questions", id: `pair ${at + 1}`, half, text })),
  ...readForms().forms.map(({ half, form }, at) => ({ set: "forms", id: `form ${at + 1}`, half, text: form })),
];

/**
 * The rows of the halves that nobody who writes rules has read, and the papers of cases of which neither half was: whoever
 * opens a half reads the papers that it cites.
 */
export const unreadRows = async (states: readonly HalfState[] = readStates(casesFolder)): Promise<UnreadRow[]> => [
  ...(await allRows()).filter(({ set, half }) => isUnread(states, set, half)),
  ...(await allCases())
    .filter(({ name }) => halves.every((half) => isUnread(states, name, half)))
    .flatMap(({ name, papers }) =>
      papers.map(({ file, text }) => ({ set: name, id: file, text: ownWords(file, text) })),
    ),
];

/** What somebody wrote in a paper: of a calendar what its entries say, since the rest is the format's and stands in every calendar. */
const ownWords = (file: string, text: string): string =>
  file.endsWith(".ics")
    ? [...text.matchAll(/^(?:SUMMARY|DESCRIPTION|LOCATION)[^:\n]*:(.*)$/gmu)].map(([, said]) => said).join("\n")
    : text;

/** The half of a case's sentences that are of this half. */
export const halfOfCase = (one: CaseFolder, half: Half): CaseFolder => ({
  ...one,
  dossier: { ...one.dossier, honest: one.dossier.honest.filter(({ id }) => halfOf(id) === half) },
  bad: one.bad.filter(({ id }) => halfOf(id) === half),
});
