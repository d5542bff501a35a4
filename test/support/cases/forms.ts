import { join } from "node:path";
import { type Half, halves } from "./halves.ts";
import { casesFolder, readTable } from "./table.ts";

/** A form of hard information; what stands between bars is the token, slots in braces are filled by values of no evidence. */
export interface Form {
  readonly class: string;
  readonly language: "nl" | "en";
  readonly half: Half;
  readonly form: string;
}

/** The forms of `cases/forms/`, and the sentences that each class and language is put into. */
export const readForms = () => {
  const folder = join(casesFolder, "forms");
  const forms = readTable(join(folder, "forms.tsv"), { needed: ["class", "language", "half", "form"] }).map(
    (row): Form => {
      const half = halves.find((one) => one === row.cell("half"));
      if (!half) throw row.wrong("half", "is neither even nor odd: write one of them");
      const language = row.cell("language");
      if (language !== "nl" && language !== "en")
        throw row.wrong("language", "is neither nl nor en: write one of them");
      const form = row.needed("form", "write the form, with bars around the token");
      if (form.split("|").length < 3) throw row.wrong("form", "has no token: put a bar before it and one behind it");
      return { class: row.needed("class", "write date, sum, name …"), language, half, form };
    },
  );
  const frames = readTable(join(folder, "frames.tsv"), { needed: ["class", "language", "frame"] });
  return {
    forms,
    framesOf: (kind: string, language: string): string[] =>
      frames
        .filter((row) => row.cell("class") === kind && row.cell("language") === language)
        .map((row) => row.needed("frame", "write a sentence with {} in it")),
  };
};

export type WordLists = Readonly<Record<"numbers" | "tens" | "ranks" | "months" | "days" | "hours", readonly string[]>>;

/** Words that values are written in, of one language; of a list that it lacks there are none. */
export const formWords = (language: string): WordLists => {
  const rows = readTable(join(casesFolder, "forms", "words.tsv"), { needed: ["language", "name", "words"] });
  const wordsOf = (name: string): readonly string[] =>
    rows.find((row) => row.cell("language") === language && row.cell("name") === name)?.list("words", " ") ?? [];
  return {
    ...{ numbers: wordsOf("numbers"), tens: wordsOf("tens"), ranks: wordsOf("ranks") },
    ...{ months: wordsOf("months"), days: wordsOf("days"), hours: wordsOf("hours") },
  };
};
