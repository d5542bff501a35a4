/** Words that stand around a letter where nobody said others. */
interface LetterCustom {
  readonly salutation: string;
  readonly closing: string;
  /** Below a letter that greets one person by name. */
  readonly closingToNamed: string;
}

const dutch: LetterCustom = {
  salutation: "Geachte heer, mevrouw,",
  closing: "Hoogachtend,",
  closingToNamed: "Hoogachtend,",
};
const english: LetterCustom = {
  salutation: "Dear Sir or Madam,",
  closing: "Yours faithfully,",
  closingToNamed: "Yours sincerely,",
};

/** What is customary in a language; anything but English is Dutch. */
export const letterCustom = (locale: string): LetterCustom => (locale.startsWith("en") ? english : dutch);
