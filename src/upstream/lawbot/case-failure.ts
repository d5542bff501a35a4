import { DomainError, type Reason } from "../../error.ts";
import { inOurWords, isReason, sentenceFor } from "../failure.ts";

/** Where a ruling is meant, what a statute's sentence says would send the reader the wrong way. */
const ofRulings: Readonly<Partial<Record<Reason, string>>> = {
  NO_LAW_LOADED:
    "no ruling is loaded, so nothing was searched: import one first, its XML file of Rechtspraak Open Data (`pincite law import`, or CaseLawService.ImportRulings)",
  LAW_NOT_FOUND: "this ruling is not loaded, or its number is that of several; check its ECLI, or load it first",
  UNKNOWN_UNIT: "the ruling is loaded and has no such consideration, or has it twice; correct the number",
  CITATION_INVALID: "no ruling could be read in it; write its ECLI, such as `ECLI:NL:HR:2016:162, r.o. 3.8`",
  UNSUPPORTED: "this LawBot has no case law; load rulings into one that does",
};

/** Our sentence for a reason that LawBot gave about a ruling. */
export const caseSentence = (reason: string): string =>
  isReason(reason) ? (ofRulings[reason] ?? sentenceFor(reason, "LawBot")) : sentenceFor("INTERNAL", "LawBot");

/** An error of a call about rulings in our words; a bug is thrown on as it is. */
export const caseFailure = (error: unknown): DomainError => {
  const failed = inOurWords(error, "LawBot");
  return new DomainError(failed.reason, caseSentence(failed.reason), failed.facts, { cause: error });
};
