import { rulingOfPaper } from "#kit/ruling-page.ts";

/** What is said of a document that is a ruling's page or a print of it: words of law are cited as law, not as a paper of the case. */
export const rulingNote = (text: string): string[] => {
  const ecli = rulingOfPaper(text);
  return ecli === undefined
    ? []
    : [`It is a ruling, ${ecli}; to cite it as law, import this file with \`pincite law import\`.`];
};
