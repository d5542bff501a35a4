import { join } from "node:path";
import { type Half, halves } from "./halves.ts";
import { casesFolder, readTable } from "./table.ts";

/** A line of a letter's body. Marks: `a` it asserts, `q` it asks or demands, `t` it sets a term, `-` none of them. */
export interface LetterLine {
  readonly marks: string;
  readonly text: string;
  /** It stands in a list. */
  readonly isItem: boolean;
}

/** A made-up letter, marked sentence by sentence by the hand that wrote it. */
export interface MarkedLetter {
  readonly name: string;
  /** `letters`, or `commands`: letters full of commands and of what their reader asked. */
  readonly group: string;
  readonly half: Half;
  readonly head: readonly string[];
  /** Whose reference each is, and what it is. */
  readonly references: readonly (readonly [side: string, value: string])[];
  readonly salutation: string;
  readonly close: string;
  readonly lines: readonly LetterLine[];
}

const parts = ["head", "reference", "salutation", "line", "item", "close"];

/** The letters of `cases/letters/letters.tsv`, in order. */
export const readLetters = (): MarkedLetter[] => {
  const rows = readTable(join(casesFolder, "letters", "letters.tsv"), {
    needed: ["letter", "group", "half", "part", "marks", "text"],
  });
  const names = [...new Set(rows.map((row) => row.needed("letter", "write the name of the letter")))];
  for (const row of rows)
    if (!parts.includes(row.cell("part")))
      throw row.wrong("part", `“${row.cell("part")}” is not known: write one of ${parts.join(", ")}`);
  return names.map((name) => {
    const mine = rows.filter((row) => row.cell("letter") === name);
    const first = mine[0] as (typeof mine)[number];
    const half = halves.find((one) => one === first.cell("half"));
    if (!half) throw first.wrong("half", "is neither even nor odd: write one of them");
    const texts = (part: string) => mine.filter((row) => row.cell("part") === part).map((row) => row.cell("text"));
    return {
      ...{ name, half, group: first.cell("group"), head: texts("head") },
      references: mine
        .filter((row) => row.cell("part") === "reference")
        .map((row) => [row.cell("marks"), row.cell("text")] as const),
      ...{ salutation: texts("salutation")[0] ?? "", close: texts("close")[0] ?? "" },
      lines: mine
        .filter((row) => ["line", "item"].includes(row.cell("part")))
        .map((row) => ({ marks: row.cell("marks"), text: row.cell("text"), isItem: row.cell("part") === "item" })),
    };
  });
};
