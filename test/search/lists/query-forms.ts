import { rowsOf } from "../../support/cases/rows.ts";

/** Documents of the list below, by the names that stand in it. */
export const listedDocuments = [
  "vries", // from Jan de Vries to Anna Bos, cc Eva Smit, 2025-03-10, subject "Ontslag", an attachment loonstrook.pdf
  "bos", // from Anna Bos to Jan de Vries, 2025-04-02, subject "Re: Contract verlenging"
  "smit", // from Eva Smit to Anna Bos, 2024-12-31, subject "Plan van aanpak"
  "brief", // a file brief-opzegging.docx.md without a date
] as const;
export type Listed = (typeof listedDocuments)[number];

/** What lawyers type, each with the documents it means, or `told` where we have no such question and must say so: `typed.tsv` of cases/questions. */
export const queryForms = rowsOf("questions/typed.tsv", ["typed", "means", "from"]).map(({ typed, means, from }) => ({
  ...{ typed, from },
  means: means === "told" ? ("told" as const) : listedDocuments.filter((name) => means.split(" ").includes(name)),
}));
