import { join } from "node:path";
import { type Half, halves } from "./halves.ts";
import { casesFolder, readTable } from "./table.ts";

const folder = join(casesFolder, "questions");

/** Questions of law of one group, by their subjects. */
export const lawQuestions = (group: string): readonly (readonly string[])[] => {
  const rows = readTable(join(folder, "law.tsv"), { needed: ["group", "subject", "question"] }).filter(
    (row) => row.cell("group") === group,
  );
  const subjects = [...new Set(rows.map((row) => row.cell("subject")))];
  return subjects.map((subject) =>
    rows.filter((row) => row.cell("subject") === subject).map((row) => row.needed("question", "write the question")),
  );
};

/** What a person of a case typed or confirmed, by the case. */
export const typedWords = (): Readonly<Record<string, readonly string[]>> => {
  const rows = readTable(join(folder, "dossiers.tsv"), { needed: ["dossier", "words"] });
  const wordsOf = (dossier: string): string[] =>
    rows.filter((row) => row.cell("dossier") === dossier).map((row) => row.cell("words"));
  return Object.fromEntries(
    rows.map((row) => [row.cell("dossier"), wordsOf(row.needed("dossier", "write its name"))] as const),
  );
};

/** A question and a text that answers it in another form. */
export interface AskedPair {
  readonly half: Half;
  readonly asked: string;
  readonly text: string;
}

export const askedPairs = (): AskedPair[] =>
  readTable(join(folder, "pairs.tsv"), { needed: ["half", "asked", "text"] }).map((row) => {
    const half = halves.find((one) => one === row.cell("half"));
    if (!half) throw row.wrong("half", "is neither even nor odd: write one of them");
    return { half, asked: row.needed("asked", "write the question"), text: row.needed("text", "write the text") };
  });
