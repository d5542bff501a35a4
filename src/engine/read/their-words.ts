import type { SoughtSentence } from "../../run/sought.ts";

/** As the contracts have them: of a text that is asked with, and of words that are told. */
const textMax = 1_000;
export const wordsMax = 1_000;

/** What asks a paper, or with an empty id all papers, for sentences near a text. */
export const soughtIn = (evidenceId: string, text: string): SoughtSentence => ({
  text: text.slice(0, textMax),
  docUid: evidenceId.slice("vault:".length),
  days: [],
  speakers: [],
  answeredDocUid: "",
  ofAnsweredLetter: false,
  authors: [],
  ofAuthor: false,
  ofRequest: false,
  asSearch: false,
});
